"""What is in view without scrolling, narrow windows, keys."""

from collections.abc import Callable

import pytest
from browsing import until
from playwright.sync_api import Page, expect
from screens import BOTTOM, CHART_CUT_OFF, CHARTS

IRIS = "data=iris&labels=expert-doubt&seed=7"


def open_drawn(page: Page, address: str, settled: Callable[..., None], charts: tuple) -> None:
    page.goto(address)
    settled(page)
    for chart in charts:
        page.locator(f".st-key-{chart} .main-svg").first.wait_for()


@pytest.mark.parametrize("width", [390, 800])
def test_a_narrow_window_opens_with_the_sidebar_closed(width, app, new_page, settled):
    page = new_page(width=width, height=844)
    open_drawn(page, f"{app}/labels?{IRIS}", settled, CHARTS["labels"])
    sidebar = page.get_by_test_id("stSidebar")
    until(page, lambda: sidebar.get_attribute("data-collapsed"), lambda is_so: is_so == "true")
    title, view = page.get_by_role("heading", level=1), page.locator(".st-key-view_options button")
    tabs = page.get_by_role("tab")
    boxes = [each.bounding_box() for each in (title, view, tabs.first, tabs.last)]
    for k, one in enumerate(boxes):
        for other in boxes[k + 1 :]:
            apart = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
            above = one["y"] + one["height"] <= other["y"] + 1
            assert apart or above or other["y"] + other["height"] <= one["y"] + 1


@pytest.mark.parametrize("key", ["mixture", "eknnclus"])
def test_the_player_is_the_second_stop_of_the_tab_key_and_answers_its_keys(key, app, page, settled):
    open_drawn(page, f"{app}/{key}?{IRIS}", settled, CHARTS[key])
    expect(page.locator(".player .keys")).to_have_text("space play, pause   ← → step")
    expect(page.locator(".skip-link")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(page.locator(".skip-link")).to_be_focused()
    expect(page.locator(".skip-link")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator(".player .play")).to_be_focused()
    slider = page.locator(".player input[type=range]")
    last = int(slider.get_attribute("max"))
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(last - 1))
    expect(page.locator(".player .counter")).to_contain_text(f"{last - 1} / {last}")
    check_space_plays_and_pauses(page)


def test_the_words_of_the_player_stay_clear_of_the_buttons_beside_it(app, page, settled):
    open_drawn(page, f"{app}/mixture?{IRIS}", settled, CHARTS["mixture"])
    words, pin = page.locator(".player .counter"), page.get_by_role("button", name="Pin").first
    page.set_viewport_size({"width": 800, "height": 900})  # with the sidebar open

    def gap() -> float:
        box = words.bounding_box()
        return float(pin.bounding_box()["x"] - box["x"] - box["width"])

    until(page, lambda: page.locator(".player").bounding_box()["width"], lambda wide: wide < 300)
    assert gap() > 0
    assert words.evaluate("words => words.scrollWidth - words.clientWidth") <= 0


def check_space_plays_and_pauses(page: Page) -> None:
    slider = page.locator(".player input[type=range]")
    slider.fill("0")
    page.locator(".player").get_by_label("Speed").select_option("slow")
    page.locator(".player .play").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_focused()
    until(page, slider.input_value, lambda place: place != "0")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()
    assert 0 < int(slider.input_value()) < int(slider.get_attribute("max"))


def test_all_columns_and_buttons_of_suspects_are_in_view_at_once(app, new_page, settled):
    page = new_page(width=1280, height=800)
    open_drawn(page, f"{app}/suspects?{IRIS}", settled, CHARTS["suspects"])
    drawn = page.locator(".st-key-suspects_actions button").all()
    buttons = [button for button in drawn if button.is_visible()]
    assert len({round(button.bounding_box()["y"]) for button in buttons}) == 1
    scroller = page.locator("[class*=st-key-suspects-list] .dvn-scroller")
    sideways = "list => list.scrollWidth - list.clientWidth"
    until(page, lambda: scroller.evaluate(sideways), lambda hidden: hidden <= 0)


def test_the_answer_to_a_click_stands_beside_the_plane(app, new_page, settled):
    page = new_page(width=1280, height=800)
    charts = ("neighbours-plane", "neighbours-belief")
    open_drawn(page, f"{app}/neighbours?{IRIS}&neighbours.place=0.9,-1.2", settled, charts)
    plane, answer = (page.locator(f".st-key-{chart}").first.bounding_box() for chart in charts)
    assert answer["x"] > plane["x"] + plane["width"] and answer["y"] + answer["height"] <= 800
    expect(page.get_by_text("Answer: versicolor")).to_be_in_viewport()
    assert page.evaluate(CHART_CUT_OFF) == []


def test_an_answer_among_eight_classes_is_whole_in_view(app, new_page, settled):
    page = new_page(width=1280, height=800)
    data = "data=gaussians&data.classes=8&labels=expert-doubt&seed=7"
    charts = ("neighbours-plane", "neighbours-belief")
    open_drawn(page, f"{app}/neighbours?{data}&neighbours.place=2,2", settled, charts)
    answer = page.locator(".st-key-neighbours-belief .js-plotly-plot").last
    until(page, lambda: answer.evaluate(BOTTOM), lambda bottom: bottom <= 800)
    assert page.evaluate(CHART_CUT_OFF) == []
