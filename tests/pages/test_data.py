"""The Data page in process: samples, generators, uploads good and bad, roles, hidden truth."""

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from opened_pages import chart_texts, drawn, open_page, sentences
from streamlit.testing.v1 import AppTest

from belieflab.data.samples import SAMPLES, load_sample
from belieflab.ui.pages.data.draft import Draft
from belieflab.ui.pages.data.upload import example_files
from belieflab.ui.shell.workspace import Workspace

PAGE = Path(__file__).parents[2] / "pages" / "data.py"
GOOD = "width;height;kind\n1,5;2,0;ant\n2,5;1,0;bee\n0,5;3,0;ant\n"


def opened(
    way: str = "Sample", workspace: Workspace | None = None, draft: Draft | None = None
) -> AppTest:
    return open_page("data", workspace, way=way, **({} if draft is None else {"draft": draft}))


def upload(app: AppTest, *files: tuple[str, bytes]) -> AppTest:
    for name, content in files:
        app.file_uploader[0].upload(name, content)
    return drawn(app)


def workspace_of(app: AppTest) -> Workspace:
    workspace: Workspace = app.session_state["workspace"]
    return workspace


def test_an_empty_workspace_offers_one_click() -> None:
    app = opened()
    assert "Nothing is loaded yet" in sentences(app)
    app.button(key="data.first").click().run()
    assert not app.exception
    assert workspace_of(app).dataset is not None
    assert "150 objects × 4 features, 3 classes, not labelled yet" in sentences(app)


@pytest.mark.parametrize("key", [key for key, sample in SAMPLES.items() if not sample.generated])
def test_one_click_loads_a_bundled_sample(key: str) -> None:
    app = opened()
    assert SAMPLES[key].good_for in sentences(app)
    app.button(key=f"data.sample.{key}").click().run()
    assert not app.exception
    dataset = workspace_of(app).dataset
    assert dataset is not None
    assert np.array_equal(dataset.X, load_sample(key, seed=workspace_of(app).seed).X)


@pytest.mark.parametrize("key", [key for key, sample in SAMPLES.items() if sample.generated])
def test_every_generator_makes_points_at_once(key: str) -> None:
    app = opened("Generate")
    app.button(key=f"data.generate.{key}").click().run()
    assert not app.exception
    recipe = workspace_of(app).state.data_recipe
    assert recipe is not None and recipe.key == key


def test_settings_of_a_generator_change_the_points_and_stay_in_the_recipe() -> None:
    app = opened("Generate")
    app.button(key="data.generate.gaussians").click().run()
    first = workspace_of(app).dataset
    parameter = SAMPLES["gaussians"].parameters[0]
    control = next(each for each in app.slider if each.key.endswith(f".{parameter.name}"))
    control.set_value(4).run()
    assert not app.exception
    state = workspace_of(app).state
    assert state.data_recipe is not None and state.data_recipe.settings[parameter.name] == 4
    assert first is not None and state.dataset is not None
    assert len(state.dataset.class_names) == 4 != len(first.class_names)


def test_regenerate_takes_the_next_seed() -> None:
    app = opened("Generate")
    app.button(key="data.generate.moons").click().run()
    before = workspace_of(app).state
    app.button(key="data.regenerate").click().run()
    after = workspace_of(app).state
    assert after.seed == before.seed + 1
    assert before.dataset is not None and after.dataset is not None
    assert not np.array_equal(before.dataset.X, after.dataset.X)


def test_an_upload_is_guessed_shown_and_used_only_when_asked() -> None:
    app = upload(opened("Upload"), ("insects.csv", GOOD.encode()))
    assert "insects.csv" in sentences(app)
    assert any("semicolon" in expander.label for expander in app.expander)
    assert workspace_of(app).dataset is None
    app.button(key="data.use").click().run()
    assert not app.exception
    dataset = workspace_of(app).dataset
    assert dataset is not None
    assert dataset.name == "insects"
    assert dataset.feature_names == ("width", "height")
    assert np.array_equal(dataset.X, [[1.5, 2.0], [2.5, 1.0], [0.5, 3.0]])
    assert dataset.class_names == ("ant", "bee")


def test_the_guess_can_be_changed() -> None:
    app = upload(opened("Upload"), ("numbers.csv", b"1,2\n3,4\n5,6\n"))
    assert not any(box.label == "The first row holds" for box in app.selectbox)
    open_part(app, "reading")
    header = next(box for box in app.selectbox if box.label == "The first row holds")
    assert header.value is False
    header.select(True).run()
    assert not app.exception
    app.button(key="data.use").click().run()
    dataset = workspace_of(app).dataset
    assert dataset is not None and dataset.n == 2 and dataset.feature_names == ("1", "2")


