"""The Crowd page in process: samples, simulated crowds, files, weights, labels, odd crowds."""

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from opened_pages import chart_texts, drawn, finish, metrics, open_page, sentences
from streamlit.testing.v1 import AppTest

from belieflab.belief import MassTable
from belieflab.cost import Cost
from belieflab.data.crowd_conflict import crowd_conflict
from belieflab.data.crowd_files import items_as_data, read_crowd_file
from belieflab.data.crowd_simulation import crowd_behind_labels
from belieflab.data.dataset import Dataset
from belieflab.data.label_edits import with_rows_set
from belieflab.errors import DataError
from belieflab.ui.method import annotator_weights
from belieflab.ui.method.annotator_weights import set_weights
from belieflab.ui.shell import workspace_file, workspace_reader
from belieflab.ui.shell.workspace import Recipe, Workspace
from belieflab.ui.shell.workspace_file import SavedWorkspace

ANSWERS = Path(__file__).parents[2] / "sample_data" / "answers"


def iris(law: str | None = None) -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), None if law is None else Recipe(law))
    return workspace


def unclassed() -> Workspace:
    workspace = Workspace()
    workspace.adopt_dataset(Dataset(np.zeros((3, 2)), ("x", "y")))
    return workspace


def birds(name: str = "long.csv", content: bytes | None = None) -> Workspace:
    crowd = read_crowd_file(content or (ANSWERS / name).read_bytes(), name)
    workspace = Workspace()
    workspace.take_crowd(crowd, items_as_data(crowd))
    return workspace


def opened(workspace: Workspace | None = None, tab: str | None = None) -> AppTest:
    return open_page("crowd", workspace, **({} if tab is None else {"tab": tab}))


def upload(app: AppTest, name: str, content: bytes) -> AppTest:
    return drawn(app.file_uploader(key="crowd.upload").upload(name, content))


def test_an_empty_workspace_offers_a_sample_crowd():
    app = drawn(opened().button(key="crowd.sample").click())
    workspace = app.session_state["workspace"]
    assert workspace.dataset.n == 30 and workspace.state.crowd is not None
    assert metrics(app)["Annotators"] == "6" and metrics(app)["Answers"] == "140"
    table = app.get("arrow_data_frame")
    assert len(app.get("plotly_chart")) == 2 and table is not None  # map and calibration


def test_the_labels_are_made_and_undone():
    app = opened(birds())
    drawn(app.button(key="crowd.make").click())
    workspace = app.session_state["workspace"]
    assert len(workspace.labels) == 30 and "6 annotators" in workspace.state.label_note
    assert workspace.state.crowd is not None
    workspace.undo()
    assert workspace.labels is None and workspace.state.crowd is not None


@pytest.mark.parametrize("model", ["reliability", "confusion", "majority"])
@pytest.mark.parametrize("rule", ["posterior", "dempster", "average", "vote"])
def test_every_model_and_rule_makes_labels(model, rule):
    app = open_page("crowd", birds(), model=model, labels_by=rule)
    drawn(app.button(key="crowd.make").click())
    assert app.session_state["workspace"].labels is not None and not app.error


@pytest.mark.parametrize("tab", ["Annotators", "Disputed objects", "Whom to ask next", "Formula"])
@pytest.mark.parametrize("name", ["long.csv", "counts.csv"])
def test_every_tab_is_drawn(name, tab):
    assert not opened(birds(name), tab).error


def weights_of(app: AppTest) -> dict[str, float]:
    return app.session_state["workspace"].state.annotator_weights


def owed(app: AppTest) -> str:
    return next(each.value for each in app.markdown if "What each answer adds" in each.value)


def test_what_a_label_owes_to_whom_is_shown_for_the_row_that_is_clicked():
    workspace = birds()
    app = opened(workspace, "Disputed objects")
    rows = app.dataframe[0].value["id"].tolist()
    assert owed(app).replace("\\", "").startswith(f"**{rows[0]}**")
    app.session_state["crowd.disputed"] = {"selection": {"rows": [4], "columns": [], "cells": []}}
    app = drawn(app)
    assert owed(app).replace("\\", "").startswith(f"**{rows[4]}**")
    said = workspace.state.crowd.answers
    about = said.annotators[said.rows == workspace.dataset.ids.index(rows[4])]
    who = [workspace.state.crowd.annotators[j] for j in about]
    bars = chart_texts(app)[-1]
    assert 1 < len(who) < 6 and [name for name in who if name not in bars] == []


