"""The Labels page in process: every law, edits good and bad, files, crowds, empty states."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from opened_pages import chart_texts, drawn, finish, open_page, sentences
from streamlit.testing.v1 import AppTest

from belieflab import cost
from belieflab.belief import Frame, MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.label_summary import best_sets
from belieflab.data.laws import LAWS
from belieflab.data.reading import guess_roles, read_table, sniff, to_dataset
from belieflab.evaluation import held_out_masses, suspects
from belieflab.ui.method import numbers
from belieflab.ui.pages.labels import editing
from belieflab.ui.pages.playground.link import read_link, write_link
from belieflab.ui.pages.playground.session import open_label
from belieflab.ui.shell.workspace import Recipe, Workspace

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_data"
LABEL_FILES = {
    "labels_hard.csv": "hard",
    "labels_sets.csv": "sets",
    "labels_guess_doubt.csv": "guess-doubt",
    "labels_plausibilities.csv": "plausibilities",
    "labels_probabilities.csv": "probabilities",
    "labels_masses.csv": "masses",
}


def iris(law: str | None = "expert-doubt") -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), None if law is None else Recipe(law))
    return workspace


def small_iris() -> Workspace:
    """The points the sample label files speak of."""
    content = (SAMPLES / "iris.csv").read_bytes()
    frame = read_table(content, sniff(content, "iris.csv"))
    workspace = Workspace()
    workspace.adopt_dataset(to_dataset(frame, guess_roles(frame), name="iris").dataset)
    return workspace


def unclassed() -> Workspace:
    workspace = Workspace()
    workspace.adopt_dataset(Dataset(np.eye(3), ("x", "y", "z")))
    return workspace


def opened(workspace: Workspace, tab: str = "Simulate") -> AppTest:
    return open_page("labels", workspace, tab=tab)


def pick(app: AppTest, rows: list[int]) -> None:
    """Seed what a lasso on the plane would leave behind."""
    points = [{"customdata": row, "point_index": i} for i, row in enumerate(rows)]
    app.session_state["labels.edit.plane"] = {"selection": {"points": points}}


def charts(app: AppTest) -> int:
    return len(app.get("plotly_chart"))


# -- empty states ---------------------------------------------------------------------------------


def test_without_data_the_page_says_what_it_needs_and_one_button_brings_it():
    app = opened(Workspace())
    assert "Labels need objects" in sentences(app)
    drawn(app.button(key="labels.begin").click())
    workspace = app.session_state["workspace"]
    assert workspace.dataset.n == 150
    assert workspace.state.label_recipe.key == "expert-doubt"
    assert "labels are wrong" in sentences(app)


def test_data_without_truth_say_so_and_are_still_labelled_by_hand():
    app = opened(unclassed())
    assert "these data have none" in sentences(app)
    drawn(app.selectbox(key="labels.law").set_value("hard"))
    assert "starts from the true classes" in sentences(app)
    app.session_state["labels.tab"] = "Edit"
    drawn(app)
    app.text_input(key="labels.class_names").set_value("ill, <b>healthy</b>")
    drawn(app.button[-1].click())
    labels = app.session_state["workspace"].labels
    assert labels.frame.names == ("ill", "<b>healthy</b>")
    assert labels.nonspecificity().tolist() == [1, 1, 1]


@pytest.mark.parametrize("names", ["", "only", "twice, twice"])
def test_a_frame_needs_two_different_names(names):
    app = opened(unclassed(), "Edit")
    app.text_input(key="labels.class_names").set_value(names)
    drawn(app.button[-1].click())
    assert len(app.error) == 1
    assert app.session_state["workspace"].labels is None


def test_points_with_classes_but_no_labels_begin_vacuous():
    app = opened(iris(None), "Edit")
    drawn(app.button(key="labels.vacuous").click())
    assert app.session_state["workspace"].labels.nonspecificity().min() == 1.0


# -- simulate -------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", LAWS)
def test_choosing_a_law_builds_its_labels_and_draws_them(law):
    app = opened(iris("hard" if law != "hard" else "sets"))
    drawn(app.selectbox(key="labels.law").set_value(law))
    workspace = app.session_state["workspace"]
    assert workspace.state.label_recipe.key == law
    assert LAWS[law].title in sentences(app)
    assert charts(app) == 4  # plane, histogram, triangle, heat map
    assert len(app.dataframe[0].value) == 150


def test_a_slider_answers_at_once_and_the_sentence_tells():
    app = opened(iris("nonspecificity"))
    drawn(app.slider(key="labels.law.nonspecificity.ns").set_value(0.9))
    assert app.session_state["workspace"].state.label_recipe.settings["ns"] == 0.9
    assert "mean nonspecificity 0.90" in sentences(app)


def test_an_impossible_setting_is_reported_and_the_labels_stay():
    app = opened(iris())
    before = app.session_state["workspace"].labels
    drawn(app.slider(key="labels.law.expert-doubt.mean").set_value(0.01))
    assert len(app.error) == 1
    assert app.session_state["workspace"].labels is before
    assert app.slider(key="labels.law.expert-doubt.mean").value == 0.2


def test_hidden_truth_is_in_no_number_table_or_figure():
    app = opened(iris())
    assert "labels are wrong" in sentences(app)
    drawn(app.button(key="labels.truth.switch").click())
    assert "labels are wrong" not in sentences(app)
    assert app.metric[1].value == "–"
    assert "truth" not in app.dataframe[0].value.columns
    assert all("truth" not in text for text in chart_texts(app))
    drawn(app.button(key="labels.truth.switch").click())
    assert "labels are wrong" in sentences(app)


def test_axes_and_colours_can_be_chosen():
    app = opened(iris())
    app.selectbox(key="labels.x").set_value("x1")
    drawn(app.selectbox(key="labels.y").set_value("x3"))
    spec = chart_texts(app)[0]
    assert "sepal length" in spec and "petal length" in spec


def test_an_axis_of_earlier_data_does_not_outlive_them():
    app = opened(iris())
    drawn(app.selectbox(key="labels.x").set_value("x4"))
    app.session_state["workspace"].load_sample("butterfly")
    drawn(app)
    assert app.selectbox(key="labels.x").value == "x1"


def test_a_picked_object_tells_its_story_and_leaves_the_plane_alone():
    app = opened(iris())
    before = chart_texts(app)[0]
    app.session_state["labels.simulate.plane"] = {"selection": {"points": [{"customdata": 41}]}}
    drawn(app)
    assert "The label of row 42" in sentences(app)
    assert chart_texts(app)[0] == before


def test_a_label_travels_to_the_playground_exactly():
    workspace = iris("bayesian")
    labels = workspace.labels
    playground = read_link(write_link(open_label(workspace, {"row": "42"})))
    assert playground.names == labels.frame.names
    sent = playground.sources[0].table(playground.frame)
    np.testing.assert_allclose(sent.contour()[0], labels.contour()[41], atol=1e-9)


# -- edit -----------------------------------------------------------------------------------------


def test_picked_objects_get_a_set_with_doubt_and_undo_brings_all_back():
    app = opened(iris(), "Edit")
    before = app.session_state["workspace"].labels
    pick(app, [3, 50, 149])
    drawn(app)
    assert "3 objects picked" in sentences(app)
    app.multiselect(key="labels.brush.classes").set_value(["setosa", "virginica"])
    app.slider(key="labels.brush.doubt").set_value(0.25)
    pick(app, [3, 50, 149])
    drawn(app.button(key="labels.brush.apply").click())
    labels = app.session_state["workspace"].labels
    np.testing.assert_allclose(labels.mass_of(0b101)[[3, 50, 149]], 0.75)
    np.testing.assert_allclose(labels.mass_of(0b111)[[3, 50, 149]], 0.25)
    others = np.setdiff1d(np.arange(150), [3, 50, 149])
    np.testing.assert_allclose(labels.contour()[others], before.contour()[others])
    assert "3 rows labelled {setosa, virginica} with doubt 0.25" in sentences(app)
    drawn(app.button(key="labels.undo").click())
    assert app.session_state["workspace"].labels is before


def test_a_brush_without_classes_is_reported():
    app = opened(iris(), "Edit")
    pick(app, [3])
    drawn(app)
    pick(app, [3])
    drawn(app.button(key="labels.brush.apply").click())
    assert "at least one possible class" in sentences(app)


def edit(app: AppTest, changes: dict[int, dict[str, object]]) -> None:
    """Seed what typing into the table leaves behind, and its callback's copy of it."""
    version = app.session_state["workspace"].version
    app.session_state["labels.pending"] = (version, changes)
    drawn(app)


