"""A class with a teacher and two phones; and what the network can reach of it."""

import http.client
import re
import socket
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import numpy as np
import pytest
from app_server import free_port, running_app
from browsing import until
from playwright.sync_api import Page, expect
from screens import begin_lecture, check_fits

from belieflab.classroom.server import NOT_HERE
from belieflab.crowd.calibration import brier_scores, calibrate
from belieflab.data import load_sample
from belieflab.data.crowd_files import join_items, read_crowd_file

ELSEWHERE = "127.0.0.2"
"""An address of this machine at which whoever listens on localhost alone is not found."""

NOTE = "<img src=x onerror=alert(1)> **left** is class 1"
SECRETS = ("/", "/class", "/data", "/_stcore/health", "/_stcore/host-config", "/app.py")


@pytest.fixture
def lesson() -> Iterator[tuple[str, int]]:
    """The address of the teacher's app, asked to be public as in Docker, and the students' port.

    A new one for every try: a session that is open already shows no page to open one.
    """
    port = free_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STREAMLIT_SERVER_ADDRESS", "0.0.0.0")  # noqa: S104
        with running_app(students_port=port) as server:
            yield server.url, port


def reachable(host: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(5)
        return probe.connect_ex((host, port)) == 0


def get(host: str, port: int, path: str) -> tuple[int, str]:
    line = http.client.HTTPConnection(host, port, timeout=10)
    line.request("GET", path)
    answer = line.getresponse()
    result = answer.status, answer.read().decode()
    line.close()
    return result


def counter(page: Page, title: str) -> object:
    metric = page.get_by_test_id("stMetric").filter(has_text=title)
    return metric.get_by_test_id("stMetricValue")


def test_two_phones_label_points_for_the_teacher(
    lesson: tuple[str, int], new_page: Callable[..., Page], settled: Callable[[Page], None]
) -> None:
    url, port = lesson
    teacher = new_page()
    teacher.goto(f"{url}/crowd?crowd.answers_of=Class&data=gaussians&seed=3")
    settled(teacher)
    teacher.get_by_role("textbox", name="What to tell the students").fill(NOTE)
    teacher.get_by_role("button", name="Open the session").click()
    code = teacher.get_by_text(re.compile(r"^\s*[2-9A-Z]{5}-[2-9A-Z]{5}\s*$")).inner_text().strip()

    first = new_page(width=360, height=640)
    first.goto(f"http://127.0.0.1:{port}/#{code}")
    expect(first.get_by_text(NOTE)).to_be_visible()  # letter by letter
    assert first.locator("img").count() == 0
    assert first.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    for nth in range(10):
        expect(first.get_by_text(f"{nth + 1} of 10")).to_be_visible()
        first.locator("#classes button").nth(nth % 2).click()
        first.locator("#next").click()
    expect(first.get_by_role("heading", name="Thank you")).to_be_visible()

    second = new_page(width=360, height=640, dark=True)
    second.goto(f"http://127.0.0.1:{port}/")
    second.locator("#code").fill("wrong-one")
    second.get_by_role("button", name="Join").click()
    expect(second.get_by_text("There is no session with this code")).to_be_visible()
    second.locator("#code").fill(code.lower())
    second.get_by_role("button", name="Join").click()
    second.locator("#classes button").first.click()
    second.locator("#doubt").fill("75")
    expect(second.get_by_text("75 %")).to_be_visible()

    expect(counter(teacher, "Students")).to_have_text("2")  # nobody reloads the teacher's page
    expect(counter(teacher, "Answers")).to_have_text("11")
    teacher.set_viewport_size({"width": 800, "height": 900})
    main = teacher.get_by_test_id("stMain")
    too_wide = "element => element.scrollWidth - element.clientWidth"
    until(teacher, lambda: main.evaluate(too_wide), lambda found: found <= 0)
    second.reload()
    expect(second.get_by_text("2 of 10")).to_be_visible()
    second.locator("#back").click()
    assert second.locator("#doubt").input_value() == "75"

    teacher.get_by_role("button", name="Take these labels").click()
    expect(teacher.get_by_text("answers of 2 students")).to_be_visible()
    teacher.get_by_role("button", name="Close the session").click()
    expect(teacher.get_by_text("The session is closed.")).to_be_visible()
    second.locator("#classes button").last.click()
    expect(second.get_by_text("This session is closed")).to_be_visible()
    expect(counter(teacher, "Answers")).to_have_text("11")


@pytest.mark.slow
def test_how_to_join_fits_the_projector(
    lesson: tuple[str, int], new_page: Callable[..., Page], settled: Callable[[Page], None]
) -> None:
    page = new_page(width=1280, height=800)
    page.goto(f"{lesson[0]}/crowd?crowd.answers_of=Class&data=gaussians&seed=3")
    settled(page)
    page.get_by_role("button", name="Open the session").click()
    expect(counter(page, "Students")).to_have_text("0")
    begin_lecture(page)
    settled(page)
    check_fits(page)
    expect(counter(page, "Students")).to_be_in_viewport()


@pytest.mark.slow
def test_a_phone_answers_with_sets_and_doubt_and_reads_how_honest_it_was(
    lesson: tuple[str, int], new_page: Callable[..., Page], settled: Callable[[Page], None]
) -> None:
    url, port = lesson
    teacher = new_page()
    teacher.goto(f"{url}/crowd?crowd.answers_of=Class&data=iris&seed=3")
    settled(teacher)
    teacher.get_by_role("button", name="Open the session").click()
    code = teacher.get_by_text(re.compile(r"^\s*[2-9A-Z]{5}-[2-9A-Z]{5}\s*$")).inner_text().strip()

    phone = new_page(width=360, height=640)
    phone.goto(f"http://127.0.0.1:{port}/#{code}")
    classes, several = phone.locator("#classes button"), phone.locator("#several")
    unknown, doubt, onward = (phone.locator(f"#{name}") for name in ("unknown", "doubt", "next"))

    def pressed() -> list[str | None]:
        return [each.get_attribute("aria-pressed") for each in classes.all()]

    expect(phone.get_by_text("1 of 10")).to_be_visible()
    several.check()
    for nth in (1, 0, 0, 2):  # the second click on a class takes it back
        classes.nth(nth).click()
    assert pressed() == ["false", "true", "true"]
    onward.click()
    expect(phone.get_by_text("2 of 10")).to_be_visible()
    expect(several).not_to_be_checked()
    unknown.click()
    expect(unknown).to_have_attribute("aria-pressed", "true")
    expect(doubt).to_be_disabled()
    assert pressed() == ["false"] * 3
    expect(counter(teacher, "Answers")).to_have_text("2")

    phone.reload()  # what was said is kept
    expect(phone.get_by_text("3 of 10")).to_be_visible()
    phone.locator("#back").click()
    expect(unknown).to_have_attribute("aria-pressed", "true")
    phone.locator("#back").click()
    expect(several).to_be_checked()
    assert pressed() == ["false", "true", "true"]
    onward.click()
    onward.click()
    for nth in range(2, 10):
        expect(phone.get_by_text(f"{nth + 1} of 10")).to_be_visible()
        classes.nth(nth % 3).click()
        onward.click()
    expect(phone.get_by_role("heading", name="Thank you")).to_be_visible()
    honest, score = (
        phone.get_by_role("button", name="How honest was my doubt?"),
        phone.locator("#score"),
    )
    honest.click()
    expect(phone.get_by_text("The teacher has not revealed the classes yet")).to_be_visible()
    expect(score).to_be_empty()

    expect(counter(teacher, "Answers")).to_have_text("10")
    with teacher.expect_download() as saved:
        teacher.get_by_role("button", name="Answers as CSV").click()
    crowd = read_crowd_file(saved.value.path().read_bytes(), "answers.csv")
    iris = load_sample("iris")
    joined = join_items(crowd, iris)
    assert sorted(crowd.answers.set_sizes.tolist()) == [1.0] * 8 + [2.0, 3.0]
    [expected] = brier_scores(joined.answers, iris.truth)

    teacher.get_by_role("button", name="Close the session").click()
    expect(teacher.get_by_text("Honest doubt.")).to_be_visible()
    teacher.get_by_role("button", name="Reveal to the class").click()

    def reveals() -> str:
        honest.click()
        return score.inner_text()

    read = until(phone, reveals, bool)
    brier = f"{round(expected, 3):g}"
    assert read.startswith(f"Your Brier score is {brier}, that of the class {brier} (0 is best")
    assert re.search(r"Sure of a class, you were right in \d of 8\.", read)
    assert re.search(r"In doubt, you were right in [\d.]+ of 2\.", read)
    confidence, right, counts = calibrate(joined.answers, iris.truth)
    for look in ("own-point", "all-point"):
        points = phone.locator(f"#curve .{look}").all()
        places = [
            [float(each.get_attribute(name) or "") for name in ("cx", "cy")] for each in points
        ]
        np.testing.assert_allclose(places, 1000 * np.c_[confidence, 1 - right], atol=1e-6)
    expect(phone.locator("#curve-text")).to_contain_text(f"of {counts[-1]})")
    expect(phone.locator("#message")).to_be_hidden()


def test_the_network_reaches_the_session_and_nothing_of_the_app(lesson: tuple[str, int]) -> None:
    url, port = lesson
    app_port = urlsplit(url).port or 0
    assert reachable("127.0.0.1", app_port) and not reachable(ELSEWHERE, app_port)
    assert reachable(ELSEWHERE, port)
    status, page = get(ELSEWHERE, port, "/")
    assert status == 200 and "Join the session" in page and "treamlit" not in page
    for path in SECRETS[1:]:
        status, answer = get(ELSEWHERE, port, path)
        assert status == 404 and NOT_HERE in answer


def test_without_a_class_nothing_listens_on_the_network(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    assert not reachable(ELSEWHERE, urlsplit(app).port or 0)
    page.goto(f"{app}/class")
    settled(page)
    expect(page.get_by_text("Page not found")).to_have_count(0)
    expect(page.get_by_text("start it again with make run-class")).to_be_visible()
    expect(page.get_by_role("button", name="Open the session")).to_have_count(0)
