"""A lecture: every page fits the projector, its type is large enough, and a link begins it."""

import re

import pytest
from accessibility import check_accessible
from playwright.sync_api import Page, expect
from screens import begin_lecture, check_fits, check_pictures_and_player_are_in_view

from belieflab.ui.shell.lessons import library
from belieflab.ui.shell.page_table import PAGES, existing_pages

IRIS = "data=iris&labels=expert-doubt&seed=7"
# What is said of a result, by the addresses of pages that wait for one.
WITH_RESULTS = {
    f"evaluate?{IRIS}&evaluate.folds=3&evaluate.repeats=1": "With labels like these, ",
    f"suspects?{IRIS}&suspects.chosen=71": r"against \d\.\d\d",
}
# Controls that a lecture may show, and by page one of them.
SHOW = "K,init,gamma,ns,starts,structure,c,delta"
SHOWN = {
    "mixture": ("combobox", "Start from"),
    "landscape": ("slider", "Starts"),
    "neighbours": ("slider", "Neighbours K"),
    "networks": ("combobox", "Structure"),
}


def test_next_leads_through_all_pages_and_leave_brings_the_sidebar_back(app, new_page, settled):
    page = new_page(width=1280, height=800)
    page.goto(f"{app}/?{IRIS}&lecture=1&show={SHOW}")
    settled(page)
    pages = existing_pages()
    for entry in pages:
        assert page.url.partition("?")[0] == f"{app}/{entry.address}"
        check_fits(page)
        if entry.key in SHOWN:
            role, name = SHOWN[entry.key]
            expect(page.get_by_role(role, name=name)).to_be_visible()
            expect(page.get_by_role("tab")).to_have_count(0)
        following = page.get_by_role("button", name="Next", exact=True)
        if entry is pages[-1]:
            expect(following).to_have_count(0)
            break
        following.click()
        page.wait_for_url(
            lambda url, here=page.url: url.partition("?")[0] != here.partition("?")[0]
        )
        settled(page)
    page.get_by_role("button", name="Leave").click()
    settled(page)
    expect(page.get_by_test_id("stSidebar")).to_be_visible()
    assert "lecture" not in page.url


@pytest.mark.slow
@pytest.mark.parametrize(("address", "result"), WITH_RESULTS.items())
def test_pages_with_results_fit_the_projector_too(address, result, app, new_page, settled):
    page = new_page(width=1280, height=800)
    page.goto(f"{app}/{address}")
    settled(page)
    found = page.get_by_text(re.compile(result)).first
    run = page.get_by_role("button", name="Run", exact=True)
    expect(found.or_(run).first).to_be_visible()
    if not found.is_visible():
        run.click()
    expect(found).to_be_visible(timeout=120_000)
    settled(page)
    begin_lecture(page)
    settled(page)
    expect(found).to_be_visible()
    check_fits(page)
    check_pictures_and_player_are_in_view(page, address.partition("?")[0], 800)


@pytest.mark.slow
def test_a_link_to_a_crowd_that_disagrees_fits_the_projector(app, new_page, settled):
    page = new_page(width=1280, height=800)
    page.goto(f"{app}/crowd?data=crabs&labels=crowd&lecture=1")
    settled(page)
    check_fits(page)
    check_pictures_and_player_are_in_view(page, "crowd", 800)


def test_a_link_with_chosen_controls_is_made_and_begins_the_lecture(app, new_page, settled):
    page = new_page(width=1280, height=800)
    page.goto(f"{app}/mixture?{IRIS}")
    settled(page)
    page.get_by_text("Save, open, share").click()
    sidebar = page.get_by_test_id("stSidebar")
    for name in ("Label noise: mean doubt", "Plane, Across, Up"):
        sidebar.get_by_role("button", name=name, exact=True).click()
        settled(page)
    link = sidebar.get_by_test_id("stCode").filter(has_text="lecture=1").inner_text().strip()
    assert link.startswith(f"{app}/mixture?data=iris") and link.endswith(
        "lecture=1&show=noise,axes"
    )
    sidebar.get_by_role("button", name="Begin the lecture").click()
    settled(page)
    check_shown(page)
    other = new_page(width=1280, height=800)
    other.goto(link)
    settled(other)
    check_shown(other)
    check_fits(other)


def check_shown(page: Page) -> None:
    expect(page.get_by_role("slider", name="Label noise: mean doubt")).to_be_visible()
    expect(page.get_by_role("combobox", name="Across")).to_be_visible()
    expect(page.get_by_text("Covariance family")).to_have_count(0)
    expect(page.get_by_role("tab")).to_have_count(0)


# A step with a player, by lesson and number.
LESSON_STEPS = [
    ("worth", 4),
    pytest.param("maxima", 1, marks=pytest.mark.slow),
    pytest.param("overlap", 5, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("key", "number"), LESSON_STEPS)
def test_a_step_given_as_a_lecture_fits_the_projector(key, number, app, new_page, settled):
    page, step = new_page(width=1280, height=800), library.own_lessons()[key].steps[number - 1]
    page.goto(f"{app}/?lesson={key}&step={number}&lecture=1")
    line = page.locator(".st-key-lesson_line")
    assert step.question is not None
    expect(line).to_contain_text(step.question.text)
    settled(page)
    check_fits(page)
    line.get_by_text(step.question.choices[-1], exact=True).click()
    expect(line).to_contain_text(step.task)
    settled(page)
    check_fits(page)
    check_accessible(page)
    check_pictures_and_player_are_in_view(page, PAGES[step.page].address, 800)
    for name in ("Back", "Skip", "Leave", "Leave the lecture"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport()
