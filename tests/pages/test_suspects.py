"""The Suspects page in process: the list, filters, changes of labels, crowds, hard data, code."""

import io
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import pytest
from opened_pages import chart_specs, drawn, finish, open_page, run_code, sentences, snippets

from belieflab import MassTable
from belieflab.data import build_labels, load_sample
from belieflab.data.dataset import Dataset
from belieflab.evaluation import held_out_masses, suspects
from belieflab.evaluation.suspects import known_wrong, weigh
from belieflab.figures.suspects.plane import CHOSEN, KNOWN, NEIGHBOURS
from belieflab.ui.method.suspicion import count_changed
from belieflab.ui.pages.suspects import listing
from belieflab.ui.shell.workspace import Recipe, Workspace

opened = partial(open_page, "suspects")
FLIPPED = Recipe("guess-doubt", {"doubt": 0.0, "wrong": 0.1})


def iris(law: Recipe = FLIPPED) -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), law)
    return workspace


def tick(app, *rows):
    """Tick rows of the list and run."""
    [key] = [
        each.proto.id.split("-", 2)[-1]
        for each in app.dataframe
        if "suspects.list" in each.proto.id
    ]
    app.session_state[key] = {"selection": {"rows": list(rows), "columns": [], "cells": []}}
    return drawn(app)


def listed(app) -> pd.DataFrame:
    return next(each.value for each in app.dataframe if "points to" in each.value.columns)


def traces(app) -> dict:
    return {each["name"]: each for each in chart_specs(app)[0]["data"]}


def test_the_list_is_that_of_the_library_and_labels_change_with_a_click():
    app = opened()
    app.button(key="suspects.begin").click().run()
    workspace = app.session_state["workspace"]
    X, labels = workspace.dataset.X, workspace.labels
    found = suspects(held_out_masses(X, labels, random_state=7), labels, by="ratio")
    shown = listed(app)
    assert shown["row"].tolist() == (found.index + 1).tolist()
    np.testing.assert_allclose(
        shown[["against", "for", "ignorance"]], found[["against", "for", "ignorance"]], atol=1e-12
    )
    wrong = known_wrong(labels, workspace.dataset.truth)
    assert shown["known wrong"].tolist() == wrong[found.index].tolist()
    assert KNOWN in traces(app)
    assert "15 labels are known to be wrong" in sentences(app)
    # several at once take the suggestion
    app = tick(app, 0, 1, 2)
    app.button(key="suspects.turn.suggestion").click()
    app = drawn(app)
    rows = found.index[:3].to_numpy()
    after = weigh(held_out_masses(X, workspace.labels), workspace.labels, "ratio")
    assert count_changed(workspace) == 3 and "3 labels changed here" in sentences(app)
    changed = workspace.labels.pignistic()[rows].argmax(axis=1)
    assert [workspace.labels.frame.names[k] for k in changed] == found["points to"][:3].tolist()
    assert listed(app)["row"].tolist() == (after.rows + 1).tolist()
    # then a doubt, then the set of both; each is one step to undo
    app.session_state["suspects.chosen"] = str(rows[0] + 1)
    app = drawn(app)
    app.button(key="suspects.turn.doubt").click()
    app = drawn(app)
    omega = workspace.labels.frame.omega
    assert workspace.labels.mass_of(omega)[rows[0]] == 0.5
    assert count_changed(workspace) == 3
    workspace.undo(), workspace.undo()
    assert workspace.labels.equals(labels) and count_changed(workspace) == 0
    app = tick(drawn(app), 3)
    app.button(key="suspects.turn.both").click()
    app = drawn(app)
    row = int(found.index[3])
    sets = workspace.labels.focal[workspace.labels.mass[row].argmax()]
    both = {found["label"].iloc[3], found["points to"].iloc[3]}
    assert set(workspace.labels.frame.members(int(sets))) == both