def open_part(app: AppTest, part: str) -> int:
    """Open a part of the upload, which is drawn only then; returns the draft's number."""
    number: int = app.session_state["data.draft"].number
    app.session_state[f"data.{part}.{number}"] = True
    app.run()
    assert not app.exception
    return number


def open_columns(app: AppTest) -> int:
    """Open the tables of the columns; returns the draft's number."""
    return open_part(app, "columns")


def test_the_tables_of_the_columns_are_drawn_when_they_are_opened() -> None:
    app = upload(opened("Upload"), ("insects.csv", GOOD.encode()))
    assert "data.roles.base" not in app.session_state
    assert "What each column is" not in sentences(app)
    open_columns(app)
    assert app.session_state["data.roles.base"]["role"].tolist() == ["feature"] * 2 + ["truth"]
    assert "What each column is" in sentences(app)


def test_roles_can_be_changed_and_outlive_a_change_of_page() -> None:
    app = upload(opened("Upload"), ("insects.csv", GOOD.encode()))
    number = open_columns(app)
    app.session_state[f"data.roles.{number}"] = {
        "edited_rows": {1: {"role": "ignore"}},
        "added_rows": [],
        "deleted_rows": [],
    }
    app.run()
    assert app.session_state["data.draft"].roles.of["height"] == "ignore"
    app = opened("Upload", draft=app.session_state["data.draft"])
    open_columns(app)
    assert app.session_state["data.roles.base"]["role"].tolist() == ["feature", "ignore", "truth"]
    app.button(key="data.use").click().run()
    dataset = workspace_of(app).dataset
    assert dataset is not None and dataset.feature_names == ("width",)


def test_one_line_says_what_was_understood_and_ids_are_shown_from_then_on() -> None:
    rows = "".join(f"leaf {k}<b>,{k / 3},{k % 5},{'ab'[k % 2]}\n" for k in range(12))
    app = upload(opened("Upload"), ("leaves.csv", f"leaf,width,height,class\n{rows}".encode()))
    line = "12 objects, 2 features, 2 classes in class, ids in leaf, labels: none."
    assert line in sentences(app)
    app.button(key="data.use").click().run()
    assert not app.exception
    dataset = workspace_of(app).dataset
    assert dataset is not None and dataset.ids[3] == "leaf 3<b>"
    assert "leaf 3&lt;b&gt;" in chart_texts(app)[0] and "Row 4" not in chart_texts(app)[0]
    table = open_page("labels", workspace_of(app), tab="Edit")
    assert not table.exception


def test_what_is_in_doubt_is_asked_and_nothing_is_assumed() -> None:
    rows = "".join(f"{k / 3},{'ab'[k % 2]}\n" for k in range(12))
    app = upload(opened("Upload"), ("soft.csv", f"x,label\n{rows}".encode()))
    assert app.button(key="data.use").disabled
    question = app.radio[0]
    assert "'label' the true class" in question.label.replace("\\", "") and question.value is None
    question.set_value("Labels, which may be wrong").run()
    assert not app.exception
    assert "true classes: none, labels: one class per row in label" in sentences(app)
    app.button(key="data.use").click().run()
    assert not app.exception
    workspace = workspace_of(app)
    assert workspace.labels is not None and workspace.dataset is not None
    assert workspace.dataset.truth is None


def test_an_answer_outlives_a_change_of_page_and_the_table_shows_it() -> None:
    rows = "".join(f"{k / 3},{k / 7},{k % 2}\n" for k in range(20))
    app = upload(opened("Upload"), ("codes.csv", f"x,z,grade\n{rows}".encode()))
    open_columns(app)
    app.radio[0].set_value("None: it is a feature").run()
    assert app.session_state["data.roles.base"]["role"].tolist() == ["feature"] * 3
    app = opened("Upload", draft=app.session_state["data.draft"])
    assert app.radio[0].value == "None: it is a feature"
    app.button(key="data.use").click().run()
    dataset = workspace_of(app).dataset
    assert dataset is not None and dataset.p == 3 and dataset.truth is None