def test_committed_edits_change_their_rows_only():
    app = opened(iris(), "Edit")
    assert app.button(key="labels.commit").disabled
    before = app.session_state["workspace"].labels
    edit(app, {0: {"set": "versicolor|virginica", "doubt": 0.5}, 7: {"set": "*"}})
    assert "2 rows edited, not yet committed" in sentences(app)
    drawn(app.button(key="labels.commit").click())
    labels = app.session_state["workspace"].labels
    assert labels.mass_of(0b110)[0] == 0.5
    assert labels.mass_of(0b111)[7] == 1.0
    np.testing.assert_allclose(labels.contour()[10:], before.contour()[10:])
    assert app.button(key="labels.commit").disabled


def test_a_bad_edit_is_reported_in_one_sentence_and_nothing_is_lost():
    app = opened(iris(), "Edit")
    before = app.session_state["workspace"].labels
    edit(app, {4: {"set": "wolf"}, 6: {"doubt": 0.9}})
    drawn(app.button(key="labels.commit").click())
    assert len(app.error) == 1
    assert "Row 5: Unknown class 'wolf'" in sentences(app)
    assert app.session_state["workspace"].labels is before
    assert app.session_state["labels.pending"][1] == {4: {"set": "wolf"}, 6: {"doubt": 0.9}}
    assert "2 rows edited" in sentences(app)


