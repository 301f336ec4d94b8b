"""Files on the Data page that may be other than objects with features: asked, then one click."""

import io

import numpy as np
import pytest
from opened_pages import drawn, open_page, sentences
from streamlit.testing.v1 import AppTest

from belieflab.data import load_sample
from belieflab.ui.shell.page_table import ROOT
from belieflab.ui.shell.workspace import Workspace

SAMPLES = ROOT / "sample_data"


def uploaded(name: str, content: bytes, workspace: Workspace | None = None) -> AppTest:
    app = open_page("data", workspace, way="Upload")
    app.file_uploader[0].upload(name, content)
    return drawn(app)


def asked(app: AppTest) -> dict[str, list[str]]:
    return {each.label.replace("\\", ""): list(each.options) for each in app.radio if each.options}


def answer(app: AppTest, number: int) -> AppTest:
    [radio] = [each for each in app.radio if each.key and each.key.startswith("data.question")]
    return drawn(radio.set_value(radio.options[number].replace("\\", "")))


def press(app: AppTest, key: str) -> AppTest:
    return drawn(app.button(key=key).click())


def workspace_of(app: AppTest) -> Workspace:
    held: Workspace = app.session_state["workspace"]
    return held


def npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def votes() -> bytes:
    rng = np.random.default_rng(3)
    return npy(rng.multinomial(20, [0.85, 0.1, 0.04, 0.01], size=40))


def test_a_table_of_bytes_may_be_an_image_and_is_read_so_with_a_click() -> None:
    picture = np.random.default_rng(5).integers(0, 256, (40, 64), dtype=np.uint8)
    app = uploaded("grey.npy", npy(picture))
    assert "40 objects, 64 features" in sentences(app)
    assert "may be an image, 64 × 40 pixels" in sentences(app)
    number = app.session_state["data.draft"].number
    app = press(app, f"data.as_image.{number}")
    assert "Objects: 2,560 pixels; features: grey" in sentences(app)
    assert "may be an image" not in sentences(app)
    dataset = workspace_of(press(app, "data.use")).dataset
    assert dataset.image_shape == (40, 64)
    np.testing.assert_allclose(dataset.X[:, 0], picture.ravel() / 255.0)


@pytest.mark.parametrize(
    "array", [np.zeros((40, 64)), np.arange(120, dtype=np.uint8).reshape(40, 3)]
)
def test_other_tables_are_no_images(array: np.ndarray) -> None:
    assert "may be an image" not in sentences(uploaded("table.npy", npy(array)))


def test_a_table_of_votes_is_asked_about_and_becomes_labels() -> None:
    app = uploaded("votes.npy", votes())
    [(text, answers)] = [item for item in asked(app).items() if "votes or features" in item[0]]
    assert "about 20 in every row" in text and len(answers) == 3
    assert app.button(key="data.use").disabled
    app = press(answer(app, 1), "data.use")
    labels = workspace_of(app).labels
    assert labels is not None and labels.mass_of(labels.frame.omega) == pytest.approx(1 / 21)
    assert workspace_of(app).dataset.feature_names[0] == "share of column 1"


def test_votes_may_be_features_all_the_same() -> None:
    app = press(answer(uploaded("votes.npy", votes()), 2), "data.use")
    assert workspace_of(app).labels is None and workspace_of(app).dataset.p == 4


def test_answers_by_number_are_asked_about_and_become_a_crowd() -> None:
    rng = np.random.default_rng(1)
    said = np.where(rng.random((30, 9)) < 0.5, -1, rng.integers(0, 3, (30, 9)))
    content = "\n".join(" ".join(map(str, row)) for row in said).encode()
    app = uploaded("answers.txt", content)
    assert "Whole numbers from -1 to 2: answers or features?" in asked(app)
    app = press(answer(app, 0), "data.use")
    crowd = workspace_of(app).state.crowd
    assert len(crowd.annotators) == 9 and len(crowd.answers) == (said >= 0).sum()
    assert "Crowd page weighs them" in sentences(app)


def test_one_column_of_codes_can_be_the_classes_of_loaded_data() -> None:
    workspace = Workspace()
    iris = load_sample("iris")
    workspace.adopt_dataset(iris.__class__(iris.X, iris.feature_names, name="flowers"))
    content = ("y\n-1\n" + "\n".join(str(code + 1) for code in iris.truth[1:]) + "\n").encode()
    app = answer(uploaded("classes.csv", content, workspace), 0)
    app = press(app, "data.attach")
    assert workspace_of(app).dataset.class_names == ("1", "2", "3")
    truth = workspace_of(app).dataset.truth
    assert truth[0] == -1, "unknown"
    assert np.array_equal(truth[1:], iris.truth[1:])


def test_one_column_of_codes_without_data_says_what_is_missing() -> None:
    content = b"y\n" + b"1\n2\n2\n1\n1\n2\n" * 5
    app = answer(uploaded("y.csv", content), 1)
    assert "Classes need their objects" in sentences(app)
    assert not [button for button in app.button if button.key == "data.use"]


def test_classes_of_other_data_are_refused_with_both_numbers() -> None:
    workspace = Workspace()
    workspace.load_sample("iris")
    content = b"y\n" + b"1\n2\n2\n1\n1\n2\n" * 5
    app = answer(uploaded("y.csv", content, workspace), 1)
    assert "The file has 30 rows, but Iris has 150 objects." in sentences(app)


def test_one_answer_per_line_opens_as_a_crowd() -> None:
    content = (SAMPLES / "answers" / "long.csv").read_bytes()
    app = uploaded("long.csv", content)
    assert [text for text in asked(app) if "answers of annotators, one per line" in text]
    app = answer(app, 0)
    assert "140 answers of 6 annotators about 30 items" in sentences(app)
    app.button(key="data.answers").click().run()
    assert len(workspace_of(app).state.crowd.answers) == 140
    assert workspace_of(app).dataset.n == 30


def test_annotators_beside_features_keep_both() -> None:
    content = (SAMPLES / "answers" / "features_and_annotators.csv").read_bytes()
    app = uploaded("birds.csv", content)
    assert "Ada, Ben, Cleo, Dov, … hold the same few values. What are they?" in asked(app)
    app = press(answer(app, 0), "data.use")
    workspace = workspace_of(app)
    assert workspace.dataset.feature_names == ("wing_mm", "bill_mm")
    assert workspace.dataset.ids[:2] == ("bird-01", "bird-02")
    assert len(workspace.state.crowd.annotators) == 6
    crowd = open_page("crowd", workspace)
    assert "no answers of annotators" not in sentences(crowd)


def test_weights_and_groups_are_asked_about() -> None:
    rows = "".join(f"{k / 7:.3f},{k % 5 + 0.5},p{k // 4},{'ab'[k % 2]}\n" for k in range(20))
    app = uploaded("visits.csv", b"x,weight,patient,class\n" + rows.encode())
    assert set(asked(app)) >= {
        "Is 'weight' a feature, or what each row counts?",
        "Do the rows with the same 'patient' belong together?",
    }
    for radio in [each for each in app.radio if each.key and "data.question" in each.key]:
        chosen = 1 if "weight" in radio.key else 0
        app = drawn(app.radio(key=radio.key).set_value(radio.options[chosen].replace("\\", "")))
    app = press(app, "data.use")
    dataset = workspace_of(app).dataset
    assert dataset.feature_names == ("x",) and dataset.weights is not None
    assert dataset.split_kind == "groups" and len(set(dataset.split)) == 5
