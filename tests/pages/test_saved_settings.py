"""The workspace file brings back what the pages' own controls showed, and no file breaks a page."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from opened_pages import open_page
from streamlit.elements.lib import policies
from streamlit.testing.v1 import AppTest

from belieflab.ui.shell.page_settings import KEPT, WAITING, gather, put_back
from belieflab.ui.shell.workspace import Recipe, Workspace
from belieflab.ui.shell.workspace_file import SavedWorkspace, write
from belieflab.ui.shell.workspace_reader import read

ROOT = Path(__file__).parents[2]
DATA = {
    "data.way": "Generate",
    "data.view": "Parallel coordinates",
}
LABELS = {
    "labels.tab": "Edit",
    "labels.x": "x3",
    "labels.y": "pc1",
    "labels.colour": "none",
    "labels.certainty": "opacity",
    "labels.brush.classes": ["setosa", "virginica"],
    "labels.brush.doubt": 0.25,
}
PLAYGROUND = {
    "playground.link": "preset=zadeh&doubt=0~0.1&rule=yager",
    "playground.view": "0",
    "playground.cost": 0.5,
    "playground.edit": "Table",
    "playground.empty": True,
    "playground.row": 12,
}
STRANGE: dict[str, Any] = {
    "labels.editor_turn": "x",
    "labels.pending": [1, 2],
    "labels.brush.apply": True,
    "labels.upload": "x",
    "labels.edit.plane": "x",
    "data.upload.round": "x",
    "data.draft": "x",
    "data.use": True,
    "playground.table": "x",
    "playground.undo": True,
}
"""Keys of buttons, uploaders and of what the pages remember: no file may set them."""
PAGES = {"data": DATA, "labels": LABELS, "playground": PLAYGROUND}


def iris() -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    return workspace


def opened(page: str, settings: dict[str, Any]) -> AppTest:
    """The page after a workspace file with these settings was opened."""
    saved = read(write(SavedWorkspace(iris().state, settings=settings)))
    workspace = Workspace()
    workspace.restore(saved.state)
    session: dict[Any, Any] = {"workspace": workspace}
    put_back(session, saved.settings)
    app = AppTest.from_file(str(ROOT / "pages" / f"{page}.py"), default_timeout=60)
    for key, value in session.items():
        app.session_state[key] = value
    return app.run()


def kept(app: AppTest) -> dict[str, Any]:
    session = app.session_state
    current = {key: session[key] for key in (KEPT, WAITING, *session[KEPT]) if key in session}
    return gather(current)


@pytest.mark.parametrize("page", PAGES)
def test_every_control_comes_back(page: str) -> None:
    app = opened(page, PAGES[page])
    assert not app.exception and not app.toast
    shown = kept(app)
    assert {key: shown[key] for key in PAGES[page]} == PAGES[page]
    app.run()
    assert not app.exception
    assert kept(app) == shown


@pytest.mark.parametrize("page", PAGES)
def test_what_is_saved_after_opening_is_what_was_opened(page: str) -> None:
    once = kept(opened(page, PAGES[page]))
    assert kept(opened(page, once)) == once


def test_the_chosen_features_come_back_on_another_server() -> None:
    app = opened("data", {})
    (picker,) = app.multiselect
    key = picker.key
    picker.set_value(["3", "1"]).run()
    saved = kept(app)
    assert saved[key] == ["3", "1"]
    for columns in (["3", "1"], [3, 1]):  # numbers in files of earlier versions
        (again,) = opened("data", saved | {key: columns}).multiselect
        assert again.key == "data.features.Scatter-matrix.826545786"
        assert again.value == ["3", "1"]


def test_the_playground_shows_the_saved_masses() -> None:
    app = opened("playground", PLAYGROUND)
    playground = app.session_state["playground"].current
    assert playground.rule == "yager"
    assert [source.doubt for source in playground.sources] == [0.0, 0.1]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("value", [5, -1.5, True, "no such thing", [99], ["a", "a"]])
def test_no_setting_breaks_a_page(page: str, value: Any) -> None:
    app = opened(page, dict.fromkeys(PAGES[page], value) | STRANGE)
    assert not app.exception
    app.run()
    assert not app.exception


def test_what_does_not_fit_is_named_and_the_rest_comes_back() -> None:
    app = opened("labels", LABELS | {"labels.brush.doubt": 5.0, "labels.x": "x99"})
    notes = [note.value.replace("\\", "") for note in app.toast]
    assert len(notes) == 2
    assert any("labels.brush.doubt to 5.0" in note for note in notes)
    assert any("labels.x to x99" in note for note in notes)
    assert app.slider(key="labels.brush.doubt").value == 0.0
    assert app.multiselect(key="labels.brush.classes").value == LABELS["labels.brush.classes"]


def test_settings_of_a_file_are_no_news_for_the_log(monkeypatch):
    """A control has its default, which the address leaves out, and a value from elsewhere."""
    logged: list[object] = []
    monkeypatch.setattr(policies, "_shown_default_value_warning", False)
    monkeypatch.setattr(policies._LOGGER, "warning", lambda *text, **_: logged.append(text))
    monkeypatch.setattr(policies, "runtime", SimpleNamespace(exists=lambda: True))
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("hard"))
    app = open_page("mixture", workspace, file={"tol": "1e-3"})
    assert app.session_state["mixture.tol"] == "1e-3"
    assert not logged


@pytest.mark.parametrize("text", ["9" * 5_000, "1e309", "-inf", "nan", "-0", "x"])
def test_a_number_beyond_all_floats_in_a_link_is_left_out(text):
    workspace = Workspace()
    workspace.load_sample("iris")
    app = open_page("eknnclus", workspace, address={"run": text})
    assert app.number_input(key="eknnclus.run").value == 0
