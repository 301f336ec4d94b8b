"""Links and workspace files of earlier versions still open, with all their settings.

`stored/links.json` holds links, `stored/*.zip` workspace files, as the app wrote them on
17 November 2026, before pages and settings were renamed; `stored/files.json` says which settings
of the files must arrive. Those of the day after are of pages and settings that came later. They are
never edited: a renamed setting gets a row in `old_names`.
"""

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from opened_pages import drawn
from streamlit.testing.v1 import AppTest

from belieflab.classroom import PORT_VARIABLE, STORE_VARIABLE
from belieflab.classroom.store import Store
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.ui.shell import link, old_names
from belieflab.ui.shell.lecture import Lecture, decode
from belieflab.ui.shell.page_settings import put_back
from belieflab.ui.shell.page_table import PAGES
from belieflab.ui.shell.workspace import Recipe, Workspace
from belieflab.ui.shell.workspace_reader import read

STORED = Path(__file__).parent / "stored"
LINKS = json.loads((STORED / "links.json").read_text(encoding="utf-8"))
FILES = json.loads((STORED / "files.json").read_text(encoding="utf-8"))
LATER = json.loads((STORED / "links_of_18_november.json").read_text(encoding="utf-8"))
FILES |= json.loads((STORED / "files_of_18_november.json").read_text(encoding="utf-8"))


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv(STORE_VARIABLE, str(tmp_path / "class.sqlite"))
    monkeypatch.setenv(PORT_VARIABLE, "8600")
    return Store(tmp_path / "class.sqlite")


def page_at(key: str, workspace: Workspace) -> AppTest:
    """The page of that old key, as its old address leads to it."""
    current, shown = old_names.ADDRESSES.get(key, (old_names.current_page(key), {}))
    app = AppTest.from_file(str(PAGES[current].file), default_timeout=120)
    app.session_state["workspace"] = workspace
    for name, value in shown.items():
        app.query_params[name] = value
    return app


def open_class(workspace: Workspace) -> None:
    """Let a class begin, so that its page shows how answers are combined."""
    app = drawn(page_at("class", workspace))
    drawn(app.button(key="crowd.class.open").click())


def assert_settings(app: AppTest, settings: dict[str, Any]) -> None:
    current = old_names.current_names(settings)
    if "scaling" in current:  # of the workspace, no longer of a page
        assert app.session_state["workspace"].state.scaling == current.pop("scaling")
    for key, value in current.items():
        arrived = app.session_state[key]
        if isinstance(value, list):  # columns were whole numbers, and are now their keys
            arrived, value = [str(each) for each in arrived], [str(each) for each in value]
        assert arrived == value, key


def workspace_of(query: dict[str, str]) -> Workspace:
    workspace = Workspace()
    asked = link.decode(old_names.current_names(query))
    if asked.data is not None:
        workspace.set_up(asked.data, asked.labels, asked.seed, asked.scaling)
    workspace.lecture = decode(query)
    return workspace


@pytest.mark.parametrize("stored", LINKS + LATER, ids=lambda stored: stored["page"])
def test_a_stored_link_brings_its_settings(stored: dict[str, Any], store: Store) -> None:
    query = parse_qs(stored["address"].partition("?")[2])
    workspace = workspace_of({key: values[0] for key, values in query.items()})
    if stored["page"] == "class":
        open_class(workspace)
    app = page_at(stored["page"], workspace)
    for key, values in query.items():
        app.query_params[key] = values if len(values) > 1 else values[0]
    app = drawn(app)
    assert_settings(app, stored["settings"])
    if stored["page"] == "playground":
        assert app.query_params == {key: values[0] for key, values in query.items()}


@pytest.mark.parametrize(
    "key", ["active.model", "evaluate.methods", "suspects.classifier", "whatif.methods"]
)
def test_a_link_with_the_old_title_of_one_γ_for_all_names_that_classifier(key: str) -> None:
    current = old_names.current_names({key: ["Evidential k-NN, γ single"]})
    assert current == {key: [CLASSIFIERS.find("eknn-single").title]}