def test_edits_wait_while_another_tab_is_open_and_can_be_dropped():
    app = opened(iris(), "Edit")
    edit(app, {4: {"set": "virginica"}})
    app.session_state["labels.tab"] = "Simulate"
    drawn(app)
    app.session_state["labels.tab"] = "Edit"
    drawn(app)
    assert app.session_state["labels.editor"].table["set"][4] == "virginica"
    drawn(app.button(key="labels.drop").click())
    assert "not yet committed" not in sentences(app)
    assert app.session_state["labels.editor"].table["set"][4] != "virginica"


def test_labels_are_not_discounted_while_typed_edits_wait():
    workspace = iris()
    workspace.edit_labels(workspace.labels, "labels by hand")
    app = opened(workspace, "Edit")
    assert app.slider(key="labels.noise")
    edit(app, {4: {"set": "virginica"}})
    assert "Commit or drop the edits" in sentences(app)
    assert "labels.noise" not in [slider.key for slider in app.slider]
    drawn(app.button(key="labels.drop").click())
    drawn(app.slider(key="labels.noise").set_value(1.0))
    assert workspace.labels.nonspecificity().min() == 1.0


def test_what_is_typed_into_the_editor_is_committed_with_what_it_began_with():
    app = opened(iris(), "Edit")
    edit(app, {3: {"doubt": 0.5}})
    app.session_state[app.session_state["labels.editor"].key] = {
        "edited_rows": {2: {"set": "virginica"}},
        "added_rows": [],
        "deleted_rows": [],
    }
    drawn(app)
    assert "2 rows edited" in sentences(app)
    drawn(app.button(key="labels.commit").click())
    masks, doubts = best_sets(app.session_state["workspace"].labels)
    assert masks[2] == 0b100
    assert doubts[3] == 0.5


def test_the_table_has_the_evidence_against_each_label():
    app = opened(iris(), "Edit")
    workspace = app.session_state["workspace"]
    found = suspects(held_out_masses(workspace.dataset.X, workspace.labels), workspace.labels)
    shown = app.session_state["labels.editor"].table["against"]
    np.testing.assert_allclose(shown, found["against"].sort_index(), atol=1e-12)
    workspace.edit_labels(MassTable.vacuous(150, workspace.dataset.frame), "nothing")
    assert "against" not in drawn(app).session_state["labels.editor"].table


def test_evidence_that_takes_long_comes_in_the_background_and_typed_edits_stay(monkeypatch):
    monkeypatch.setattr(cost, "QUICK_SECONDS", 0.0)
    app = opened(iris(), "Edit")
    edit(app, {4: {"set": "virginica"}})
    finish(app, "labels.evidence")
    table = app.session_state["labels.editor"].table
    assert table["against"].notna().all()
    assert table["set"][4] == "virginica" and "1 row edited" in sentences(app)


# -- import and save ------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "layout"), LABEL_FILES.items())
def test_every_layout_is_recognised_and_attached(name, layout):
    app = opened(small_iris(), "Import")
    app.file_uploader(key="labels.upload").upload(name, (SAMPLES / name).read_bytes())
    drawn(app)
    assert app.selectbox(key="labels.upload.layout").value == layout
    drawn(app.button(key="labels.attach").click())
    workspace = app.session_state["workspace"]
    assert len(workspace.labels) == workspace.dataset.n
    assert workspace.state.label_note == f"labels from {name}"
    assert app.get("download_button")


def test_a_file_with_the_wrong_number_of_rows_is_refused_and_labels_stay():
    app = opened(iris(), "Import")
    before = app.session_state["workspace"].labels
    app.file_uploader(key="labels.upload").upload("x.csv", b"label\nsetosa\nvirginica\n")
    drawn(app)
    assert len(app.error) == 1
    assert "150" in app.error[0].value
    assert app.session_state["workspace"].labels is before


