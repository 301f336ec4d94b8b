"""An upload is seen before it is used; the line of what was understood links to its change."""

import io
import json

import numpy as np
import pytest
from opened_pages import chart_specs, drawn, open_page, sentences
from PIL import Image
from streamlit.testing.v1 import AppTest

from belieflab.data.reading.process import pool, uploads
from belieflab.data.samples import load_sample
from belieflab.memory import LIMIT
from belieflab.ui.pages.data import draft as drafts
from belieflab.ui.pages.data.upload import REFUSED
from belieflab.ui.shell.page_table import ROOT
from belieflab.ui.shell.workspace import Workspace

TREES = b"tree,width,height,kind\n" + b"".join(
    f"t{k},{k}.5,{k * k}.25,{'elm' if k % 2 else 'fir'}\n".encode() for k in range(12)
)
CREDAL = ROOT / "sample_data" / "crowd"
ANSWERS = ROOT / "sample_data" / "answers"


def uploaded(*files: tuple[str, bytes], workspace: Workspace | None = None) -> AppTest:
    app = open_page("data", workspace, way="Upload")
    for name, content in files:
        app.file_uploader[0].upload(name, content)
    return drawn(app)


def with_iris() -> Workspace:
    workspace = Workspace()
    workspace.adopt_dataset(load_sample("iris"))
    return workspace


def answered(app: AppTest, number: int) -> AppTest:
    radio = next(each for each in app.radio if str(each.key).startswith("data.question"))
    return drawn(radio.set_value(radio.options[number].replace("\\", "")))


def pictures(app: AppTest) -> list[dict[str, object]]:
    """The charts, but for the small ones below the picture."""
    return [spec for spec in chart_specs(app) if spec["layout"]["height"] > 300]


def test_a_file_is_seen_before_it_is_used_and_its_chart_stays() -> None:
    app = uploaded(("trees.csv", TREES), workspace=with_iris())
    assert "trees**: 12 objects × 2 features, 2 classes, not labelled yet." in sentences(app)
    assert "not used yet" in sentences(app)
    assert "the workspace still holds Iris" in sentences(app)
    assert app.session_state["workspace"].dataset.name == "Iris"
    [before] = pictures(app)
    chart = app.session_state["charts.kept"]["on screen"]["data.picture"]
    app = drawn(app.button(key="data.use").click())
    assert "not used yet" not in sentences(app) and "Loaded 12 objects" in sentences(app)
    assert app.session_state["workspace"].dataset.name == "trees"
    assert pictures(app) == [before]
    kept = app.session_state["charts.kept"]["on screen"]["data.picture"]
    assert kept is chart and not kept.change, "the browser builds nothing anew"


def test_the_points_are_made_once_for_preview_and_use(monkeypatch: pytest.MonkeyPatch) -> None:
    made, load = [], drafts.load_table
    monkeypatch.setattr(drafts, "load_table", lambda *given: made.append(1) or load(*given))
    app = drawn(uploaded(("trees.csv", TREES)))
    drawn(app.button(key="data.use").click())
    assert len(made) == 1


def test_the_preview_follows_the_answers_and_returns_when_a_used_file_changes() -> None:
    app = uploaded(("trees.csv", TREES.replace(b"kind", b"label")))
    assert app.button(key="data.use").disabled and "not used yet" in sentences(app)
    app = answered(app, 1)
    assert "with labels" in sentences(app) and "not used yet" in sentences(app)
    app = drawn(app.button(key="data.use").click())
    assert "not used yet" not in sentences(app)
    app = answered(app, 0)
    assert "2 classes, not labelled yet" in sentences(app) and "not used yet" in sentences(app)
    app = drawn(app.button(key="data.discard").click())
    assert "not used yet" not in sentences(app) and "with labels" in sentences(app)