def test_hidden_truth_filters_and_the_chosen_object():
    workspace = iris()
    workspace.hide_truth()
    app = opened(workspace, label="1", ignorance=0.5, chosen="71", tab="Code")
    shown = listed(app)
    assert set(shown["label"]) == {"versicolor"} and (shown["ignorance"] <= 0.5).all()
    assert "known wrong" not in shown and KNOWN not in traces(app)
    assert "known to be wrong" not in sentences(app)
    assert "row 71" in sentences(app)
    code = snippets(app)[-1]
    assert "truth" not in code
    names = run_code(code)
    found = names["figure"].data
    star = next(each for each in found if each.name == CHOSEN)
    assert len(star.x) == 1
    assert len(next(each for each in found if each.name == NEIGHBOURS).x) == 7
    labels = workspace.labels
    beliefs = held_out_masses(workspace.dataset.X, labels, random_state=7)
    expected = suspects(beliefs, labels, by="ratio")
    pd.testing.assert_frame_equal(names["found"], expected)


@pytest.mark.parametrize(("classifier", "what"), [("eknn", "groups"), ("gaussian-nb", "weights")])
def test_the_evidence_keeps_groups_together_and_counts_weights(classifier, what):
    column = {"split": tuple(f"plant {row // 5}" for row in range(150))}
    if what == "weights":
        column = {"weights": np.where(np.arange(150) % 2, 0.01, 1.0)}
    workspace, dataset = Workspace(), replace(load_sample("iris"), **column)
    labels = iris().labels
    workspace.adopt_dataset(dataset, labels, "mine")
    shown = listed(opened(workspace, classifier=classifier))
    given, alike = (
        suspects(held_out_masses(dataset.X, labels, classifier, **more, random_state=7), labels)
        for more in ({what: getattr(dataset, what)}, {})
    )
    expected = given.loc[shown["row"] - 1]
    np.testing.assert_allclose(shown["against"], expected["against"], atol=1e-12)
    changed = given["against"] - alike["against"].reindex(given.index)
    assert len(shown) > 5 and changed.loc[shown["row"] - 1].abs().max() > 1e-3


def test_a_long_computation_waits_for_run_and_probabilities_have_no_ignorance():
    app = opened(iris(), classifier="forest")
    assert "takes about" in sentences(app) and not len(app.dataframe)
    app.button(key="suspects.evidence.run").click()
    app = finish(drawn(app), "suspects.evidence")
    assert "10 folds" in sentences(app) and "no ignorance" in sentences(app)
    assert (listed(app)["ignorance"] == 0).all()


def test_annotators_of_a_crowd_stay_after_a_change():
    workspace = iris(Recipe("crowd", {"annotators": 3, "reliability": 0.6}))
    everyone = listed(opened(workspace))
    app = opened(workspace, annotator="0")
    mine = set(listed(app)["row"])
    assert 0 < len(mine) < len(everyone)
    app = tick(app, 0)
    app.button(key="suspects.turn.doubt").click()
    app = drawn(app)
    assert count_changed(workspace) == 1
    assert app.selectbox(key="suspects.annotator").value == "0"


@pytest.mark.parametrize("kind", ["vacuous", "one class", "one group", "conflict"])
def test_labels_that_give_no_evidence_are_reported_in_one_sentence(kind):
    workspace = iris(Recipe("hard"))
    dataset, n = workspace.dataset, workspace.dataset.n
    if kind == "vacuous":
        workspace.edit_labels(MassTable.vacuous(n, dataset.frame), "nothing")
        assert "leave every class open" in sentences(opened(workspace))
    elif kind == "one class":
        data = Dataset(dataset.X, dataset.feature_names)
        workspace.adopt_dataset(data, MassTable.from_hard(["a"] * n, ["a"]))
        assert "at least two classes" in sentences(opened(workspace))
    elif kind == "one group":
        data = Dataset(dataset.X, dataset.feature_names, split=("g",) * n)
        workspace.adopt_dataset(data, MassTable.from_hard(dataset.truth))
        assert "one group" in sentences(opened(workspace))
    else:
        mass = np.column_stack([np.zeros(n), workspace.labels.mass])
        mass[0] = [1, 0, 0, 0]
        labels = MassTable(dataset.frame, [0, 1, 2, 4], mass)
        workspace.edit_labels(labels, "by hand")
        assert "1 object all on ∅ left out" in sentences(opened(workspace))


