"""Objects with ids are called by them in every hover text and table, also before a run."""

import io
import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from opened_pages import (
    chart_specs,
    chart_texts,
    drawn,
    finish,
    open_page,
    run_code,
    sentences,
    snippets,
)

from belieflab import MassTable
from belieflab.data import load_sample
from belieflab.data.laws import build_labels
from belieflab.ui.method import code_tab, export
from belieflab.ui.method.tasks import Task
from belieflab.ui.pages.active.settings import PLAY
from belieflab.ui.shell.workspace import Recipe, Workspace

NUMBERED = re.compile(r"\b[Rr]ow \d+")
PAGES = {
    "mixture": {"tab": "Results"},
    "landscape": {"labels": "given", "starts": 20},
    "neighbours": {"tab": "Results"},
    "neighbours of a network": {"model": "network"},
    "networks": {"structure": "naive"},
    "credal": {"tol": "1e-2", "tab": "Results"},
    "eknnclus": {},
    "suspects": {},
    "active": {"mode": PLAY},
    "labels": {"tab": "Edit"},
    "data": {},
}


def plants() -> Workspace:
    iris = load_sample("iris")
    data = replace(iris, ids=tuple(f"plant <{row}>" for row in range(iris.n)))
    workspace = Workspace()
    workspace.adopt_dataset(data, build_labels("expert-doubt", iris, seed=1), "hard")
    return workspace


def check(app) -> None:
    """No object is called by a row, and some hover text names a plant."""
    charts = chart_texts(app)
    assert charts and not [found for text in charts if (found := NUMBERED.search(text))]
    assert any("plant &lt;" in text for text in charts)
    for table in app.dataframe:
        assert not {"row", "Row"} & set(table.value.columns)


@pytest.mark.parametrize("name", PAGES)
def test_no_object_with_an_id_is_called_by_its_row(name):
    app = open_page(page := name.split()[0], plants(), **PAGES[name])
    if page == "landscape":
        app = finish(app, "landscape.run")
    check(app)


@pytest.mark.parametrize(
    "name", [name for name in PAGES if name.split()[0] not in {"active", "labels", "data"}]
)
def test_neither_while_its_page_waits_for_run(name, monkeypatch):
    monkeypatch.setattr(Task, "is_quick", property(lambda task: False))
    app = open_page(name.split()[0], plants(), **PAGES[name])
    check(app)


@pytest.mark.parametrize("name", PAGES)
def test_texts_to_show_stand_beside_the_ids(name, monkeypatch):
    files = {}

    def keep(_, key, __, content, **___):
        files[key] = content

    monkeypatch.setattr(export, "draw_download", keep)
    workspace = plants()
    data = replace(workspace.dataset, texts=tuple(f"seen & {row}" for row in range(150)))
    workspace.adopt_dataset(data, workspace.labels, "hard")
    app = open_page(page := name.split()[0], workspace, **PAGES[name])
    if page == "landscape":
        app = finish(app, "landscape.run")
    charts = [text for text in chart_texts(app) if "plant &lt;" in text]
    assert charts and not [text for text in charts if "seen &amp; 1" not in text]
    tables = [each.value for each in app.dataframe]
    if f"{page}.export.csv" in files:
        content = files[f"{page}.export.csv"]()
        tables.append(pd.read_csv(io.BytesIO(content)))
    for table in tables:
        if "id" in table:
            rows = table["id"].str.extract(r"(\d+)")[0]
            assert table["text"].tolist() == [f"seen & {row}" for row in rows]


@pytest.mark.parametrize("named", [True, False])
def test_new_objects_have_the_names_of_their_file(named):
    workspace, iris = Workspace(), load_sample("iris")
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    app = open_page("mixture", workspace, tab="Predict")
    names = [f"field {k}," if named else "" for k in range(4)]
    lines = [name + ",".join(map(str, iris.X[40 * k])) for k, name in enumerate(names)]
    lines[1] = lines[1].rpartition(",")[0] + ","  # a feature is missing: the row is left out
    head = ",".join((*(["id"] * named), *iris.feature_names))
    [place] = [each for each in app.get("file_uploader") if "new objects" in each.label]
    app = drawn(place.upload("new.csv", "\n".join([head, *lines]).encode()))
    assert "Rows left out, as a feature is missing: 1." in sentences(app)
    found = json.dumps(chart_specs(app)[-1])
    for k in (0, 2, 3):
        assert f"<b>field {k}</b>" in found if named else f"<b>Row {k + 1}</b>" in found
    assert "<b>Row 2</b>" not in found


def without_a_class(row: int) -> Workspace:
    workspace = plants()
    labels = workspace.labels
    apart = MassTable(labels.frame, [0], np.ones((1, 1)))
    place = np.where(np.arange(150) == row, 150, np.arange(150))
    workspace.edit_labels(MassTable.stack([labels, apart])[place], "one all on the empty set")
    return workspace


@pytest.mark.parametrize(
    ("page", "chosen"),
    [
        ("mixture", {}),
        ("mixture", {"way": "label noise"}),
        ("landscape", {"labels": "given"}),
        ("neighbours", {}),
        ("neighbours", {"model": "network"}),
        ("networks", {}),
    ],
)
def test_a_label_that_excludes_every_class_is_named_by_its_id(page, chosen):
    app = open_page(page, without_a_class(12), **chosen)
    assert "The label of plant <12> makes every class impossible" in sentences(app)


def test_a_value_that_weibull_components_do_not_take_is_named_by_id_and_feature():
    workspace = plants()
    data = workspace.dataset
    X = data.X.copy()
    X[7, 2] = -1.5
    workspace.adopt_dataset(replace(data, X=X), workspace.labels, "hard")
    app = open_page("mixture", workspace, kind="weibull")
    assert "plant <7> has -1.5 in petal length" in sentences(app)


def test_pairs_of_objects_are_listed_by_their_ids():
    app = open_page("credal", plants(), algorithm="CECM", pairs="1=3, 1≠11")
    assert "plant <0> and plant <2>: must-link" in sentences(app)
    assert "plant <0> and plant <10>: cannot-link" in sentences(app)


def test_the_code_of_the_game_asks_about_an_id(tmp_path, monkeypatch, capsys):
    workspace = plants()
    app = open_page("active", workspace, mode=PLAY, tab="Code")
    [asked] = re.findall(r"What is (plant <\d+>)\?", sentences(app))
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    run_code(snippets(app)[0])
    assert capsys.readouterr().out.startswith(f"asks about {asked}\n")
