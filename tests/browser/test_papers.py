"""The Papers page in a real browser: from the list to a small run, and back to it by its link."""

import re

from playwright.sync_api import expect

from belieflab.experiments.papers import find_paper

NAME = "denoeux2015-bernoulli"


def test_a_table_is_opened_run_and_found_again(page, app, settled):
    page.goto(f"{app}/papers")
    settled(page)
    card = page.get_by_test_id("stColumn").filter(
        has_text=find_paper("denoeux2015-bernoulli").title
    )
    card.get_by_role("button", name="Open").click()
    expect(page).to_have_url(re.compile("papers.name=.*Bernoulli"))
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_text(re.compile("1 result · finished"))).to_be_visible()
    chart = page.locator(".st-key-papers-differences .js-plotly-plot")
    chart.locator(".cartesianlayer").wait_for()
    largest = """g => Math.max(...g._fullData[0].z.flatMap(row => Array.from(row))
        .filter(Number.isFinite).map(Math.abs))"""
    assert chart.evaluate(largest) < 1e-3
    page.goto(f"{app}/papers?papers.name={NAME}")
    settled(page)
    expect(page.get_by_test_id("stMetric").filter(has_text="Numbers compared")).to_contain_text(
        "12 of 12"
    )
    expect(page.get_by_role("button", name="All computed")).to_be_disabled()