@pytest.mark.parametrize(
    ("content", "said", "column", "role"),
    [
        (TREES.replace(b"tree", b"tree_id").replace(b"t3,", b"t2,"), "t2", "tree_id", "ignore"),
        (TREES.replace(b"tree", b"tree_id").replace(b"t3,", b","), "Row 4", "tree_id", "ignore"),
        (
            TREES.replace(b"height", b"sample_weight").replace(b",9.25", b",-9.25"),
            "-9.25",
            "sample_weight",
            "feature",
        ),
    ],
    ids=["twice", "blank", "weight below 0"],
)
def test_what_refuses_a_table_is_said_at_once_and_goes_with_the_role(
    content: bytes, said: str, column: str, role: str
) -> None:
    app = uploaded(("trees.csv", content))
    [error] = app.error
    shown = error.value.replace("\\", "")
    assert said in shown and column in shown
    draft = app.session_state["data.draft"]
    assert not draft.questions and "not used yet" not in sentences(app)
    use = app.button(key="data.use")
    assert use.disabled and use.help == REFUSED
    drawn(app.button(key=f"data.columns.{draft.number}.change").click())
    drawn(app.text_input(key=f"data.group.columns.{draft.number}").set_value(column))
    drawn(app.selectbox(key=f"data.group.role.{draft.number}").set_value(role))
    app = drawn(app.button(key=f"data.group.assign.{draft.number}").click())
    assert not app.error and "not used yet" in sentences(app)
    assert not app.button(key="data.use").disabled


def test_what_memory_refuses_may_be_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LIMIT, "1KB")
    monkeypatch.setattr(uploads, "check_memory", lambda needed: None)
    monkeypatch.setattr(pool, "check_memory", lambda needed: None)
    app = uploaded(("trees.csv", TREES))
    [error] = app.error
    assert "of memory" in error.value and "not used yet" not in sentences(app)
    assert not app.button(key="data.use").disabled
    monkeypatch.delenv(LIMIT)
    app = drawn(app.button(key="data.use").click())
    assert not app.error and app.session_state["workspace"].dataset.name == "trees"


def test_what_an_answer_does_not_mend_is_said_after_it() -> None:
    rows = TREES.replace(b"tree", b"tree_id").replace(b"t3,", b"t2,")
    app = uploaded(("trees.csv", rows.replace(b"kind", b"label")))
    assert app.button(key="data.use").disabled and not app.error
    for number in (0, 1):
        [error] = answered(app, number).error
        assert "t2" in error.value and app.button(key="data.use").disabled


def test_what_has_no_points_leaves_the_picture_of_the_workspace() -> None:
    app = uploaded(("names.csv", b"name\nelm\nfir\nelm\nfir\nelm\n"), workspace=with_iris())
    assert "Iris" in sentences(app) and "not used yet" not in sentences(app)


def test_the_picture_waits_until_it_is_known_whether_rows_are_objects() -> None:
    app = uploaded(("answers.csv", (ANSWERS / "long.csv").read_bytes()))
    assert "140 rows, 4 columns." in sentences(app)
    assert "140 objects" not in sentences(app) and "not used yet" not in sentences(app)
    assert "30 objects" in sentences(answered(app, 0)) and "not used yet" in sentences(app)
    assert "140 objects × 1 feature" in sentences(answered(app, 1))


def test_answers_of_a_crowd_are_seen_as_the_shares_of_their_items() -> None:
    content = (ANSWERS / "label_studio.json").read_bytes()
    app = uploaded(("tasks.json", content))
    assert "not used yet" in sentences(app) and "30 objects" in sentences(app)
    app = drawn(app.button(key="data.answers").click())
    assert app.session_state["workspace"].dataset.n == 30


def image() -> bytes:
    stream = io.BytesIO()
    Image.fromarray(np.zeros((4, 6), dtype=np.uint8)).save(stream, "PNG")
    return stream.getvalue()


@pytest.mark.parametrize(
    ("files", "part"),
    [
        ([("trees.csv", TREES)], "columns"),
        ([("answers.csv", b"who,what,which\n" + b"a,1,x\nb,1,y\na,2,x\nb,2,x\n" * 2)], "columns"),
        ([(path.name, path.read_bytes()) for path in sorted(CREDAL.glob("*.csv"))], "columns"),
        ([("dark.png", image())], "reading"),
    ],
)
def test_the_line_of_what_was_understood_links_to_what_changes_it(
    files: list[tuple[str, bytes]], part: str
) -> None:
    app = uploaded(*files)
    number = app.session_state["data.draft"].number
    change = app.button(key=f"data.{part}.{number}.change")
    assert change.label == "Change" and change.proto.type == "tertiary"
    drawn(change.click())
    assert app.session_state[f"data.{part}.{number}"] is True
    opened = "What each column is" if part == "columns" else "colour, row and column"
    shown = [sentences(app), *(json.dumps(box.options) for box in app.selectbox)]
    assert any(opened in text for text in shown)