def test_rows_kept_apart_are_not_listed_and_changes_reach_the_right_row():
    rng = np.random.default_rng(0)
    codes = np.arange(60) % 2
    X = rng.normal(4.0 * codes[:, None], 1.0, (60, 3))
    given = codes.copy()
    given[[31, 3]] = 1 - given[[31, 3]]
    split = tuple("test" if row < 20 else "train" for row in range(60))
    ids = tuple(f"<b>s{row}</b>" for row in range(60))
    data = Dataset(X, ("a", "b", "c"), class_names=("x", "y"), split=split, ids=ids)
    workspace = Workspace()
    workspace.adopt_dataset(data, MassTable.from_hard(given, ["x", "y"]))
    app = opened(workspace)
    shown = listed(app)
    assert len(shown) == 40 and shown["id"].iloc[0] == "<b>s31</b>"
    app = tick(app, 0)
    app.button(key="suspects.turn.suggestion").click()
    drawn(app)
    now = workspace.labels.pignistic().argmax(axis=1)
    assert now[31] == codes[31] and now[3] == given[3]


def test_no_label_shows_unlabelled_objects_with_what_evidence_points_to():
    workspace = iris(Recipe("hard"))
    labels = workspace.labels
    mass = np.column_stack([labels.mass, np.zeros(len(labels))])
    mass[10] = [0, 0, 0, 1]
    wider = MassTable(labels.frame, [*labels.focal.tolist(), labels.frame.omega], mass)
    workspace.edit_labels(wider, "one unknown")
    assert 11 not in set(listed(opened(workspace))["row"])
    app = opened(workspace, label="none")
    assert listed(app)["row"].tolist() == [11] and listed(app)["points to"].iloc[0] == "setosa"


def test_evidence_on_thousands_of_sets_waits_for_run():
    workspace = Workspace()
    workspace.set_up(Recipe("many-clusters", {"per_cluster": 5}), Recipe("nonspecificity"))
    app = opened(workspace)
    assert "shell.runs" not in app.session_state or not app.session_state["shell.runs"]
    assert not app.button(key="suspects.evidence.run").disabled
    assert " of memory." in sentences(app)


def test_the_file_has_the_filtered_list_with_names_that_no_spreadsheet_runs(monkeypatch):
    dataset = load_sample("iris")
    names = tuple(f"=SUM(A{row})" if row == 34 else f"plant {row}" for row in range(150))
    workspace = Workspace()
    classes = ("setosa", "@versicolor", "virginica")
    named = replace(dataset, ids=names, texts=("-1+1",) * 150, class_names=classes)
    workspace.adopt_dataset(named, build_labels("expert-doubt", named, seed=3), "mine")
    kept = {}

    def keep(label, _key, name, make, **_look):
        kept[name] = make

    monkeypatch.setattr(listing, "draw_download", keep)
    app = opened(workspace, label="1", ignorance=0.4)
    content = kept["belieflab-suspects.csv"]()
    table = pd.read_csv(io.BytesIO(content))
    beliefs = held_out_masses(named.X, workspace.labels, random_state=7)
    found = suspects(beliefs, workspace.labels, by="ratio")
    found = found[(found["label"] == "@versicolor") & (found["ignorance"] <= 0.4)]
    assert 34 in found.index and len(found) < 75
    guarded = ["'=SUM(A34)" if row == 34 else f"plant {row}" for row in found.index]
    assert table["id"].tolist() == guarded and len(listed(app)) == len(table)
    assert set(table["text"]) == {"'-1+1"} and set(table["label"]) == {"'@versicolor"}
    numbers = ["against", "for", "ignorance", "probability"]
    np.testing.assert_allclose(table[numbers], found[numbers], atol=1e-12)
    truth = np.array(classes)[dataset.truth[found.index]]
    assert [each.removeprefix("'") for each in table["truth"]] == truth.tolist()
