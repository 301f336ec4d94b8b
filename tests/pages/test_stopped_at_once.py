"""Every run of every page, stopped before its first step: the page stays whole and can go on."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from opened_pages import drawn, open_page
from streamlit.testing.v1 import AppTest

from belieflab.iteration import StopFlag, stop_scope
from belieflab.ui.method import runs
from belieflab.ui.method.run_queue import QUEUE
from belieflab.ui.method.runs import Run
from belieflab.ui.method.tasks import Task
from belieflab.ui.pages.papers import results as paper_results
from belieflab.ui.shell.workspace import Recipe, Workspace

IRIS = Recipe("iris"), Recipe("nonspecificity", {"ns": 0.4})
PAPER = "denoeux2015-bernoulli"
PAGES: dict[str, tuple[dict[str, str], list[str], set[str]]] = {
    "mixture": ({}, ["Parameters"], {"fit", "choice", "held_out", "standard_errors"}),
    "landscape": ({}, ["Figure 3"], {"run", "sweep"}),
    "neighbours": ({}, ["Parameters"], {"fit", "errors"}),
    "neighbours of a network": ({"model": "network"}, ["Parameters"], {"fit", "choice"}),
    "networks": ({}, ["Structures", "Parameters"], {"fit", "structures"}),
    "credal": ({}, ["Masses", "Number of clusters"], {"fit", "choice"}),
    "eknnclus": ({}, ["A-sets"], {"fit", "seeds", "a_sets"}),
    "active": ({}, [], {"run", "follow"}),
    "whatif": ({}, ["Tests"], {"run"}),
    "papers": ({"name": PAPER}, ["Table"], {f"run.{PAPER}"}),
}
"""By page: settings, further tabs, and the runs that it has."""


class Stopping:
    """What begins is stopped when its first step is asked for; only what is named is quick."""

    quick = ""

    def __init__(self) -> None:
        self._runs: dict[StopFlag, Run] = {}

    def enter(self, run: Run, owner: object, stop: object) -> bool:
        self._runs[run._flag] = run
        return True

    @contextmanager
    def scope(self, flag: StopFlag) -> Iterator[None]:
        with stop_scope(flag):
            self._runs.pop(flag).stop()
            yield


@pytest.fixture
def stopping(monkeypatch, tmp_path) -> Stopping:
    how = Stopping()
    monkeypatch.setenv(paper_results.FOLDER, str(tmp_path / "results"))
    monkeypatch.setattr(QUEUE, "enter", how.enter)
    monkeypatch.setattr(runs, "stop_scope", how.scope)
    monkeypatch.setattr(Task, "is_quick", property(lambda task: task.key == how.quick))
    return how


def press_all(app: AppTest, ending: str) -> tuple[AppTest, set[str]]:
    """Press every button whose key ends so, and wait for the runs; which were stopped at once."""
    pressed: set[str] = set()
    while True:
        waiting = {str(each.key): each for each in app.button if not each.disabled}
        key = next((key for key in waiting if key.endswith(ending) and key not in pressed), None)
        begun = app.session_state["shell.runs"] if "shell.runs" in app.session_state else {}
        if key is None:
            return app, {name for name, run in begun.items() if run.stopped and not run.steps}
        pressed.add(key)
        waiting[key].click()
        app = drawn(app)
        for run in app.session_state["shell.runs"].values():
            run.join(60)
        app = drawn(app)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_whose_runs_are_stopped_before_their_first_step_stays_whole(name, stopping):
    (key, *_), (settings, tabs, expected) = name.split(), PAGES[name]
    workspace, stopped = Workspace(), set()
    workspace.set_up(*IRIS)
    app = open_page(key, workspace, address=settings)
    for quick in ("", f"{key}.fit"):  # without a fit, and with one whose further runs are stopped
        stopping.quick = quick
        for tab in ("Result", *tabs):
            app.session_state[f"{key}.tab"] = tab
            app, found = press_all(drawn(app), ".run")
            app, again = press_all(app, ".resume")
            stopped |= found | again
    assert stopped == {f"{key}.{each}" for each in expected}