@pytest.mark.parametrize(
    ("title", "structure"),
    [("naive Bayes, features chosen", "selective"), ("tree (TAN)", "tan")],
)
def test_a_link_with_the_old_title_of_a_structure_names_that_structure(
    title: str, structure: str
) -> None:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("hard"))
    app = page_at("networks", workspace)
    app.query_params["networks.structure"] = title
    assert drawn(app).session_state["networks.structure"] == structure


def test_every_page_that_has_settings_has_a_stored_link() -> None:
    stored = {old_names.current_page(each["page"]) for each in LINKS + LATER}
    assert stored == set(PAGES) - {"lessons", "glossary"} | {"crowd.class"}


def test_stored_links_name_data_labels_and_lecture() -> None:
    first, *_, last = (
        workspace_of({key: values[0] for key, values in parse_qs(address).items()})
        for address in (stored["address"].partition("?")[2] for stored in LINKS)
    )
    assert first.state.data_recipe is not None and first.state.label_recipe is not None
    assert first.state.data_recipe.key == "gaussians"
    assert first.state.data_recipe.settings["distance"] == 2.5
    assert first.state.label_recipe.key == "guess-doubt"
    assert first.state.label_recipe.settings["doubt"] == 0.4
    assert first.seed == 3
    assert last.lecture == Lecture(("family", "ns"))


@pytest.mark.parametrize(
    ("name", "page"), [(name, page) for name, pages in FILES.items() for page in pages]
)
def test_a_stored_file_brings_the_settings_of_every_page(
    name: str, page: str, store: Store
) -> None:
    saved = read((STORED / name).read_bytes())
    workspace = Workspace()
    workspace.restore(saved.state)
    if page == "class" and name == "sample.zip":
        open_class(workspace)
    app = page_at(page, workspace)
    put_back(app.session_state, saved.settings)
    app = drawn(app)
    assert not app.toast
    assert_settings(app, FILES[name][page])


def test_a_stored_file_brings_its_sample_and_its_pins() -> None:
    saved = read((STORED / "sample.zip").read_bytes())
    assert saved.state.data_recipe == Recipe("iris")
    assert saved.state.label_recipe == Recipe("expert-doubt", {"mean": 0.3, "deviation": 0.2})
    assert saved.state.seed == 11
    pinned = {"mixture", "neighbours", "credal", "eknnclus"}
    assert set(saved.pins) == {old_names.current_page(page) for page in pinned}
    (run,) = saved.pins[old_names.current_page("mixture")]
    assert run.name == "A" and len(run.settings) == 14
    assert run.scores["log-likelihood"] == pytest.approx(-712.4942771136953)


def test_a_stored_file_brings_uploaded_points_and_edited_labels() -> None:
    saved = read((STORED / "uploaded.zip").read_bytes())
    dataset, labels = saved.state.dataset, saved.state.labels
    assert saved.truth_hidden and dataset is not None and labels is not None
    assert dataset.feature_names == ("width", "=height", "weight, g")
    assert (dataset.name, dataset.n, dataset.class_kind) == ("my plants.csv", 24, "integer")
    assert saved.state.edited and saved.state.label_note == "2 labels by hand"
    assert labels.frame.values == (3, 5)
    assert labels.dense()[3].tolist() == [0.0, 0.25, 0.0, 0.75]
    assert labels.dense()[7].tolist() == [0.1, 0.0, 0.9, 0.0]


def test_old_names_give_way_to_current_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(old_names, "PAGES", {"em": "mixture"})
    monkeypatch.setattr(old_names, "KEYS", {"mixture.shape": "mixture.family"})
    monkeypatch.setattr(
        old_names,
        "VALUES",
        {"mixture.family": {"round": "spherical"}, "labels": {"old": "hard"}, "show": {"a": "b"}},
    )
    old = {"em.shape": "round", "em.x": "pc1", "show": "a,K", "data": "iris", "em.many": [1, 2]}
    assert old_names.current_names(old) == {
        "mixture.family": "spherical",
        "mixture.x": "pc1",
        "show": "b,K",
        "data": "iris",
        "mixture.many": [1, 2],
    }
    assert old_names.current_recipe("labels", "old", {"mean": 0.2}) == ("hard", {"mean": 0.2})
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("hard"))
    app = page_at("em", workspace)
    app.query_params["em.shape"] = "round"
    app = drawn(app)
    assert app.session_state["mixture.family"] == "spherical"
    assert "em.shape" not in app.query_params
