"""What is in doubt about an upload is asked on the Data page, and its answers give the roles."""

import io
import zipfile

import pytest
from opened_pages import drawn, open_page, sentences
from streamlit.testing.v1 import AppTest

from belieflab.data.dataset import Dataset
from belieflab.ui.pages.data.draft_reading import open_files

ROWS = range(40)
CLASSES = "fox", "elk"
PASSENGERS = "age,sex,survived\n" + "".join(f"{k}.5,{'fm'[k % 2]},{k // 2 % 2}\n" for k in ROWS)
ANIMALS = "x,z,is_test,species\n" + "".join(
    f"{k}.5,{k * k}.25,{k % 4 // 3},{CLASSES[k // 2 % 2]}\n" for k in ROWS
)
PARTS = "x,z,set,species\n" + "".join(
    f"{k}.5,{k * k}.25,{('train', 'test', 'unlabeled')[k % 3]},{CLASSES[k // 2 % 2]}\n"
    for k in ROWS
)


def uploaded(name: str, content: str | bytes) -> AppTest:
    app = open_page("data", way="Upload")
    app.file_uploader[0].upload(name, content.encode() if isinstance(content, str) else content)
    return drawn(app)


def answered(app: AppTest, beginning: str) -> AppTest:
    [radio] = [each for each in app.radio if str(each.key).startswith("data.question")]
    titles = [each.replace("\\", "") for each in radio.options]
    [title] = [each for each in titles if each.startswith(beginning)]
    return drawn(radio.set_value(title))


def used(app: AppTest) -> Dataset:
    drawn(app.button(key="data.use").click())
    dataset: Dataset = app.session_state["workspace"].dataset
    return dataset


@pytest.mark.parametrize(
    ("answer", "truth", "features", "categories"),
    [
        ("survived", ("0", "1"), ("age",), ["sex"]),
        ("sex", ("f", "m"), ("age", "survived"), []),
        ("None", (), ("age", "survived"), ["sex"]),
    ],
)
def test_text_beside_whole_numbers(
    answer: str, truth: tuple[str, ...], features: tuple[str, ...], categories: list[str]
) -> None:
    app = uploaded("people.csv", PASSENGERS)
    assert app.button(key="data.use").disabled
    dataset = used(answered(app, answer))
    assert dataset.class_names == truth and dataset.feature_names == features
    assert [each.name for each in dataset.categories] == categories


@pytest.mark.parametrize(("answer", "training"), [("0 = training", 30), ("1 = training", 10)])
def test_rows_for_training_by_number(answer: str, training: int) -> None:
    app = uploaded("animals.csv", ANIMALS)
    assert app.button(key="data.use").disabled
    assert "animals**: 40 objects × 2 features, 2 classes" in sentences(app), "seen before"
    assert used(answered(app, answer)).training.n == training


def test_rows_that_are_neither_training_nor_test() -> None:
    dataset = used(answered(uploaded("animals.csv", PARTS), "Kept apart"))
    assert {name: part.n for name, part in dataset.kept_apart.items()} == {
        "test": 13,
        "holdout": 13,
    }


def test_a_split_that_is_given_by_hand_is_asked_about_each_time() -> None:
    app = uploaded("animals.csv", ANIMALS.replace("is_test", "clinic"))
    assert not app.button(key="data.use").disabled
    number = app.session_state["data.draft"].number
    app = drawn(app.session_state.__setitem__(f"data.columns.{number}", True) or app)

    def given(role: str) -> AppTest:
        app.text_input(key=f"data.group.columns.{number}").set_value("clinic")
        app.selectbox(key=f"data.group.role.{number}").set_value(role)
        return drawn(app.button(key=f"data.group.assign.{number}").click())

    given("split")
    assert app.button(key="data.use").disabled
    answered(app, "0 = training")
    assert "30 train, 10 test in clinic" in sentences(app)
    given("feature")
    assert not app.button(key="data.use").disabled and "in clinic" not in sentences(app)
    given("split")
    assert app.button(key="data.use").disabled, "the answer of before is not taken for granted"
    assert used(answered(app, "1 = training")).training.n == 10


