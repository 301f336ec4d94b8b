"""Painting in a real browser: strokes become points of their class, without a reload per point."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect


class Canvas:
    """The painting plane; places are shares of its width and height."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.status: Locator = page.locator(".status")
        self.plane = page.get_by_role("img", name="Painting plane")

    def stroke(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.plane.scroll_into_view_if_needed()
        box = self.plane.bounding_box()
        assert box is not None
        x, y, width, height = box["x"], box["y"], box["width"], box["height"]
        self.page.mouse.move(x + start[0] * width, y + start[1] * height)
        self.page.mouse.down()
        self.page.mouse.move(x + end[0] * width, y + end[1] * height, steps=10)
        self.page.mouse.up()

    def choose(self, name: str) -> None:
        self.page.get_by_role("radio", name=name).click()

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def counts(self) -> dict[str, int]:
        """Points of each class, from the status line of the plane."""
        parts = self.status.inner_text().split(": ", 1)[1].split(", ")
        return {name: int(n) for name, n in (part.rsplit(" ", 1) for part in parts)}


def open_canvas(page: Page, app: str, settled: Callable[..., None]) -> Canvas:
    page.goto(f"{app}/data?data.way=Paint")
    settled(page)
    canvas = Canvas(page)
    expect(canvas.status).to_contain_text("Choose a class")
    return canvas


def paint_two_clouds(canvas: Canvas) -> dict[str, int]:
    canvas.stroke((0.1, 0.2), (0.4, 0.3))
    canvas.choose("Paint class 2")
    canvas.stroke((0.6, 0.7), (0.9, 0.8))
    return canvas.counts()


def test_a_painting_is_drawn_erased_undone_and_becomes_a_data_set(
    page: Page, app: str, settled: Callable[..., None]
) -> None:
    frames: list[str | bytes] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: frames.append(frame)))
    canvas = open_canvas(page, app, settled)
    before = len(frames)
    assert before > 0
    counts = paint_two_clouds(canvas)
    assert len(frames) == before  # the server is not asked while one paints
    check_eraser_and_undo(canvas, counts)
    check_two_classes_of_one_name_are_refused(canvas, counts, settled)
    assert set(counts) == {"A", "B"} and min(counts.values()) > 10
    canvas.click("Use these points")
    settled(page)
    n = sum(counts.values())
    expect(page.get_by_test_id("stMain")).to_contain_text(f"{n} objects × 2 features, 2 classes")
    expect(page.get_by_test_id("stSidebar")).to_contain_text("painted")


def check_eraser_and_undo(canvas: Canvas, counts: dict[str, int]) -> None:
    canvas.choose("Eraser")
    canvas.stroke((0.6, 0.7), (0.9, 0.8))
    erased = canvas.counts()
    assert erased["A"] == counts["A"]
    assert erased.get("B", 0) < counts["B"] / 2
    canvas.click("Undo stroke")
    assert canvas.counts() == counts
    canvas.click("Shake all")
    assert canvas.counts() == counts
    canvas.click("Clear")
    expect(canvas.status).to_contain_text("Choose a class")
    expect(canvas.page.get_by_role("button", name="Use these points")).to_be_disabled()
    canvas.click("Undo stroke")
    assert canvas.counts() == counts


def check_two_classes_of_one_name_are_refused(
    canvas: Canvas, counts: dict[str, int], settled: Callable[..., None]
) -> None:
    page = canvas.page
    page.get_by_label("Name of class 2").fill("A")
    canvas.click("Use these points")
    settled(page)
    expect(page.get_by_test_id("stAlert")).to_contain_text("Two classes of the painting")
    page.get_by_label("Name of class 2").fill("B")
    assert canvas.counts() == counts


@pytest.mark.slow
def test_the_drawing_outlives_another_tab_and_a_reload(
    page: Page, app: str, settled: Callable[..., None]
) -> None:
    canvas = open_canvas(page, app, settled)
    counts = paint_two_clouds(canvas)
    page.get_by_role("tab", name="Sample").click()
    settled(page)
    page.get_by_role("tab", name="Paint").click()
    settled(page)
    assert canvas.counts() == counts
    page.reload()
    settled(page)
    assert canvas.counts() == counts


def test_the_keyboard_and_a_finger_paint_too_and_classes_are_named(
    page: Page, app: str, settled: Callable[..., None]
) -> None:
    canvas = open_canvas(page, app, settled)
    canvas.plane.focus()
    for key in ("Space", "ArrowRight", "ArrowRight", "Space"):
        page.keyboard.press(key)
    first = canvas.counts()["A"]
    assert first > 1
    page.keyboard.press("Control+z")
    assert canvas.counts()["A"] == first / 2
    canvas.click("Clear")
    expect(canvas.status).to_contain_text("Choose a class")
    paint_with_a_finger(canvas)
    expect(canvas.status).to_contain_text("points: A")
    assert canvas.counts()["A"] > 10
    canvas.click("Clear")
    check_classes_are_named_and_added(canvas, settled)


def check_classes_are_named_and_added(canvas: Canvas, settled: Callable[..., None]) -> None:
    page = canvas.page
    page.get_by_label("Name of class 1").fill("**cat**")
    canvas.stroke((0.1, 0.2), (0.4, 0.3))
    for _ in range(5):
        canvas.click("Add class")
    expect(page.get_by_role("button", name="Add class")).to_be_disabled()
    canvas.stroke((0.5, 0.5), (0.9, 0.5))
    canvas.click("Use these points")
    settled(page)
    expect(page.get_by_test_id("stMain")).to_contain_text("2 features, 2 classes")
    expect(page.locator("svg text", has_text="**cat**").first).to_be_visible()
    expect(page.locator("svg text", has_text="G").first).to_be_visible()


def paint_with_a_finger(canvas: Canvas) -> None:
    canvas.plane.scroll_into_view_if_needed()
    box = canvas.plane.bounding_box()
    assert box is not None
    touch = canvas.page.context.new_cdp_session(canvas.page)
    for kind, share in (
        ("touchStart", 0.2),
        ("touchMove", 0.4),
        ("touchMove", 0.6),
        ("touchEnd", 0),
    ):
        point = {"x": box["x"] + share * box["width"], "y": box["y"] + box["height"] / 2}
        points = [] if kind == "touchEnd" else [point]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