def test_any_object_can_be_found_among_more_than_are_listed():
    rows = [f"{who},i{k},{'ab'[k % 2]}" for k in range(300) for who in "xy"]
    content = "\n".join(["worker,item,answer", *rows, "x,i300,", ""]).encode()
    crowd = read_crowd_file(content)
    workspace = Workspace()
    data = Dataset(np.zeros((301, 1)), ("x",), ids=tuple(f"i{k}" for k in range(301)))
    workspace.take_crowd(crowd, data)
    app = opened(workspace, "Disputed objects")
    assert len(app.dataframe[0].value) == 200
    hidden = next(each for each in data.ids[:300] if each not in set(app.dataframe[0].value["id"]))
    app = drawn(app.text_input(key="crowd.find").set_value(hidden))
    assert owed(app).startswith(f"**{hidden}** is {'ab'[int(hidden[1:]) % 2]}")
    app = drawn(app.text_input(key="crowd.find").set_value("i300"))
    assert "Nobody answered about i300." in sentences(app)
    app = drawn(app.text_input(key="crowd.find").set_value("i999"))
    assert "There is no object 'i999'; ids are such as 'i0'." in sentences(app)


def test_texts_to_show_stand_in_the_lists_of_objects():
    workspace = birds()
    data = replace(workspace.dataset, texts=tuple(f"seen {k}" for k in range(30)))
    workspace.take_crowd(workspace.state.crowd, data)
    for tab in ("Disputed objects", "Whom to ask next"):
        table = opened(workspace, tab).dataframe[0].value
        for name, text in zip(table["id"], table["text"], strict=True):
            assert text == f"seen {data.ids.index(name)}"


def test_of_annotators_whose_answers_stand_alone_nothing_is_known():
    rows = [f"{who},i{k},{'ab'[k % 2]}" for k in range(20) for who in "xy"]
    rows += [f"z,j{k},a" for k in range(7)]
    for model in ("reliability", "confusion", "majority"):
        workspace = birds("long.csv", "\n".join(["worker,item,answer", *rows]).encode())
        app = open_page("crowd", workspace, model=model)
        assert "7 of 47 answers stand alone" in sentences(app)
        assert "1 of 3 annotators has no answer that can be compared" in sentences(app)
        table = app.dataframe[0].value.set_index("annotator")
        assert table.loc["z", ["error", "low", "high", "reliability"]].isna().all()
        assert table.loc["x", "error"] < 0.2
        app.session_state["crowd.chosen"] = 2
        assert "whether they are wrong is not known" in sentences(drawn(app))
    assert "stand alone:" not in sentences(opened(iris("crowd")))


def test_the_confusion_matrix_of_a_chosen_annotator_is_drawn():
    rng = np.random.default_rng(5)
    kinds = rng.integers(3, size=60)
    rows = [f"{who},i{k},{'abc'[kind]}" for k, kind in enumerate(kinds) for who in "vwxy"]
    rows += [f"z,i{k},{'aac'[kind]}" for k, kind in enumerate(kinds)]  # b is a to them
    content = "\n".join(["worker,item,answer", *rows]).encode()
    app = open_page("crowd", birds("long.csv", content), model="confusion")
    assert len(app.get("plotly_chart")) == 1
    app.session_state["crowd.chosen"] = 4
    drawn(app)
    assert "Takes b for a in an estimated 9" in sentences(app)
    figure = json.loads(app.get("plotly_chart")[1].proto.spec)
    assert figure["layout"]["xaxis"]["title"]["text"] == "z says, in %"
    app.session_state["crowd.chosen"] = 0
    assert "Takes" not in sentences(drawn(app))
    simple = open_page("crowd", birds("long.csv", content), model="reliability")
    simple.session_state["crowd.chosen"] = 4
    assert len(drawn(simple).get("plotly_chart")) == 1
    assert "Takes b" not in sentences(simple)


