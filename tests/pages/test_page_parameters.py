"""Parameters outside the panels of method pages: the address sets them, and none is forgotten.

`test_parameters` walks what method pages declare. Here pages are drawn whole, in every scene that
shows parameters of other pages, and of tabs. What a module declares and no scene shows fails.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from opened_pages import drawn, snippets
from parameter_walk import (
    ON_DATA,
    declared_names,
    find_parameters,
    loaded,
    other_value,
    written,
)
from parameter_walk import PAGES as DECLARED
from streamlit.testing.v1 import AppTest

import belieflab.ui
from belieflab.classroom import PORT_VARIABLE, STORE_VARIABLE
from belieflab.data.parameters import Parameter
from belieflab.ui.method import controls
from belieflab.ui.pages.papers import results
from belieflab.ui.shell.page_table import PAGES
from belieflab.ui.shell.workspace import Workspace

WALKED = {
    f"{DECLARED[module].key}.{name}"
    for module, data in ON_DATA
    for name in find_parameters(module, data)
} | {"decisions.reject", "decisions.costs"}
"""What `test_parameters` walks, by key."""


def without_classes() -> Workspace:
    workspace, iris = Workspace(), loaded().dataset
    workspace.adopt_dataset(type(iris)(iris.X, iris.feature_names, name="bare"))
    return workspace


class Scene(NamedTuple):
    """A page as it is opened, and the names of all the parameters that it reads then.

    `given` stands in the address, `press` is clicked first if it is there; on `coded` the code
    depends that is shown. What method pages declare is not named again.
    """

    page: str
    names: str
    given: Mapping[str, Any] = {}
    workspace: Callable[[], Workspace] = loaded
    press: str = ""
    coded: str = ""


FEATURES = "features.Scatter-matrix.826545786"
TABLE = {"name": "come2009-table1", "tab": "Code"}
CLASS = {"answers_of": "Class"}
OPENING = "class.projection class.x class.y class.objects class.note class.admission"
SCENES = {
    "data": Scene("data", f"way view {FEATURES}"),
    "data, upload": Scene("data", f"way view {FEATURES} folder", {"way": "Upload"}),
    "labels": Scene("labels", "tab x y projection colour certainty"),
    "labels, edit": Scene(
        "labels", "tab x y projection colour certainty brush.classes brush.doubt", {"tab": "Edit"}
    ),
    "labels, import": Scene(
        "labels", "tab x y projection colour certainty save.kind save.layout", {"tab": "Import"}
    ),
    "crowd": Scene("crowd", "answers_of model labels_by", workspace=partial(loaded, law="crowd")),
    "playground": Scene("playground", "link row edit empty view cost"),
    "playground, four names": Scene(
        "playground",
        "link row edit empty view cost asked.4",
        {"link": "frame=a~b~c~d&m1=a-0.6&m2=bc-0.5"},
    ),
    "papers": Scene("papers", "name"),
    "papers, one": Scene("papers", "name size source", TABLE, coded="size"),
    "class": Scene("crowd", f"answers_of {OPENING}", CLASS),
    "class, names": Scene(
        "crowd", f"answers_of class.names {OPENING}", CLASS, workspace=without_classes
    ),
    "class, answers": Scene(
        "crowd",
        "answers_of class.rule class.trust class.reliability",
        CLASS,
        press="crowd.class.open",
    ),
    "active, film": Scene("active", "watch"),
    "mixture, result": Scene("mixture", "choice_labels criterion"),
    "mixture, parameters": Scene("mixture", "errors covariance_of", {"tab": "Parameters"}),
    "credal, masses": Scene("credal", "surface_of", {"tab": "Masses"}),
    "credal, clusters": Scene("credal", "index_kind last_c", {"tab": "Number of clusters"}),
    "what-if, tests": Scene("whatif", "level", {"tab": "Tests"}),
}
OF_A_FILE = {
    ("pages/crowd/source.py", "layout way"),
    ("pages/data/columns.py", "missing layout"),
    ("pages/data/square.py", "square"),
    ("pages/labels/importing.py", "upload.layout"),
    ("method/prediction_tab.py", "predict.missing"),
}
"""How an uploaded file is read: it is in no link, and neither is this."""

IN_OTHER_WORDS = {
    ("pages/labels/page.py", "law"),  # `labels` in the link of the workspace
    ("pages/playground/page.py", "rule preset given"),  # the playground's own link
    ("pages/playground/view.py", "rule"),
    ("shell/state.py", "seed"),
    ("shell/lecture.py", "truth"),  # what a lecture shows: `show=truth`
}

Read = dict[str, tuple[Parameter, Any]]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Read:
    """The parameters that pages read, and their values, by key; there is a class, and a result."""
    monkeypatch.setenv(STORE_VARIABLE, str(tmp_path / "class.sqlite"))
    monkeypatch.setenv(PORT_VARIABLE, "8600")
    monkeypatch.setattr(results, "sources", lambda _: [results.STORED, results.HERE])
    read_one, found = controls._read, {}

    def record(page: str, parameter: Parameter) -> Any:
        value = read_one(page, parameter)
        found[f"{page}.{parameter.name}"] = parameter, value
        return value

    monkeypatch.setattr(controls, "_read", record)
    return found


def draw(scene: Scene, read: Read, texts: Mapping[str, Any]) -> AppTest:
    """The page with these parameters in the address."""
    app = AppTest.from_file(str(PAGES[scene.page].file), default_timeout=60)
    app.session_state["workspace"] = scene.workspace()
    given = {f"{scene.page}.{name}": text for name, text in scene.given.items()}
    for key, text in (given | texts).items():
        app.query_params[key] = text
    drawn(app)
    for button in [each for each in app.button if each.key == scene.press]:
        drawn(button.click())
        read.clear()
        drawn(app)
    return app


def keys_of(scene: Scene) -> set[str]:
    return {f"{scene.page}.{name}" for name in scene.names.split()}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_address_sets_what_a_page_shows(scene: Scene, read: Read) -> None:
    first, own = draw(scene, read, {}), keys_of(scene)
    assert set(read) - WALKED == own
    known = {key: read[key][0] for key in own}
    values = {key: other_value(parameter) for key, parameter in known.items()}
    assert all(parameter.default != values[key] for key, parameter in known.items())
    texts = {key: written(parameter, values[key]) for key, parameter in known.items()}
    app = draw(scene, read, texts)
    for key, value in values.items():
        if read[key][1] != value:  # another one of the values leaves no place for it
            app = draw(scene, read, {key: texts[key]})
        assert read[key][1] == value, key
        if not known[key].custom and key in app.session_state:
            shown = app.session_state[key]
            assert (tuple(shown) if isinstance(shown, list) else shown) == value
    for name in scene.coded.split():
        key = f"{scene.page}.{name}"
        assert snippets(draw(scene, read, {key: texts[key]})) != snippets(first)


def test_no_parameter_is_forgotten() -> None:
    walked = WALKED.union(*map(keys_of, SCENES.values()))
    elsewhere = {
        (module, name) for module, names in OF_A_FILE | IN_OTHER_WORDS for name in names.split()
    }
    declared = declared_names(Path(belieflab.ui.__file__).parent)
    assert elsewhere <= declared and len(declared) > 100
    assert not {each for each in declared - elsewhere if not is_walked(*each, walked)}


def is_walked(module: str, name: str, walked: set[str]) -> bool:
    """Whether a page walks the parameter: that of the module, or any where methods share it."""
    kind, package, *_ = module.split("/")
    if kind == "pages":
        return f"{package}.{name}" in walked
    if kind == "classroom":
        return f"crowd.{name}" in walked or f"crowd.class.{name}" in walked
    return any(key.partition(".")[2] == name for key in walked)