@pytest.mark.parametrize(
    "content", [b"", b"label\n" + b"wolf\n" * 150, b"\x00\x01\x02" * 50, b"doubt\n" + b"7\n" * 150]
)
def test_bad_label_files_get_one_sentence(content):
    app = opened(iris(), "Import")
    app.file_uploader(key="labels.upload").upload("bad.csv", content)
    drawn(app)
    assert len(app.error) == 1
    assert len(app.error[0].value) < 600


def test_a_wrong_guess_of_the_layout_can_be_changed():
    app = opened(small_iris(), "Import")
    name = "labels_probabilities.csv"
    app.file_uploader(key="labels.upload").upload(name, (SAMPLES / name).read_bytes())
    drawn(app)
    drawn(app.selectbox(key="labels.upload.layout").set_value("sets"))
    assert len(app.error) == 1
    drawn(app.selectbox(key="labels.upload.layout").set_value("probabilities"))
    assert not app.error


def test_without_truth_a_label_file_names_the_classes():
    app = opened(unclassed(), "Import")
    app.file_uploader(key="labels.upload").upload("y.csv", b"set\na|b\nb\n*\n")
    drawn(app)
    drawn(app.button(key="labels.attach").click())
    workspace = app.session_state["workspace"]
    assert workspace.dataset.class_names == workspace.labels.frame.names
    assert set(workspace.labels.frame.names) == {"a", "b"}


# -- what the page says about its limits ----------------------------------------------------------


def test_labels_by_hand_say_that_no_link_holds_them_and_offer_the_file():
    workspace = iris()
    app = opened(workspace)
    assert "no link can hold" not in sentences(app)
    workspace.edit_labels(workspace.labels, "3 rows edited by hand")
    drawn(app)
    assert "edited by hand or read from a file, which no link can hold" in sentences(app)
    assert "Save workspace file" in [button.label for button in app.get("download_button")]


@pytest.mark.parametrize(("n", "noted"), [(5_001, True), (5_000, False)])
def test_a_lasso_takes_only_what_is_drawn_and_the_page_says_so(n, noted):
    workspace = Workspace()
    frame = Frame("ab")
    workspace.adopt_dataset(Dataset(np.zeros((n, 2)), ("x", "y")), MassTable.vacuous(n, frame))
    shown = sentences(opened(workspace, "Edit"))
    assert ("A lasso takes drawn objects only, and 5,000 of 5,001 are drawn" in shown) is noted


@pytest.mark.parametrize("tab", ["Simulate"])
def test_rows_without_a_known_class_are_counted_beside_the_law(tab):
    truth = np.array([0, 1, -1, 0, -1, 1])
    workspace = Workspace()
    workspace.adopt_dataset(Dataset(np.zeros((6, 2)), ("x", "y"), truth, ("a", "b")))
    assert "2 rows have no true class; every law leaves" in sentences(opened(workspace, tab))
    assert "no true class" not in sentences(opened(iris(), tab))


def test_numbers_that_neither_sum_to_1_nor_reach_it_are_asked_about_before_they_are_attached():
    app = opened(small_iris(), "Import")
    rows = "0.6,0.2,0.1\n" * 45
    content = b"setosa,versicolor,virginica\n" + rows.encode()
    app.file_uploader(key="labels.upload").upload("x.csv", content)
    app = drawn(app)
    [radio] = [each for each in app.radio if "sum to between" in each.label]
    assert len(radio.options) == 2 and not [b for b in app.button if b.key == "labels.attach"]
    app = drawn(radio.set_value(radio.options[1].replace("\\", "")))
    app = drawn(app.button(key="labels.attach").click())
    labels = app.session_state["workspace"].labels
    assert labels.pignistic()[0].tolist() == pytest.approx([6 / 9, 2 / 9, 1 / 9])


def test_texts_to_show_stand_in_the_table_of_labels():
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("hard"))
    data = replace(workspace.dataset, texts=tuple(f"seen {k}" for k in range(150)))
    workspace.adopt_dataset(data, workspace.labels)
    tables = [each.value for each in open_page("labels", workspace).dataframe]
    assert any(table["text"].tolist() == list(data.texts) for table in tables if "text" in table)


def test_tables_of_very_many_labels_list_the_first_and_say_so(monkeypatch):
    """With 2.5 million labels the page took 2.7 GB for a table of all of them."""
    monkeypatch.setattr(numbers, "MAX_ROWS", 20)
    app = opened(iris())
    assert len(app.dataframe[0].value) == 20
    assert "The first 20 of 150 objects." in sentences(app)
    monkeypatch.setattr(editing, "MAX_POINTS", 100)
    app = opened(iris(), "Edit")
    assert len(app.session_state["labels.editor"].table) == 20
    assert "the table below reaches the first 20 rows" in sentences(app)