def test_many_columns_get_a_role_at_once() -> None:
    header = ",".join(f"pixel{k}" for k in range(40))
    rows = "".join(",".join(f"{(k * j) % 97 / 9:.3f}" for k in range(40)) + "\n" for j in range(9))
    app = upload(opened("Upload"), ("pixels.csv", f"{header}\n{rows}".encode()))
    number = open_columns(app)
    app.text_input(key=f"data.group.columns.{number}").set_value("pixel1*, 21-41")
    app.selectbox(key=f"data.group.role.{number}").set_value("ignore")
    app.button(key=f"data.group.assign.{number}").click().run()
    assert not app.exception
    assert "9 objects, 9 features" in sentences(app)
    assert app.session_state["data.roles.base"]["role"].tolist().count("ignore") == 31
    app.text_input(key=f"data.group.columns.{number}").set_value("voxel*")
    app.button(key=f"data.group.assign.{number}").click().run()
    assert "No column is called 'voxel*'" in sentences(app)


def test_features_that_tell_nothing_leave_with_one_click() -> None:
    rows = "".join(f"{k / 3},0,{k / 3},{k * k}\n" for k in range(9))
    app = upload(opened("Upload"), ("some.csv", f"a,b,c,d\n{rows}".encode()))
    assert "The same number in every row: b. The same as another column: c (as a)." in sentences(
        app
    )
    number = app.session_state["data.draft"].number
    app.button(key=f"data.useless.{number}").click().run()
    assert not app.exception
    assert "9 objects, 2 features" in sentences(app) and "The same number" not in sentences(app)


def test_answers_and_dissimilarities_are_not_taken_for_features_in_silence() -> None:
    answers = "worker,item,answer\nann,p1,cat\nbob,p1,dog\nann,p2,cat\nbob,p2,cat\n"
    app = upload(opened("Upload"), ("answers.csv", answers.encode()))
    texts = [each.label.replace("\\", "") for each in app.radio]
    assert [text for text in texts if "answers of annotators, one per line" in text]
    assert app.button(key="data.use").disabled
    square = "u,v,w\n0,1.5,2\n1.5,0,1\n2,1,0\n"
    app = upload(opened("Upload"), ("distances.csv", square.encode()))
    assert "3 objects, dissimilarities (3 × 3), no classes." in sentences(app)
    app = upload(opened("Upload"), ("other.csv", square.replace("2,1,0", "2,1,3").encode()))
    assert "3 objects, 3 features" in sentences(app)


def test_text_is_never_turned_into_a_feature() -> None:
    rows = "".join(f"{i},word{i}\n" for i in range(20))
    app = upload(opened("Upload"), ("notes.csv", f"size,remark\n{rows}".encode()))
    assert app.session_state["data.draft"].roles.of["remark"] != "feature"


def test_missing_values_are_counted_and_dropped_or_filled() -> None:
    content = b"a,b\n1,2\n,4\n5,6\n7,9\n"
    for choice, n in (("drop", 3), ("median", 4)):
        app = upload(opened("Upload"), ("gaps.csv", content))
        assert "a: 1" in sentences(app)
        box = next(each for each in app.selectbox if each.label == "Rows with a missing feature")
        box.select(choice).run()
        app.button(key="data.use").click().run()
        assert not app.exception
        dataset = workspace_of(app).dataset
        assert dataset is not None and dataset.n == n
    assert dataset.X[1, 0] == 5.0


def test_soft_labels_in_the_file_come_along() -> None:
    content = b"x,y,guess,doubt\n0,1.5,a,0.25\n1,0,b,0\n2,2,a,1\n"
    app = upload(opened("Upload"), ("soft.csv", content))
    app.button(key="data.use").click().run()
    assert not app.exception
    labels = workspace_of(app).labels
    assert labels is not None
    assert np.allclose(labels.contour(), [[1, 0.25], [0, 1], [1, 1]])
    assert "with labels" in sentences(app)


def test_files_that_belong_together_are_taken_together() -> None:
    app = upload(
        opened("Upload"),
        ("X.csv", b"1;2\n3;4\n"),
        ("y.csv", b"0;1;0;0\n0;0;0.5;0.5\n"),
        ("y_true.csv", b"0\n1\n"),
        ("classes.csv", b"0;cat\n1;dog\n"),
    )
    assert "These files belong together: 2 objects × 2 features, 2 classes" in sentences(app)
    app.button(key="data.use").click().run()
    assert not app.exception
    workspace = workspace_of(app)
    assert workspace.dataset is not None and workspace.dataset.class_names == ("cat", "dog")
    assert workspace.labels is not None
    assert np.allclose(workspace.labels.contour(), [[1, 0], [0.5, 1]])