def test_who_says_which_column_is_the_truth_is_not_asked_again() -> None:
    rows = "".join(f"{k}.5,{CLASSES[k % 2]},{CLASSES[k // 2 % 2]}\n" for k in ROWS)
    draft = open_files({"animals.csv": f"x,one,two\n{rows}".encode()})
    [whole] = draft.questions
    _, categories, truth = whole.answers
    assert truth.title == "Categories, and the true classes in two"
    assert draft.answered(whole, truth).open_questions == ()
    assert [each.key for each in draft.answered(whole, categories).open_questions] == ["classes"]


def test_columns_of_numbers_in_a_zip() -> None:
    table = "id,x,z,split,grade\n" + "".join(
        f"{k + 7},{k}.5,{k * k}.25,{k % 4 // 3},{k // 2 % 2}\n" for k in ROWS
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("X.csv", table)
        archive.writestr("notes.txt", "nothing")
    app = uploaded("animals.zip", stream.getvalue())
    by_key = {str(each.key).split(".")[2]: each for each in app.radio}
    assert set(by_key) == {"classes", "split split"} and app.button(key="data.use").disabled
    assert not app.error
    drawn(by_key["classes"].set_value("grade (0, 1)"))
    [split] = [each for each in app.radio if "split split" in str(each.key)]
    assert not app.error, "what may still be answered is no refusal"
    dataset = used(drawn(split.set_value("0 = training (30 rows), 1 = test (10)")))
    assert dataset.ids[0] == "7" and dataset.p == 2 and dataset.training.n == 30
    assert dataset.class_names == ("0", "1")


def test_votes_beside_features_and_then_the_classes() -> None:
    rows = "".join(
        f"{k}.5,{k % 7},{(k + 1) % 4},{10 - k % 7 - (k + 1) % 4},{k % 4 // 3},"
        f"{CLASSES[k // 2 % 2]},{'ns'[k // 3 % 2]}\n"
        for k in ROWS
    )
    app = uploaded("animals.csv", f"x,fox,elk,hare,is_test,kind,place\n{rows}")

    def asked() -> dict[str, object]:
        return {str(each.key).split(".")[2].split()[0]: each for each in app.radio}

    assert set(asked()) == {"votes", "split"}
    drawn(asked()["split"].set_value("0 = training (30 rows), 1 = test (10)"))
    drawn(asked()["votes"].set_value("3 features"))
    assert set(asked()) == {"votes", "split", "classes"} and app.button(key="data.use").disabled
    votes = next(each for each in asked()["votes"].options if "row 1" in each).replace("\\", "")
    drawn(asked()["votes"].set_value(votes))
    assert set(asked()) == {"votes", "split"}, "place names none of the classes"
    dataset = used(app)
    assert dataset.feature_names == ("x",) and dataset.class_names == ("fox", "elk", "hare")
    assert dataset.training.n == 30
    assert app.session_state["workspace"].labels.frame.names == dataset.class_names


def test_a_role_given_to_a_column_of_votes_answers_and_the_classes_are_asked_about() -> None:
    rows = "".join(
        f"{k}.5,{k % 7},{(k + 1) % 4},{10 - k % 7 - (k + 1) % 4},{'ab'[k % 2]},{'ns'[k // 3 % 2]}\n"
        for k in ROWS
    )
    draft = open_files({"animals.csv": f"x,fox,elk,hare,kind,place\n{rows}".encode()})
    assert [each.key for each in draft.open_questions] == ["votes"]
    given = draft.given({"hare": "ignore"})
    assert [each.key for each in given.open_questions] == ["classes"]
    assert draft.given({"kind": "truth", "hare": "ignore"}).open_questions == ()