def test_a_muted_annotator_no_longer_counts():
    app = opened(birds())
    app.session_state["crowd.chosen"] = 3
    drawn(app)
    drawn(app.button(key="crowd.mute").click())
    workspace = app.session_state["workspace"]
    assert workspace.state.annotator_weights == {"Dov": 0.0}
    assert not app.error
    drawn(app.button(key="crowd.make").click())
    labels = workspace.labels
    saved = workspace_reader.read(workspace_file.write(SavedWorkspace(workspace.state))).state
    assert saved.annotator_weights == {"Dov": 0.0}  # so the labels can be made again
    again = Workspace.of_states([saved])
    drawn(opened(again).button(key="crowd.make").click())
    np.testing.assert_allclose(again.labels.pignistic(), labels.pignistic())
    drawn(app.button(key="crowd.even").click())
    assert workspace.state.annotator_weights == {}
    for weights in ({"Dov": 0.0}, {"Dov": 0.0}, {}):  # each of the three steps is undone
        assert workspace.undo() and workspace.state.annotator_weights == weights


def test_weights_are_those_of_a_crowd_and_not_of_namesakes():
    name = "features_and_annotators.csv"
    workspace = birds(name)
    set_weights(workspace, "one", {"Dov": 0.5})
    workspace.take_crowd(workspace.state.crowd)  # the same answers, as on another scale
    assert workspace.state.annotator_weights == {"Dov": 0.5}
    another = read_crowd_file((ANSWERS / name).read_bytes())
    workspace.take_crowd(another)
    assert workspace.state.annotator_weights == {}
    workspace.undo()
    workspace.build_labels("hard")
    assert workspace.state.annotator_weights == {"Dov": 0.5}
    workspace.build_labels("crowd")
    assert workspace.state.annotator_weights == {}
    set_weights(workspace, "two", {"annotator 2": 0.0})
    workspace.build_labels("crowd", annotators=4)
    drawn(opened(workspace).button(key="crowd.make").click())
    assert workspace.state.annotator_weights == {"annotator 2": 0.0}
    assert "annotator 2" in workspace.state.crowd.annotators


@pytest.mark.parametrize("weights", ["[]", '{"Dov": 2}', '{"Dov": "0"}', "3"])
def test_weights_in_a_workspace_file_are_checked(weights):
    content = workspace_file.write(SavedWorkspace(birds().state))
    given, changed = zipfile.ZipFile(io.BytesIO(content)), io.BytesIO()
    with zipfile.ZipFile(changed, "w") as file:
        for name in given.namelist():
            text = given.read(name)
            if name == "workspace.json":
                text = text.replace(b"{", b'{"annotator_weights": ' + weights.encode() + b",", 1)
            file.writestr(name, text)
    with pytest.raises(DataError, match="'annotator_weights' in"):
        workspace_reader.read(changed.getvalue())


def test_annotators_are_learned_from_training_objects():
    """Who errs where a split keeps objects apart is judged by the others alone."""
    rows = [f"{who},{k},{'ab'[(k + (who == 'z' and k >= 20)) % 2]}" for k in range(30)
            for who in "wxyz"]  # fmt: skip
    crowd = read_crowd_file("\n".join(["worker,item,answer", *rows]).encode())
    parts = ("train",) * 20 + ("test",) * 10
    for split, wrong in ((parts, 0.0), ((), 1 / 3)):
        data = replace(items_as_data(crowd), split=split)
        workspace = Workspace()
        workspace.take_crowd(crowd, data)
        app = opened(workspace)
        table = app.dataframe[0].value.set_index("annotator")
        assert abs(table.loc["z", "error"] - wrong) < 0.1
        assert ("the 10 objects kept apart" in sentences(app)) == bool(split)
        drawn(app.button(key="crowd.make").click())
        best = workspace.labels.pignistic().argmax(axis=1)
        assert best.tolist() == [k % 2 for k in range(30)]
    none = read_crowd_file("\n".join(["worker,item,answer", *rows[80:]]).encode())
    workspace = Workspace()
    workspace.take_crowd(none, replace(data, split=parts))
    assert "objects kept apart from training" in sentences(opened(workspace))
    assert not open_page("crowd", workspace, model="majority").error