BAD = {
    "empty.csv": (b"", "The file is empty"),
    "binary.csv": (bytes(range(256)) * 20, "NUL byte"),
    "wide.csv": (
        ",".join(f"c{j}" for j in range(10_000)).encode() + b"\n" + b"1," * 9_999 + b"1",
        "10,000 columns; the limit is",
    ),
    "twice.csv": (b"a,a\n1,2\n3,4\n", "'a' appears twice"),
    "short.csv": (b"x,{a},{b}\n1,0.5,0.5\n2,0.5,0.47\n", "row 2 sum to 0.97"),
    "negative.csv": (b"x,pl:a,pl:b\n1,1,0.5\n2,-0.1,1\n", "Row 2 has the plausibility -0.1"),
    "infinite.csv": (b"a,b\n1,2\nInfinity,3\n4,5\n", "Row 2 holds Infinity in column 'a'"),
    "words.csv": (b"word\nfoo\nbar\nbaz\n", "only one column"),
    "line.csv": (b"just one line of words", "no rows of data"),
    "broken.xlsx": (b"PK\x03\x04 this is no workbook", "damaged"),
    "broken.parquet": (b"PAR1 nothing PAR1", "damaged"),
    "ids.csv": (
        b"id,x\na,1\nb,2\na,3\n",
        "'id' cannot hold the ids. Rows 1 and 3 have the same id",
    ),
    "nothing.zip": (b"PK\x05\x06" + bytes(18), "needs a file X.csv"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_gets_a_sentence_and_nothing_is_lost(name: str) -> None:
    content, sentence = BAD[name]
    workspace = Workspace()
    workspace.load_sample("iris")
    before = workspace.state
    app = upload(opened("Upload", workspace), (name, content))
    if not app.error:
        app.button(key="data.use").click().run()
        assert not app.exception
    assert len(app.error) == 1 and sentence in app.error[0].value.replace("\\", "")
    assert workspace_of(app).state is before
    app = opened("Sample", workspace_of(app), app.session_state["data.draft"])
    app.button(key="data.sample.wine").click().run()
    assert not app.exception
    dataset = workspace_of(app).dataset
    assert dataset is not None and dataset.n == 178


def test_a_column_without_any_value_is_named_and_left_out() -> None:
    app = upload(opened("Upload"), ("void.csv", b"a,b\n,1\n,2\n,3\n"))
    assert "No value at all in a" in app.warning[0].value
    app.button(key="data.use").click().run()
    assert not app.exception
    dataset = workspace_of(app).dataset
    assert dataset is not None and dataset.feature_names == ("b",)


@pytest.mark.parametrize("example", list(example_files()))
def test_every_example_file_opens_as_it_is(example: str) -> None:
    app = opened("Upload")
    app.selectbox(key="data.example").select(example).run()
    assert not app.exception and not app.error
    for radio in app.radio:
        if str(radio.key).startswith("data.question"):
            app = drawn(radio.set_value(radio.options[0].replace("\\", "")))
    keys = [button.key for button in app.button]
    drawn(app.button(key="data.answers" if "data.answers" in keys else "data.use").click())
    assert not app.exception and not app.error
    assert workspace_of(app).dataset is not None
    state = workspace_of(app).state
    assert "/" not in example or state.crowd is not None or state.labels is not None


def test_examples_hold_dissimilarities_and_a_folder_with_the_answers_of_its_crowd() -> None:
    app = opened("Upload")
    app = drawn(app.selectbox(key="data.example").select("dissimilarities.csv"))
    assert "15 objects, dissimilarities (15 × 15), no classes, ids in village" in sentences(app)
    app = drawn(app.selectbox(key="data.example").select("credal (folder)"))
    app = drawn(app.button(key="data.use").click())
    state = workspace_of(app).state
    assert state.dataset.n == 24 and len(state.crowd.annotators) == 5
    assert state.dataset.class_names == ("Moth", "Butterfly", "Beetle")


def test_discard_forgets_the_upload() -> None:
    app = upload(opened("Upload"), ("insects.csv", GOOD.encode()))
    app.button(key="data.discard").click().run()
    assert not app.exception
    assert "data.draft" not in app.session_state
    assert not any(button.key == "data.use" for button in app.button)


def test_names_like_markdown_stay_text() -> None:
    nasty = "![x](http://example.invalid/a.png)"
    rows = f"1,{nasty}\n2,<img src=x>\n3,{nasty}\n4,<img src=x>\n"
    app = upload(opened("Upload"), (f"{'*a_b*'}.csv", f"*size*,kind\n{rows}".encode()))
    app.button(key="data.use").click().run()
    assert not app.exception
    dataset = workspace_of(app).dataset
    assert dataset is not None and set(dataset.class_names) == {nasty, "<img src=x>"}
    for element in [*app.markdown, *app.caption]:
        assert "![x](" not in element.value and "<img" not in element.value
        assert "*a_b*" not in element.value.replace("\\*a", "").replace("b\\*", "")


def test_a_hidden_truth_colours_nothing() -> None:
    workspace = Workspace()
    workspace.load_sample("iris")
    app = opened("Sample", workspace)
    legends = chart_texts(app)
    assert any("versicolor" in legend for legend in legends)
    app.button(key="data.truth.switch").click().run()
    assert not app.exception
    for chart in app.get("plotly_chart"):
        assert "versicolor" not in str(chart.proto.spec)
    assert "The truth is hidden" in sentences(app)


def test_both_pictures_and_the_standardised_view_draw() -> None:
    workspace = Workspace()
    workspace.load_sample("wine")
    workspace.set_scaling("standardise")
    app = opened("Sample", workspace)
    assert not app.exception
    assert "alcohol,\\u003cbr\\u003estandardised" in chart_texts(app)[0]
    means = app.dataframe[0].value["mean"]
    assert means.iloc[0] == pytest.approx(13.0006, abs=1e-4)  # the table keeps the own units
    app.session_state["data.view"] = "Parallel coordinates"
    app.run()
    assert not app.exception
    assert "parcoords" in chart_texts(app)[0]


def test_the_canvas_is_drawn_and_other_data_stay() -> None:
    workspace = Workspace()
    workspace.load_sample("iris")
    app = opened("Paint", workspace)
    assert workspace_of(app).dataset is workspace.dataset
    assert "Drag over the plane" in sentences(app)


def test_the_limits_stand_beside_the_uploader() -> None:
    said = "At most 200 MB a file, 2,000 columns (5,000 of dissimilarities) and 50 million cells"
    assert said in sentences(opened("Upload"))


@pytest.mark.parametrize("last", ["b.csv", "b.zip"])
def test_files_that_do_not_belong_together_are_opened_one_after_the_other(last: str) -> None:
    content = GOOD.encode()
    if last.endswith(".zip"):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("X.csv", "1;2\n3;4\n")
        content = packed.getvalue()
    app = upload(opened("Upload"), ("a.csv", b"p,q\n1,2\n3,4\n"), (last, content))
    assert not app.error
    assert f"Then, one after the other: {last}." in sentences(app)
    assert tuple(app.session_state["data.draft"].files) == ("a.csv",)
    app = drawn(app.button(key="data.use").click())
    assert workspace_of(app).dataset.name == "a"
    assert tuple(app.session_state["data.draft"].files) == (last,)


def packed(**members: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in members.items():
            archive.writestr(f"{name}.csv", text)
    return stream.getvalue()


def test_a_zip_of_one_table_is_that_table_and_of_two_opens_one_after_the_other() -> None:
    app = upload(opened("Upload"), ("insects.zip", packed(insects=GOOD)))
    assert not app.error and "3 objects, 2 features, 2 classes in kind" in sentences(app)
    open_part(app, "reading")
    header = next(box for box in app.selectbox if box.label == "The first row holds")
    header.select(False).run()
    assert not app.exception and "4 objects" in sentences(app)
    app = upload(opened("Upload"), ("two.zip", packed(a=GOOD, b=GOOD)))
    assert not app.error and "Then, one after the other: b.csv" in sentences(app)


def test_one_file_sets_nothing_aside() -> None:
    assert "set aside" not in sentences(upload(opened("Upload"), ("a.csv", GOOD.encode())))


def test_a_whole_folder_can_be_uploaded() -> None:
    app = opened("Upload")
    app.toggle(key="data.folder").set_value(True).run()
    assert app.file_uploader[0].proto.accept_directory
    upload(app, ("pets/X.csv", b"1;2\n3;4\n5;6\n"), ("pets/y_true.csv", b"cat\ndog\ncat\n"))
    assert "3 objects × 2 features, 2 classes" in sentences(app)
    assert app.session_state["data.draft"].name == "pets"


def test_points_without_a_recipe_say_that_no_link_holds_them() -> None:
    app = opened()
    assert "no link can hold" not in sentences(app)
    workspace_of(app).adopt_dataset(load_sample("iris"))
    app.run()
    assert "came from a file or a brush, which no link can hold" in sentences(app)
    assert "Save workspace file" in [button.label for button in app.get("download_button")]
