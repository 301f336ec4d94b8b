"""Classes that are integers look on every page as the same classes given as text."""

from dataclasses import replace

import pytest
from opened_pages import finish, metrics, open_page, sentences
from streamlit.testing.v1 import AppTest

from belieflab.data import load_sample
from belieflab.ui.method import code_tab
from belieflab.ui.shell.workspace import Workspace

PAGES = [
    "data",
    "labels",
    "mixture",
    "neighbours",
    "networks",
    "landscape",
    "credal",
    "eknnclus",
    "active",
]


BEGIN = {"landscape": "landscape.run", "eknnclus": "eknnclus.seeds"}
"""Runs that begin by themselves."""


def numbered(kind: str) -> Workspace:
    """Iris as an upload whose classes print as 3, 5 and 8, with doubtful labels."""
    workspace = Workspace()
    iris = load_sample("iris")
    workspace.adopt_dataset(replace(iris, class_names=("3", "5", "8"), class_kind=kind))
    workspace.build_labels("expert-doubt")
    return workspace


def opened(key: str, kind: str) -> AppTest:
    app = open_page(key, numbered(kind))
    if key in BEGIN:
        app = finish(app, BEGIN[key])
    assert not app.error
    return app


@pytest.mark.parametrize("key", PAGES)
def test_a_page_shows_the_same_for_integers_and_for_text(key):
    whole, text = opened(key, "integer"), opened(key, "text")
    assert sentences(whole) == sentences(text)
    assert metrics(whole) == metrics(text)


@pytest.mark.parametrize(("kind", "values"), [("integer", (3, 5, 8)), ("text", ("3", "5", "8"))])
def test_the_data_file_of_the_code_gives_the_classes_back(kind, values, tmp_path, monkeypatch):
    workspace = numbered(kind)
    monkeypatch.chdir(tmp_path)
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    found = {}
    exec(code_tab.snippet_for_workspace(workspace), found)  # noqa: S102
    assert found["dataset"].frame.values == found["labels"].frame.values == values