def test_what_takes_long_waits_for_run_and_what_takes_too_much_is_refused(monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(annotator_weights, "analysis_cost", lambda *_: Cost(40.0, 1e6))
        app = opened(birds())
        assert "Learning from the answers takes about 40 s" in sentences(app)
        assert not app.get("plotly_chart")
        app = finish(drawn(app.button(key="crowd.analysis.run").click()), "crowd.analysis")
        assert metrics(app)["Annotators"] == "6" and app.get("plotly_chart")
        app = drawn(app.button(key="crowd.learn").click())
        assert "Learning the weights takes" in sentences(app)
        app = finish(drawn(app.button(key="crowd.learned.run").click()), "crowd.learned")
        assert min(weights_of(app).values()) < 0.9
    monkeypatch.setattr(annotator_weights, "analysis_cost", lambda *_: Cost(40.0, 3e10))
    refused = opened(birds())
    assert "30.0 GB of memory; the limits are" in sentences(refused)
    assert "Learn one reliability each" in sentences(refused)


def test_weights_can_be_learned():
    app = drawn(opened(birds()).button(key="crowd.learn").click())
    learned = weights_of(app)
    assert 0 < learned["Ada"] <= 1 and min(learned.values()) < 0.9
    again = weights_of(drawn(app.button(key="crowd.learn").click()))
    assert again == learned


def test_a_muted_annotator_stays_muted_when_weights_are_learned():
    workspace = birds()
    set_weights(workspace, "one", {"Ada": 0.0})
    app = drawn(opened(workspace).button(key="crowd.learn").click())
    assert weights_of(app)["Ada"] == 0.0


@pytest.mark.parametrize(
    "content",
    [
        b"worker,item,answer\na,1,x\n",  # one annotator, one item, one class
        b"worker,item,answer\na,1,x\nb,1,y\n",
        b"worker,item,answer\na,1,x|y\na,2,*\n",
        b"worker,item,answer,confidence\na,1,x,0\nb,1,y,0\n",
        b"item,ann,bob\n1,x,\n2,,\n3,,y\n4,x,y\n",
    ],
)
def test_small_and_odd_crowds_are_drawn(content):
    for tab in ("Annotators", "Disputed objects", "Whom to ask next"):
        app = opened(birds("odd.csv", content), tab)
        assert not app.error
    drawn(app.button(key="crowd.make").click())
    assert app.session_state["workspace"].labels is not None


# -- simulated ------------------------------------------------------------------------------------


def test_a_crowd_answers_and_its_reliabilities_can_be_moved():
    app = drawn(opened(iris()).button(key="crowd.ask").click())
    recipe = app.session_state["workspace"].state.label_recipe
    assert recipe.key == "crowd"
    assert "Mean conflict" in sentences(opened(app.session_state["workspace"], "Disputed objects"))
    drawn(app.slider(key="crowd.reliability.0").set_value(0.1))
    recipe = app.session_state["workspace"].state.label_recipe
    assert recipe.settings["reliabilities"].startswith("0.1, ")
    assert app.slider(key="crowd.reliability.0").value == 0.1


@pytest.mark.parametrize("rule", ["dempster", "average", "cautious"])
def test_every_rule_combines_the_crowd(rule):
    workspace = iris()
    workspace.build_labels("crowd", rule=rule)
    app = opened(workspace, "Disputed objects")
    assert len(app.get("plotly_chart")) == 2
    assert app.dataframe[0].value["conflict"].is_monotonic_decreasing


def test_a_simulated_crowd_is_kept_when_its_labels_are_made_otherwise():
    workspace = iris("crowd")
    app = drawn(opened(workspace).button(key="crowd.make").click())
    assert workspace.state.label_recipe is None and workspace.state.crowd is not None
    assert metrics(app)["Annotators"] == "5"


def test_rows_without_a_known_class_are_counted_beside_the_law():
    truth = np.array([0, 1, -1, 0, -1, 1])
    workspace = Workspace()
    workspace.adopt_dataset(Dataset(np.zeros((6, 2)), ("x", "y"), truth, ("a", "b")))
    workspace.build_labels("crowd")
    assert "2 rows have no true class; every law leaves" in sentences(opened(workspace))
    assert "no true class" not in sentences(opened(iris("crowd")))


# -- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(ANSWERS.iterdir()), ids=lambda file: file.name)
def test_every_sample_becomes_data_with_one_click(file):
    app = upload(opened(), file.name, file.read_bytes())
    assert not app.error and "30 items" in sentences(app)
    drawn(app.button(key="crowd.use").click())
    assert app.session_state["workspace"].dataset.n == 30
    known = app.session_state["workspace"].dataset.truth is not None
    assert len(app.get("plotly_chart")) == 1 + known  # the curve of calibration needs a truth


@pytest.fixture
def downloads(monkeypatch) -> dict[str, Callable[[], bytes]]:
    """What makes the file of every download button that is drawn, by its key."""
    makers: dict[str, Callable[[], bytes]] = {}
    real = st.download_button

    def noted(*arguments, **options):
        makers[options["key"]] = options["data"]
        return real(*arguments, **options)

    monkeypatch.setattr(st, "download_button", noted)
    return makers


def said_in(content: bytes) -> list[str]:
    return pd.read_csv(io.BytesIO(content), dtype=str, keep_default_na=False)["answer"].tolist()


def test_the_labels_that_are_downloaded_are_those_of_the_answers(downloads):
    workspace = iris()
    frame = workspace.dataset.frame
    workspace.edit_labels(MassTable.from_hard(["setosa"] * 150, frame), "by hand")
    rows = [f"{who},{item},{said}" for item in range(1, 151) for who, said in
            (("a", "virginica"), ("b", "virginica"), ("c", "versicolor"))]  # fmt: skip
    workspace.take_crowd(read_crowd_file("\n".join(["worker,item,answer", *rows]).encode()))
    opened(workspace)
    assert said_in(downloads["crowd.save"]()) == ["virginica"] * 150  # not those made by hand
    app = open_page("crowd", workspace, labels_by="average")
    table = pd.read_csv(io.BytesIO(downloads["crowd.save"]()))
    np.testing.assert_allclose(table["confidence"], 2 / 3)  # by the rule that is chosen
    drawn(app.button(key="crowd.make").click())
    labels = workspace.labels
    workspace.edit_labels(with_rows_set(labels, [0], frame.mask(["setosa"]), 0.0), "corrected")
    opened(workspace)
    assert said_in(downloads["crowd.save"]()) == ["setosa"] + ["virginica"] * 149
    saved = workspace_reader.read(workspace_file.write(SavedWorkspace(workspace.state)))
    assert saved.state.of_crowd
    workspace.edit_labels(MassTable.vacuous(150, frame), "from a file", of_crowd=False)
    opened(workspace)
    assert said_in(downloads["crowd.save"]()) == ["virginica"] * 150


def test_labels_are_written_as_the_file_was_and_what_is_lost_is_said(downloads):
    app = opened(birds("features_and_annotators.csv"))
    assert "The layout has no place for confidences: sets alone are written." in sentences(app)
    first = downloads["crowd.save"]().decode().splitlines()[0]
    assert first == "id,wing_mm,bill_mm,combined,truth"
    assert "no place for confidences" not in sentences(opened(birds("long.csv")))


def test_real_answers_are_combined_and_attached():
    app = upload(opened(unclassed()), "a.csv", b"ann,bob,eve\ncat,cat,dog\ndog,dog,\ncat,cat,cat\n")
    assert not app.error
    drawn(app.button(key="crowd.use").click())
    drawn(app.button(key="crowd.make").click())
    labels = app.session_state["workspace"].labels
    assert labels.frame.names == ("cat", "dog")
    assert labels.pignistic().argmax(axis=1).tolist() == [0, 1, 0]


def test_answers_one_by_one_with_their_doubts_are_combined_and_attached():
    answers = b"row,annotator,answer,doubt\n1,1,cat,0.5\n1,2,cat,0.5\n3,1,dog,0\n"
    app = upload(open_page("crowd", unclassed(), labels_by="average"), "a.csv", answers)
    assert not app.error and "2 annotators" in sentences(app)
    drawn(app.button(key="crowd.use").click())
    drawn(app.button(key="crowd.make").click())
    labels = app.session_state["workspace"].labels
    assert labels.mass_of(0b01).tolist() == [0.5, 0, 0]
    assert labels.mass_of(0b11).tolist() == [0.5, 1, 0]


def test_answers_of_the_wrong_length_or_class_are_reported():
    app = upload(opened(iris()), "a.csv", b"ann,bob\nsetosa,setosa\n")
    assert "150 objects" in sentences(app)
    app = upload(app, "b.csv", b"ann,bob\n" + b"setosa,wolf\n" * 75 + b"wolf,setosa\n" * 75)
    assert "wolf" in sentences(app)
    app = upload(app, "c.csv", b"x,y\n1.5,2.5\n1.5,3.5\n")
    assert "does not look like the answers of a crowd" in sentences(app)


def test_the_scale_of_confidences_is_shown_and_can_be_changed():
    answers = b"user;img;answer;certitude\n1;0;x;7\n2;1;y;4\n3;2;x;1\n"
    app = upload(opened(), "DATA.csv", answers)
    assert app.number_input(key="crowd.scale.high").value == 7
    drawn(app.number_input(key="crowd.scale.high").set_value(5.0))
    assert "the confidence 7 is outside the scale from 1 to 5" in sentences(app)


def test_the_scale_can_be_changed_after_the_answers_are_taken():
    app = opened(birds("credal.csv"), "Answers from a file")
    workspace = app.session_state["workspace"]
    key = f"crowd.taken.{workspace.version}.high"
    assert app.number_input(key=key).value == 7
    app = drawn(app.number_input(key=key).set_value(13.0))
    assert workspace.state.crowd.scale == (1, 13) and not app.error
    expected = read_crowd_file((ANSWERS / "credal.csv").read_bytes(), scale=(1, 13)).answers.mass
    np.testing.assert_allclose(workspace.state.crowd.answers.mass, expected, atol=1e-12)
    key = f"crowd.taken.{workspace.version}.high"
    app = drawn(app.number_input(key=key).set_value(5.0))
    assert "is outside the scale from 1 to 5" in sentences(app)
    assert workspace.state.crowd.scale == (1, 13)


def test_the_scale_that_refuses_an_answer_is_the_one_that_is_shown():
    rows = "".join(f"w{k % 3},{k // 3},x,{k % 4 + 1}\n" for k in range(30))
    content = f"worker,item,answer,confidence\n{rows}w1,99,y,7\n".encode()
    app = upload(opened(), "five.csv", content)
    assert "the confidence 7 is outside the scale from 1 to 5" in sentences(app)
    assert app.number_input(key="crowd.scale.high").value == 5
    app = drawn(app.number_input(key="crowd.scale.high").set_value(7.0))
    assert not app.error and "31 answers" in sentences(app)


def test_answers_travel_in_the_workspace_file():
    workspace = birds()
    saved = workspace_reader.read(workspace_file.write(SavedWorkspace(workspace.state)))
    crowd = saved.state.crowd
    assert crowd.annotators == workspace.state.crowd.annotators
    np.testing.assert_array_equal(crowd.answers.mass, workspace.state.crowd.answers.mass)
    assert metrics(opened(Workspace.of_states([saved.state])))["Answers"] == "140"


def test_the_numbers_of_a_simulated_crowd_are_those_of_its_own_rule():
    workspace = Workspace()
    workspace.set_up(Recipe("crabs"), Recipe("crowd", {"reliability": 0.6, "spread": 0.15}), seed=7)
    app = opened(workspace)
    wrong = (workspace.labels.pignistic().argmax(axis=1) != workspace.dataset.truth).mean()
    assert metrics(app)["Wrong labels"] == f"{wrong:.1%}"
    crowd = crowd_behind_labels(
        workspace.dataset, seed=7, **dict(workspace.state.label_recipe.settings)
    )
    assert metrics(app)["Mean conflict"] == f"{crowd_conflict(crowd).mean():.2f}"


def test_columns_are_chosen_where_headings_say_nothing() -> None:
    rows = "".join(
        f"w{k % 3},i{k // 3},{'cat' if k % 4 else 'dog'},{k / 7:.3f}\n" for k in range(30)
    )
    app = upload(opened(), "a.csv", b"a,b,c,d\n" + rows.encode())
    chosen = {"worker": "a", "item": "b", "answer": "c"}
    if not [each for each in app.selectbox if each.key == "crowd.columns.worker"]:
        app = drawn(app.selectbox(key="crowd.layout").set_value("long"))
    for role, name in chosen.items():
        app = drawn(app.selectbox(key=f"crowd.columns.{role}").set_value(name))
    assert "30 answers of 3 annotators about 10 items" in sentences(app)
