"""Results of What-if and of Figure 3 are there after a kill, and what is missing is added."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from opened_pages import drawn, finish, open_page, sentences
from streamlit.testing.v1 import AppTest

from belieflab import DataError
from belieflab.mixture import LandscapeSweep
from belieflab.ui.method import kept_results, player
from belieflab.ui.shell.store import limits, visit
from belieflab.ui.shell.store.limits import Mode, new_key
from belieflab.ui.shell.workspace import Recipe, Workspace

WHAT_IF = {"levels": "10, 40", "methods": ["soft", "supervised"], "folds": 3}
RUN, SWEEP = "whatif.run", "landscape.sweep"
LANDSCAPE = {"starts": 10, "tab": "Figure 3"}

Restart = Callable[..., AppTest]


@pytest.fixture
def restarted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Restart:
    """`restarted(page, workspace, **controls)`: the page in a server that knows nothing but files.

    With another key it is another workspace.
    """
    monkeypatch.setenv(limits.DATA_VARIABLE, str(tmp_path))
    key = new_key()

    def restart(page: str, workspace: Workspace, own: str = key, **controls: Any) -> AppTest:
        kept_results._BOOKS.clear()
        here = visit.Visit(Mode.DISK, {}, key=own)
        return open_page(page, workspace, **{visit.VISIT: here} | controls)

    return restart


def gaussians(size: int = 60, seed: int = 7) -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("gaussians", {"size": size}), seed=seed)
    return workspace


def iris() -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"))
    return workspace


def run(app: AppTest, key: str) -> AppTest:
    app.button(key=f"{key}.run").click().run()
    return finish(app, key)


def table(app: AppTest) -> list[str]:
    return app.table[0].value.to_numpy().ravel().tolist()


def n_steps(app: AppTest, key: str) -> int:
    return len(app.session_state["shell.runs"][key].steps)


def test_what_if_shows_what_was_computed_and_adds_the_rest(restarted: Restart) -> None:
    whole = table(run(restarted("whatif", gaussians(), new_key(), **WHAT_IF, replicates=3), RUN))
    first = table(run(restarted("whatif", gaussians(), **WHAT_IF, replicates=2), RUN))
    app = restarted("whatif", gaussians(), **WHAT_IF, replicates=2)
    assert table(app) == first and app.button(key=f"{RUN}.run").disabled
    app = restarted("whatif", gaussians(), **WHAT_IF, replicates=3)
    assert "–" not in table(app)
    assert app.button(key=f"{RUN}.run").label == "Resume, 4 to do"
    app = run(app, RUN)
    assert n_steps(app, RUN) == 4 and table(app) == whole
    assert table(restarted("whatif", gaussians(), **WHAT_IF, replicates=3)) == whole
    other = restarted("whatif", gaussians(seed=8), **WHAT_IF, replicates=3)
    assert other.button(key=f"{RUN}.run").label == "Run"


def test_stored_curves_that_are_computed_again_go_on_there(restarted: Restart) -> None:
    how = {"levels": "10, 40", "methods": ["soft", "supervised"], "replicates": 2}
    app = restarted("whatif", iris(), **how)
    stored = table(app)
    assert "Stored: computed on" in sentences(app)
    app = run(restarted("whatif", iris(), **how | {"replicates": 1}), RUN)
    assert n_steps(app, RUN) == 4
    app = restarted("whatif", iris(), **how)
    assert "Stored" not in sentences(app) and "–" not in table(app)
    assert app.button(key=f"{RUN}.run").label == "Resume, 4 to do"
    assert table(run(app, RUN)) == stored
    more = restarted("whatif", iris(), **how | {"levels": "10, 20, 40"})
    assert "Stored" in sentences(more) and "–" not in table(more)


def rows(app: AppTest) -> list[dict[str, Any]]:
    frame = next(each.value for each in app.dataframe if "label sets" in each.value.columns)
    return frame.to_dict("records")


def test_figure_3_shows_what_was_computed_and_adds_the_rest(
    restarted: Restart, monkeypatch: pytest.MonkeyPatch
) -> None:
    how = LANDSCAPE | {"label_sets": 2}
    whole = run(restarted("landscape", gaussians(), new_key(), **how), SWEEP)
    cells = whole.session_state["shell.runs"][SWEEP].value.cells
    with monkeypatch.context() as patch:
        grow_cell = LandscapeSweep.grow_cell

        def grow_five(sweep, key):
            if len(sweep.cells) == 5:
                raise DataError("This is where the server was killed.")
            yield from grow_cell(sweep, key)

        patch.setattr(LandscapeSweep, "grow_cell", grow_five)
        run(restarted("landscape", gaussians(), **how), SWEEP)
    pushed: dict[str, Any] = {}
    monkeypatch.setattr(
        player, "push_traces", lambda key, chart, traces: pushed.update({chart: traces})
    )
    app = restarted("landscape", gaussians(), **how)
    assert len(rows(app)) == 5
    assert list(pushed["landscape.sweep_maxima"][1]["x"]) == [0.1, 0.2, 0.3, 0.4, 0.5]
    assert app.button(key=f"{SWEEP}.run").label == "Resume, 130 starts to do"
    app = run(app, SWEEP)
    sweep = app.session_state["shell.runs"][SWEEP].value
    assert n_steps(app, SWEEP) == 130
    assert sweep.cells == cells and list(sweep.cells) == list(cells)
    assert rows(app) == rows(whole)
    app = restarted("landscape", gaussians(), **how)
    assert rows(app) == rows(whole) and app.button(key=f"{SWEEP}.run").disabled
    for other, more in (
        (gaussians(61), {}),
        (gaussians(seed=8), {}),
        (gaussians(), {"starts": 20}),
    ):
        app = restarted("landscape", other, **how | more)
        assert app.button(key=f"{SWEEP}.run").label == "Sweep"


def test_numbers_that_no_sweep_can_have_found_are_left_out(restarted: Restart) -> None:
    app = run(restarted("landscape", gaussians(), **LANDSCAPE, label_sets=1), SWEEP)
    with kept_results.KeptBook(app.session_state["shell.results"][0]).open() as store:
        for value, row in (("NULL", 0), ("1.5", 1), ("9e999", 2)):
            level = f"(SELECT cell FROM results ORDER BY cell LIMIT 1 OFFSET {row})"  # noqa: S608
            store._base.execute(f"UPDATE results SET score = {value} WHERE cell = {level}")  # noqa: S608
    app = drawn(restarted("landscape", gaussians(), **LANDSCAPE, label_sets=1))
    assert app.button(key=f"{SWEEP}.run").label == "Resume, 30 starts to do"
