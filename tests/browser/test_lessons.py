"""Every lesson in a real browser: do what each step asks, answer, see the reveal, reach the end."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from accessibility import check_accessible
from browsing import show
from planes import label_as, lasso_three, picked
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as NothingCame
from screens import check_pictures_and_player_are_in_view

from belieflab.ui.shell.lessons import library
from belieflab.ui.shell.lessons.lesson import Step
from belieflab.ui.shell.page_table import PAGES

PLACE_OF_ROW = """(g, row) => {
    const box = g.getBoundingClientRect(), {xaxis, yaxis} = g._fullLayout;
    const {x, y} = g.calcdata.find(points => points[0].trace.name === 'objects')[row];
    return [box.left + xaxis._offset + xaxis.d2p(x), box.top + yaxis._offset + yaxis.d2p(y)];
}"""

PLACE_OF_NODE = """(g, node) => {
    const box = g.getBoundingClientRect(), {xaxis, yaxis} = g._fullLayout;
    const {x, y} = g.calcdata[5][node];
    return [box.left + xaxis._offset + xaxis.d2p(x), box.top + yaxis._offset + yaxis.d2p(y)];
}"""


@dataclass
class Walk:
    """A lesson in a browser, with what a person does there."""

    page: Page
    settled: Callable[[Page], None]

    @property
    def panel(self) -> Locator:
        return self.page.locator(".st-key-lesson_panel")

    @property
    def revealed(self) -> Locator:
        return self.panel.get_by_test_id("stAlert")

    def calm(self) -> None:
        self.settled(self.page)

    def slide(self, key: str, value: str) -> None:
        slider = self.page.locator(f".st-key-{key} input[type=range]").first
        for _ in range(9):  # a rerun on the way may set it back to what the server knows
            at, step = slider.evaluate("s => [s.value, s.step].map(Number)")
            steps = round((float(value) - at) / step)
            if not steps:
                break
            slider.focus()
            for _ in range(abs(steps)):
                self.page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
            self.calm()

    def type(self, key: str, value: str) -> None:
        field = self.page.locator(f".st-key-{key} input").first
        field.fill(value)
        field.press("Enter")

    def choose(self, key: str, title: str) -> None:
        box = self.page.locator(f".st-key-{key}").get_by_role("combobox")
        option = self.page.get_by_role("option", name=title, exact=True)
        for _ in range(9):  # a page that is drawn again may close the list
            box.click()
            try:
                option.click(timeout=3_000)
                return
            except NothingCame:
                continue
        raise AssertionError(f"No list of {key} opened.")

    def press(self, key: str, title: str) -> None:
        self.page.locator(f".st-key-{key}").get_by_text(title, exact=True).click()

    def in_view(self, act: Callable[[], None]) -> None:
        self.page.get_by_role("button", name="View", exact=False).first.click()
        act()
        self.page.keyboard.press("Escape")

    def reveal(self) -> None:
        self.page.locator("[class*=truth-switch] button:visible").first.click()

    def pin(self) -> None:
        self.page.get_by_role("button", name="Pin", exact=True).click()

    def chart(self, key: str) -> Locator:
        chart = self.page.locator(f".st-key-{key} .js-plotly-plot").first
        chart.locator(".scatterlayer").first.wait_for()
        return chart

    def click_chart(self, key: str, across: float, up: float) -> None:
        ground = self.chart(key).locator(".nsewdrag").first
        box = ground.bounding_box()
        assert box is not None
        ground.click(position={"x": across * box["width"], "y": up * box["height"]})

    def click_row(self, row: int) -> None:
        place = self.chart("credal-plane").evaluate(PLACE_OF_ROW, row)
        self.page.mouse.click(*place)

    def there_and_back(self, before: Step) -> None:
        """Back to a step that is done, which has kept its answer, and on again."""
        self.panel.get_by_role("button", name="Back", exact=True).click()
        expect(self.panel).to_contain_text(before.title)
        expect(self.revealed).to_contain_text(beginning(before.reveal))
        self.calm()
        self.panel.get_by_role("button", name="Next", exact=True).click()
        expect(self.revealed).to_have_count(0)
        self.calm()

    def stay(self) -> None:
        """Do something while the next step is about to open: it does not."""
        line = self.page.locator(".st-key-shell-lesson_countdown")
        expect(line).to_contain_text("Next step in")
        self.page.keyboard.press("Shift")
        expect(line).to_contain_text("Stays until you press Next.")
        self.page.clock.run_for(30_000)
        expect(self.revealed).to_be_visible()

    def wait_for_the_next(self) -> bool:
        """Do nothing until the next step has opened; not if the act went on after it was done."""
        line = self.page.locator(".st-key-shell-lesson_countdown")
        expect(line).to_be_in_viewport()  # also where the act was far down
        expect(line).to_contain_text(re.compile("Next step in|Stays until"))
        stays = "Stays until" in line.inner_text()
        if not stays:
            self.page.clock.run_for(30_000)
        return not stays

    def answer(self, step: Step) -> None:
        assert step.question is not None
        if step.question.choices:
            self.panel.get_by_text(step.question.choices[-1], exact=True).click()
        else:
            self.panel.get_by_role("button", name="Take this guess").click()


def beginning(text: str) -> str:
    """The beginning of a text, as far as it holds no link."""
    return text.partition("[[")[0].strip()[:50]


def lasso(walk: Walk) -> None:
    lasso_three(walk.page)
    assert picked(walk.page) >= 3
    walk.calm()
    label_as(walk.page, "virginica")


def unsupervised(walk: Walk) -> None:
    walk.page.get_by_test_id("stSidebar").get_by_text("More", exact=True).click()
    walk.choose("mixture-way", "unsupervised")


def link_rows(walk: Walk) -> None:
    walk.press("credal-click", "must-link")
    walk.calm()
    walk.click_row(5)
    walk.calm()
    walk.click_row(4)


def click_point(walk: Walk) -> None:
    chart = walk.chart("labels-simulate-plane")
    script = PLACE_OF_ROW.replace("=== 'objects'", "!== undefined")
    walk.page.mouse.click(*chart.evaluate(script, 0))


def pick_and_reveal(walk: Walk) -> None:
    walk.page.mouse.click(*walk.chart("networks-graph").evaluate(PLACE_OF_NODE, 3))
    walk.calm()
    walk.reveal()


Act = Callable[[Walk], None]
ACTS: dict[str, list[Act]] = {
    "masses": [
        lambda walk: walk.slide("playground-doubt-0", "0.5"),
        lambda walk: walk.slide("playground-mass-0-1", "0.9"),
        lambda walk: walk.press("playground-rule", "Dempster"),
        lambda walk: walk.press("playground-rule", "Yager"),
        lambda walk: (
            walk.slide("playground-doubt-0", "0.1"),
            walk.calm(),
            walk.slide("playground-doubt-1", "0.1"),
        )[0],
        lambda walk: walk.press("playground-rule", "Cautious (Denœux)"),
        lambda walk: walk.slide("labels-law-guess-doubt-doubt", "1"),
        click_point,
    ],
    "worth": [
        Walk.reveal,
        lasso,
        lambda walk: walk.slide("playground-doubt-0", "0.3"),
        Walk.reveal,
        Walk.pin,
        unsupervised,
        lambda walk: walk.slide("mixture-noise", "0.5"),
        pick_and_reveal,
    ],
    "maxima": [
        lambda walk: walk.type("mixture-start", "1"),
        lambda walk: walk.type("mixture-start", "5"),
        lambda walk: walk.slide("landscape-starts", "50"),
        lambda walk: walk.slide("landscape-ns", "0.3"),
        lambda walk: walk.press("landscape-relabel", "Count mirror images once"),
        lambda walk: walk.choose("mixture-init", "pignistic"),
    ],
    "neighbours": [
        lambda walk: walk.click_chart("neighbours-plane", 0.5, 0.5),
        lambda walk: walk.slide("neighbours-K", "1"),
        lambda walk: walk.slide("neighbours-K", "15"),
        lambda walk: walk.click_chart("neighbours-plane", 0.03, 0.04),
        lambda walk: walk.in_view(lambda: walk.press("neighbours-shade", "conflict")),
        lambda walk: walk.slide("neighbours-noise", "0.4"),
        lambda walk: walk.choose("neighbours-answer", "with rejection"),
    ],
    "overlap": [
        lambda walk: walk.click_row(5),
        lambda walk: walk.click_row(11),
        lambda walk: walk.slide("credal-quantile", "0.9"),
        lambda walk: walk.in_view(lambda: walk.choose("credal-mass", "Ω")),
        lambda walk: walk.slide("credal-alpha", "2"),
        link_rows,
        lambda walk: walk.slide("eknnclus-K", "20"),
    ],
    "crowd": [
        Walk.reveal,
        lambda walk: walk.press("crowd-law-rule", "Average"),
        lambda walk: walk.press("crowd-law-rule", "Cautious (Denœux)"),
        lambda walk: walk.slide("crowd-law-annotators", "15"),
        lambda walk: walk.slide("crowd-law-coverage", "0.4"),
        Walk.reveal,
        Walk.pin,
    ],
}


QUICKEST = "masses"


# Half a minute each, but for one: with every change they are walked in process
# (`tests/pages/test_lessons_walked.py`).
@pytest.mark.parametrize(
    "key",
    [pytest.param(key, marks=[pytest.mark.slow] * (key != QUICKEST)) for key in library.ORDER],
)
def test_a_lesson_is_walked_from_beginning_to_end(
    key: str, app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    lesson, walk = library.own_lessons()[key], Walk(page, settled)
    page.clock.install()  # it goes on as always, but for what is waited for below
    page.goto(f"{app}/?lesson={key}")
    assert len(ACTS[key]) == len(lesson.steps)
    waited = False
    for number, (step, act) in enumerate(zip(lesson.steps, ACTS[key], strict=True), start=1):
        expect(walk.panel).to_contain_text(f"{number} / {len(lesson.steps)}")
        expect(walk.panel).to_contain_text(step.title)
        walk.calm()
        if number == 2:
            walk.there_and_back(lesson.steps[0])
        expect(walk.panel).not_to_contain_text(step.task)
        walk.answer(step)
        expect(walk.panel).to_contain_text(step.task)
        walk.calm()
        expect(walk.revealed).to_have_count(0)
        act(walk)
        expect(walk.revealed).to_contain_text(beginning(step.reveal))
        if number == 3 and walk.wait_for_the_next():
            waited = True
            continue
        if number == 4:
            walk.stay()
        last = number == len(lesson.steps)
        walk.panel.get_by_role("button", name="Finish" if last else "Next").click()
    expect(walk.panel).to_have_count(0)
    assert waited or key == "worth"  # its third act goes on with the keys of a slider


# A step with a player, by lesson and number.
STEPS = [
    ("worth", 4),
    pytest.param("maxima", 1, marks=pytest.mark.slow),
    pytest.param("overlap", 5, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_pictures_and_player_are_in_view_beside_a_step(key, number, app, new_page, settled):
    page = new_page(width=1440, height=900)
    page.goto(f"{app}/?lesson={key}&step={number}")
    expect(Walk(page, settled).panel).to_contain_text(f"{number} /")
    settled(page)
    address = PAGES[library.own_lessons()[key].steps[number - 1].page].address
    check_pictures_and_player_are_in_view(page, address, 900)
    check_accessible(page)
    show(page, 1280, 800, False)
    check_pictures_and_player_are_in_view(page, address, 800)
