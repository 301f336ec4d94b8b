"""Files as people have them on the Data page: what is asked, joined by id, opened as a crowd."""

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from opened_pages import drawn, open_page, sentences
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import NumberInput

from belieflab.data.crowd_files.tables import find_table_question
from belieflab.data.reading import examine_square, find_questions, guess_roles, read_table, sniff
from belieflab.data.reading.guess import FileGuess
from belieflab.errors import DataError
from belieflab.ui.pages.data import leads
from belieflab.ui.pages.data.draft import Draft, finish
from belieflab.ui.pages.data.draft_reading import open_files
from belieflab.ui.shell.page_table import ROOT
from belieflab.ui.shell.workspace import Workspace

SAMPLES = ROOT / "sample_data"
RNG = np.random.default_rng(5)
KINDS = ("elm", "fir", "oak")


def uploaded(*files: tuple[str, bytes], workspace: Workspace | None = None) -> AppTest:
    app = open_page("data", workspace, way="Upload")
    for name, content in files:
        app.file_uploader[0].upload(name, content)
    return drawn(app)


def answer(app: AppTest, number: int) -> AppTest:
    radios = [each for each in app.radio if each.key and each.key.startswith("data.question")]
    return drawn(radios[0].set_value(radios[0].options[number].replace("\\", "")))


def press(app: AppTest, key: str) -> AppTest:
    return drawn(app.button(key=key).click())


def workspace_of(app: AppTest) -> Workspace:
    held: Workspace = app.session_state["workspace"]
    return held


def lines(head: str, *, items: int = 12, people: int = 4) -> bytes:
    rows = [
        f"w{j},t{i},{KINDS[(i + (j * i) % 3) % 3]}" for i in range(items) for j in range(people)
    ]
    return "\n".join([head, *rows]).encode()


def coded(names: str, *, features: bool, truth: str = "") -> bytes:
    """Annotators' answers by number, most of them right, with features or a truth beside them."""
    right = np.arange(40) % 3
    said = [np.where(RNG.random(40) < 0.8, right, RNG.integers(0, 3, 40)) for _ in range(4)]
    heads = [f"{names}{j}" for j in range(1, 5)]
    columns = [RNG.normal(right, 0.3).round(3)] if features else []
    heads = ["width", *heads] if features else heads
    columns = [*columns, *said, *([np.array(KINDS)[right]] if truth else [])]
    text = [",".join([*heads, *([truth] if truth else [])])]
    return "\n".join(
        text + [",".join(map(str, row)) for row in zip(*columns, strict=True)]
    ).encode()


def whole_question(name: str, content: bytes) -> tuple[str, list[str]]:
    table = read_table(content, sniff(content, name))
    question = find_table_question(table, guess_roles(table))
    return ("", []) if question is None else (question.text, [a.title for a in question.answers])


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("WorkerId,HITId,Answer.tree", "Answers: WorkerId said Answer.tree about HITId"),
        ("_worker_id,_unit_id,which_tree", "Answers: _worker_id said which_tree about _unit_id"),
        ("who,what,which", "Answers: who said which about what"),
        (
            "ASSIGNMENT:worker_id,INPUT:image,OUTPUT:result",
            "Answers: ASSIGNMENT:worker_id said OUTPUT:result about INPUT:image",
        ),
        (
            "WorkerId,Input.url,Answer.category.label",
            "Answers: WorkerId said Answer.category.label about Input.url",
        ),
    ],
)
def test_answers_under_strange_headings_are_asked_about(head: str, said: str) -> None:
    text, answers = whole_question("answers.csv", lines(head))
    assert "answers of annotators, one per line" in text
    assert answers[0] == f"{said} (4 annotators, 12 items)"
    draft = open_files({"answers.csv": lines(head)})
    assert draft.answered(draft.questions[0], draft.questions[0].answers[0]).leads == "answers"


def test_what_the_input_was_is_no_answer() -> None:
    said = [f"H{i},w{j},http://{i},{i % 2},{KINDS[i % 3]}" for i in range(12) for j in range(3)]
    head = "HITId,WorkerId,Input.url,Answer.sure,Answer.tree"
    _, answers = whole_question("answers.csv", "\n".join([head, *said]).encode())
    named = [text.split(" about ")[0] for text in answers]
    assert named == [
        "Answers: WorkerId said Answer.tree",
        "Answers: WorkerId said Answer.sure",
        "One object per row",
    ]


def test_answers_of_toloka_become_a_crowd() -> None:
    said = [f"{i}.jpg\t{KINDS[i % 3]}\tw{j}" for i in range(12) for j in range(3)]
    content = "\n".join(["INPUT:image\tOUTPUT:result\tASSIGNMENT:worker_id", *said]).encode()
    app = press(answer(uploaded(("pool.tsv", content)), 0), "data.answers")
    crowd = workspace_of(app).state.crowd
    assert crowd is not None and len(crowd.answers) == 36 and len(crowd.annotators) == 3


@pytest.mark.parametrize(
    "third",
    [
        lambda i: "" if i % 3 else "dont know",
        lambda i: "Don't know",
        lambda i: "" if i % 3 else "idk" if i % 2 else "elm",
        lambda i: "fir" if i == 4 else "not sure",
        lambda i: "fir" if i == 4 else "",
    ],
)
def test_somebody_who_hardly_says_a_class_is_an_annotator(third: Callable[[int], str]) -> None:
    said = [f"p{i},{i / 7:.3f},{KINDS[i % 2]},{KINDS[i % 2]}|elm,{third(i)}" for i in range(60)]
    content = "\n".join(["id,width,ann,bob,cy", *said]).encode()
    question, answers = whole_question("said.csv", content)
    assert question.startswith("ann, bob, cy hold") and answers[1] == "3 categories"
    assert answers[2:] == ["Categories, and the true classes in bob"]
    loaded = finish(after_first_answer(content))
    assert loaded.dataset.truth is None and loaded.crowd is not None
    assert loaded.crowd.annotators == ("ann", "bob", "cy")
    assert loaded.crowd.frame.names == KINDS[:2]
    given = sum(bool(third(i)) for i in range(60))
    assert (loaded.crowd.answers.annotators == 2).sum() == given


def after_first_answer(content: bytes) -> Draft:
    draft = open_files({"said.csv": content})
    return draft.answered(draft.questions[0], draft.questions[0].answers[0]).joined()


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_a_set_in_every_row_does_not_cut_the_rows(sign: str) -> None:
    rows = [f"p{i},{KINDS[i % 2]},{KINDS[i % 2]}|oak" for i in range(40)]
    content = "\n".join(["id,ann,bob", *rows]).replace(",", sign).encode()
    table = read_table(*given_by(content))
    assert table.columns.tolist() == ["id", "ann", "bob"] and table["bob"][1] == "fir|oak"


def test_a_column_without_any_answer_is_named() -> None:
    said = [f"p{i},{i / 7:.3f},{KINDS[i % 2]},{KINDS[i % 2]}|elm," for i in range(60)]
    loaded = finish(after_first_answer("\n".join(["id,width,ann,bob,cy", *said]).encode()))
    assert "Without any value, ignored: cy." in loaded.notes


@pytest.mark.parametrize("unsure", ["dont know", "?", "not sure"])
def test_text_with_a_dont_know_is_no_truth_in_silence(unsure: str) -> None:
    said = [("elm", "fir", unsure)[i % 3] for i in range(60)]
    rows = "\n".join(f"{i / 7:.3f},{each}" for i, each in enumerate(said))
    table = read_table(*given_by(f"width,kind\n{rows}".encode())).assign(height=np.sqrt(range(60)))
    [question] = find_questions(table, guess_roles(table))
    assert question.text == "Which column holds the true classes?"
    assert [dict(each.roles)["kind"] for each in question.answers] == ["truth", "category"]
    sure = pd.Series(["ash", "oak"] * 30)
    for turned in (table.assign(tree=sure), table.assign(kind=sure, tree=table["kind"])):
        roles = guess_roles(turned)
        assert not find_questions(turned, roles)
        other = "kind" if turned["tree"].equals(sure) else "tree"
        assert roles.of[other] == "category" and len(roles.columns("truth")) == 1


def given_by(content: bytes) -> tuple[bytes, FileGuess]:
    return content, sniff(content, "trees.csv")


def test_answers_by_number_without_names_are_asked_about() -> None:
    rows = [f"{i}\t{j}\t{(i + j) % 3}" for i in range(30) for j in range(5)]
    text, answers = whole_question("answers.txt", "\n".join(rows).encode())
    assert "one per line" in text and "(5 annotators, 30 items)" in answers[0]


@pytest.mark.parametrize("head", ["x1,x2,class\n", "x1,x2,y\n", ""])
def test_two_whole_features_and_a_class_are_no_answers(head: str) -> None:
    rows = RNG.integers(8, 190, (800, 2))
    text = head + "\n".join(f"{a},{b},{-1 if a > b else 1}" for a, b in np.unique(rows, axis=0))
    question = whole_question("fourclass.csv", text.encode())
    assert "answers of annotators" not in question[0]
    counted = np.unique(RNG.integers(0, 20, (800, 2)), axis=0)  # places in a picture
    text = "\n".join(["down,across,class", *(f"{a},{b},{a // 7}" for a, b in counted)])
    assert "answers of annotators" not in whole_question("places.csv", text.encode())[0]


def test_classes_of_items_become_the_truth_joined_by_name() -> None:
    said = ", ".join(f"{k}: {'true' if k % 2 else 'false'}" for k in range(11, 18))
    answers = f"ann: {{{said}}}\nbob: {{{said}}}\n".encode()
    app = press(uploaded(("labels.yaml", answers)), "data.answers")
    workspace = workspace_of(app)
    turned = "\n".join(said.split(", ")[::-1]).encode()
    app = answer(uploaded(("truth.yaml", turned), workspace=workspace), 0)
    press(app, "data.attach")
    names = workspace.dataset.class_names
    found = [names[code] for code in workspace.dataset.truth]
    assert found == [*["true", "false"] * 3, "true"]


def test_the_last_of_three_annotators_is_not_the_truth() -> None:
    right = np.arange(40) % 3
    rows = zip(RNG.normal(right, 0.3).round(3), right, (right + 1) % 3, right, strict=True)
    content = "\n".join(["w,rater1,rater2,rater3", *(",".join(map(str, row)) for row in rows)])
    text, answers = whole_question("trees.csv", content.encode())
    assert "rater1, rater2, rater3 hold the same few values" in text
    assert answers[2] == "Features, and the true classes in rater3"


@pytest.mark.parametrize(("names", "features"), [("rater_", True), ("v", True), ("v", False)])
def test_answers_by_number_in_columns_are_asked_about(names: str, features: bool) -> None:
    text, answers = whole_question("trees.csv", coded(names, features=features))
    assert f"{names}1, {names}2, {names}3, {names}4 hold the same few values" in text
    assert answers == ["Answers of 4 annotators, one column each", "4 features"]


def test_numbers_that_do_not_agree_are_features_and_nothing_is_asked() -> None:
    rows = RNG.integers(0, 5, (80, 6))
    content = "\n".join(["a,b,c,d,e,f", *(",".join(map(str, row)) for row in rows)]).encode()
    assert whole_question("ratings.csv", content) == ("", [])


def test_answers_by_number_beside_named_classes_are_those_classes() -> None:
    app = answer(uploaded(("trees.csv", coded("rater", features=True, truth="species"))), 0)
    app = press(app, "data.use")
    workspace = workspace_of(app)
    assert workspace.dataset.class_names == KINDS
    assert "Classes are numbers in the file: 0 is the first of the data." in sentences(app)
    crowd = open_page("crowd", workspace)
    assert not crowd.error and "no answers of annotators" not in sentences(crowd)


def test_votes_with_even_sums_are_asked_about_also_without_zeros() -> None:
    votes = RNG.multinomial(30, [0.4, 0.3, 0.3], 40)
    content = "\n".join(["elm,fir,oak", *(",".join(map(str, row)) for row in votes)]).encode()
    assert whole_question("votes.csv", content)[0].endswith("votes or features?")
    two = "\n".join(["yes,no", *(f"{k},{9 - k}" for k in range(1, 9))]).encode()
    assert whole_question("votes.csv", two)[0].endswith("votes or features?")


def test_classes_in_the_last_of_many_columns_without_names_are_asked_about() -> None:
    pixels = np.minimum(RNG.poisson(2.0, (60, 30)) ** 2, 16)
    rows = np.column_stack([pixels, np.arange(60) % 10])
    content = "\n".join(",".join(map(str, row)) for row in rows).encode()
    table = read_table(content, sniff(content, "digits.csv"))
    roles = guess_roles(table)
    [question] = find_questions(table, roles)
    assert question.answers[0].title.startswith("column 31 (0, 1, 2, 3")
    assert not find_questions(table.iloc[:, :30], guess_roles(table.iloc[:, :30]))


def test_a_wide_table_is_not_offered_as_dissimilarities() -> None:
    rows = RNG.normal(size=(12, 30)).round(3)
    content = "\n".join(",".join(map(str, row)) for row in rows).encode()
    table = read_table(content, sniff(content, "wide.csv"))
    assert examine_square(table, guess_roles(table)) == ((), "")


def test_json_as_pandas_writes_columns_is_a_table() -> None:
    text = json.dumps({"x": {"0": 1.5, "1": 2.5}, "class": {"0": "elm", "1": "fir"}}).encode()
    table = read_table(text, sniff(text, "t.json"))
    assert table["x"].tolist() == [1.5, 2.5] and table["class"].tolist() == ["elm", "fir"]


@pytest.mark.parametrize(
    "name",
    [
        "argilla.json",
        "doccano.zip",
        "label_studio.json",
        "prodigy.jsonl",
        "top_two.json",
        "by_annotator.yaml",
    ],
)
def test_answers_in_files_that_are_no_tables_open_from_the_data_page(name: str) -> None:
    app = uploaded((name, (SAMPLES / "answers" / name).read_bytes()))
    assert not app.error and "annotators about" in sentences(app)
    app.button(key="data.answers").click().run()
    held = workspace_of(app)
    assert held.state.crowd is not None and held.dataset.n == len(held.state.crowd.items)


def test_points_of_coralnet_open_as_a_crowd_from_the_data_page() -> None:
    content = (SAMPLES / "answers" / "coralnet.csv").read_bytes()
    asked, titles = whole_question("annotations.csv", content)
    assert asked.startswith("This looks like CoralNet's export") and len(titles) == 2
    app = answer(uploaded(("annotations.csv", content)), 0)
    assert "58 answers of 4 annotators about 30 items, 6 classes" in sentences(app)
    app = press(app, "data.answers")
    held = workspace_of(app)
    assert held.state.crowd.layout == "coralnet" and held.dataset.n == 30
    assert held.dataset.ids[0] == "reef-01.jpg (229, 286)"
    objects = open_files({"annotations.csv": content})
    whole = objects.questions[0]
    assert objects.answered(whole, whole.answers[1]).rows_are_objects


def test_plain_lines_of_prodigy_are_answers_on_the_data_page_too() -> None:
    lines = [
        {"text": f"t{k}", "_input_hash": k, "_task_hash": k, "label": "AB"[k % 2],
         "answer": ["accept", "reject", "ignore"][k % 3], "_session_id": f"news-{'uvw'[k % 3]}"}
        for k in range(12)
    ]  # fmt: skip
    app = uploaded(("export.jsonl", "\n".join(map(json.dumps, lines)).encode()))
    assert not app.error and "12 answers of 3 annotators about 12 items" in sentences(app)
    app.button(key="data.answers").click().run()
    assert workspace_of(app).state.crowd.layout == "prodigy"


def test_the_files_of_several_annotators_of_prodigy_are_one_crowd() -> None:
    lines = [{"text": f"t{k}", "_input_hash": k, "label": "A", "answer": "accept"} for k in (1, 2)]
    content = "\n".join(map(json.dumps, lines)).encode()
    draft = open_files({"ann.jsonl": content, "bob.jsonl": content.replace(b"accept", b"reject")})
    assert draft.crowd is not None and draft.crowd.annotators == ("ann", "bob")


def test_a_column_of_fifty_codes_alone_is_asked_about() -> None:
    text, _ = whole_question("labels.txt", "\n".join(str(k % 50) for k in range(1000)).encode())
    assert "holds 50 different values. What is it?" in text


def test_the_files_of_several_annotators_are_one_crowd() -> None:
    with zipfile.ZipFile(SAMPLES / "answers" / "doccano.zip") as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    draft = open_files(files)
    assert draft.crowd is not None and not draft.following
    assert draft.crowd.annotators == tuple(name.removesuffix(".jsonl") for name in files)
    many = {f"{name}-{k}.jsonl": content for name, content in files.items() for k in range(4)}
    draft = open_files(many)
    assert len(draft.files) > 8 and len(draft.crowd.annotators) == len(many)
    refused = open_files({f"{k}.csv": b"a,b\n1,2\n3,4\n" for k in range(9)})
    assert refused.problem == "9 files were given at once; at most 8 are taken one after another."
    refused = open_files({f"{k}.jsonl": b"no lines" for k in range(9)})
    assert refused.problem.startswith("9 files were given at once")
    files["eve.jsonl"] = b'{"id": 1, "label": [[0, 3, "x"]]}\n'
    assert open_files(files).crowd is not None  # the file that cannot be read comes by itself


def test_tasks_without_choices_are_counted_and_a_list_of_anything_is_refused() -> None:
    tasks = json.loads((SAMPLES / "answers" / "label_studio.json").read_text())
    tasks[3]["annotations"] = []
    app = uploaded(("export.json", json.dumps(tasks).encode()))
    assert "Tasks without any choice, left out: 1, first task 4." in sentences(app)
    app = uploaded(("export.json", b'[{"annotations": [1]}]'))
    assert "No task of the file holds choices that somebody made." in sentences(app)


def named_square() -> tuple[bytes, bytes]:
    points = np.arange(9.0)
    names = [f"p{k}" for k in range(9)]
    rows = [",".join([names[k], *(str(abs(a - b)) for b in points)]) for k, a in enumerate(points)]
    matrix = "\n".join([",".join(["", *names]), *rows]).encode()
    classes = "\n".join(["name,class", *(f"p{k},{KINDS[k // 3]}" for k in reversed(range(9)))])
    return matrix, classes.encode()


def test_two_files_at_once_a_matrix_and_its_classes_joined_by_name() -> None:
    matrix, classes = named_square()
    app = uploaded(("classes.csv", classes), ("distances.csv", matrix))
    assert "dissimilarities (9 × 9)" in sentences(app)
    assert "Then, one after the other: classes.csv." in sentences(app)
    app = answer(press(app, "data.use"), 0)
    assert "Rows are joined to the objects by name." in sentences(app)
    app = press(app, "data.attach")
    dataset = workspace_of(app).dataset
    assert dataset.dissimilarities.shape == (9, 9)
    assert [dataset.class_names[code] for code in dataset.truth] == [
        KINDS[k // 3] for k in range(9)
    ]


def test_labels_with_ids_are_joined_by_them_on_the_labels_page() -> None:
    matrix, classes = named_square()
    workspace = Workspace()
    workspace.adopt_dataset(finish(open_files({"d.csv": matrix})).dataset)
    page = open_page("labels", workspace, tab="Import")
    page.file_uploader(key="labels.upload").upload("classes.csv", classes)
    page = press(drawn(page), "labels.attach")
    labels = workspace_of(page).labels
    named = [labels.frame.names[code] for code in labels.pignistic().argmax(axis=1)]
    assert named == [KINDS[k // 3] for k in range(9)]


def test_what_is_wrong_with_labels_is_said_of_the_row_of_their_file() -> None:
    matrix, _ = named_square()
    dataset = finish(open_files({"d.csv": matrix})).dataset
    lines = [f"{name},{KINDS[k % 3]},0.5" for k, name in enumerate(reversed(dataset.ids))]
    lines[1] = f"{dataset.ids[-2]},{KINDS[0]},7"
    content = "\n".join(["id,guess,doubt", *lines]).encode()
    workspace = Workspace()
    workspace.adopt_dataset(dataset)
    page = open_page("labels", workspace, tab="Import")
    page = drawn(page.file_uploader(key="labels.upload").upload("doubts.csv", content))
    assert f"Row 2 of the file ({dataset.ids[-2]}) has the doubt 7" in page.error[0].value.replace(
        "\\", ""
    )


def test_an_unknown_class_among_labels_for_the_loaded_data_names_its_row() -> None:
    dataset = finish(open_files({"d.csv": named_square()[0]})).dataset
    workspace, names = Workspace(), dataset.ids[::-1]
    workspace.adopt_dataset(replace(dataset, truth=np.arange(9) % 3, class_names=KINDS))
    lines = [f"{name},{'yew' if k == 1 else KINDS[k % 3]}" for k, name in enumerate(names)]
    content = "\n".join(["name,label", *lines]).encode()
    app = press(answer(uploaded(("l.csv", content), workspace=workspace), 1), "data.attach")
    said = " ".join(each.value for each in app.error).replace("\\", "")
    assert f"Row 2 of the file ({names[1]}): Unknown class 'yew'" in said


def zipped(**members: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in members.items():
            archive.writestr(f"{name}.csv", text)
    return stream.getvalue()


def test_classes_beside_features_in_a_zip_are_asked_about() -> None:
    content = zipped(X="1;2\n3;4\n5;6\n7;8\n", y="elm\nfir\nelm\nfir\n")
    app = uploaded(("trees.zip", content))
    assert app.button(key="data.use").disabled
    app = press(answer(app, 0), "data.use")
    assert (
        workspace_of(app).labels is None and workspace_of(app).dataset.truth.tolist() == [0, 1] * 2
    )
    app = press(answer(uploaded(("trees.zip", content)), 1), "data.use")
    assert workspace_of(app).dataset.truth is None and workspace_of(app).labels is not None


def test_columns_of_a_folder_are_left_out_and_get_other_roles() -> None:
    features = "width,same,height,twice,place\n" + "".join(
        f"{k}.5,7,{k * k}.25,{k}.5,{'hill' if k % 3 else 'dale'}\n" for k in range(8)
    )
    classes = "".join(f"{KINDS[k % 3]}\n" for k in range(8))
    app = uploaded(("trees.zip", zipped(X=features, y_true=classes)))
    assert "8 objects × 4 features and 1 category, 3 classes" in sentences(app)
    assert "The same number in every row: same." in sentences(app)
    assert "The same as another column: twice (as width)." in sentences(app)
    [leave] = [each for each in app.button if each.label == "Leave 2 out"]
    app = drawn(leave.click())
    assert "8 objects × 2 features and 1 category" in sentences(app)
    assert "The same number" not in sentences(app)
    dataset = workspace_of(press(app, "data.use")).dataset
    assert dataset.feature_names == ("width", "height") and dataset.truth.tolist()[:3] == [0, 1, 2]
    assert [each.name for each in dataset.categories] == ["place"]


def test_a_column_beside_a_file_that_says_the_same_is_refused_and_the_roles_can_change() -> None:
    features = "1;2;elm\n3;4;fir\n5;6;elm\n7;8;fir\n"
    draft = open_files({"trees.zip": zipped(X=features, y_true="elm\nfir\nelm\nfir\n")})
    assert draft.roles is not None and draft.roles.of["column 3"] == "category"
    twice = replace(draft, roles=draft.roles.with_role("column 3", "truth")).joined()
    assert "'column 3' in X.csv is given as truth, and so is y_true.csv" in twice.refusal
    with pytest.raises(DataError, match="is given as truth"):
        finish(twice)
    assert finish(replace(twice, roles=draft.roles).joined()).dataset.p == 2
    alone = open_files({"trees.zip": zipped(X=features)})
    assert finish(alone).dataset.class_names == ("elm", "fir")


def test_classes_in_a_column_beside_their_names_in_a_file_are_refused_until_the_role_changes() -> (
    None
):
    rows = "".join(f"{k}.5,{k * k % 7}.25,{KINDS[k % 3]}\n" for k in range(30))
    features = ("X.csv", f"width,length,tree\n{rows}".encode())
    app = uploaded(features, ("classes.csv", "\n".join(KINDS).encode()))
    assert "'tree' in X.csv is given as truth, and so is classes.csv" in sentences(app)
    assert len(app.error) == 1 and "30 rows, 3 columns." in sentences(app)
    number = app.session_state["data.draft"].number
    app = press(app, f"data.columns.{number}.change")
    drawn(app.text_input(key=f"data.group.columns.{number}").set_value("tree"))
    drawn(app.selectbox(key=f"data.group.role.{number}").set_value("category"))
    app = press(app, f"data.group.assign.{number}")
    assert not app.error and "30 objects × 2 features and 1 category" in sentences(app)
    dataset = workspace_of(press(app, "data.use")).dataset
    assert dataset.n == 30 and dataset.class_names == KINDS


def test_columns_of_annotators_alone_become_answers_about_the_objects_that_are_there() -> None:
    points = "x,z\n" + "".join(f"{k}.5,{k * k}.25\n" for k in range(30))
    answers = (SAMPLES / "answers" / "codes.txt").read_bytes()
    app = press(uploaded(("trees.csv", points.encode()), ("codes.txt", answers)), "data.use")
    app = answer(app, 0)
    [about] = [each for each in app.button if each.label == "Open as answers about trees"]
    held = workspace_of(drawn(about.click()))
    assert held.dataset.p == 2 and held.state.crowd is not None
    assert len(held.state.crowd.annotators) == 6
    other = Workspace()
    other.load_sample("iris")
    app = answer(uploaded(("codes.txt", answers), workspace=other), 0)
    assert not [each for each in app.button if each.label.startswith("Open as answers")]
    said = "They are not about Iris: The file holds 30 rows of answers, but there are 150 objects."
    assert said in sentences(app)
    named = (SAMPLES / "answers" / "wide.csv").read_bytes()
    app = answer(uploaded(("wide.csv", named), workspace=other), 0)
    assert "They are not about Iris: No item of the file is an object" in sentences(app)


def test_a_credal_folder_brings_its_answers_joined_by_the_numbers_of_its_pictures() -> None:
    answers = "user;img;answer;certitude\n" + "".join(
        f'{j};{picture};"[""{name}""]";7\n'
        for j in range(3)
        for picture, name in (("7", "elm"), ("5", "fir"), ("9", "elm"))
    )
    draft = open_files(
        {
            "trees.zip": zipped(
                X="1;2\n3;4\n5;6\n",
                y_true="0\n1\n0\n",
                classes="0;elm\n1;fir\n",
                X_pictures="9\n5\n7\n",
                DATA_imperfect=answers,
            )
        }
    )
    loaded = finish(draft)
    assert loaded.dataset.ids == ("9", "5", "7") and len(loaded.crowd.answers) == 9


def test_an_answer_about_the_whole_table_leaves_the_other_questions() -> None:
    draft: Draft = open_files({"trees.csv": coded("v", features=True)})
    features = draft.answered(draft.questions[0], draft.questions[0].answers[1])
    assert [each.key for each in features.questions][:1] == ["table"]
    assert features.open_questions == find_questions(draft.table, draft.roles)


def scale_input(app: AppTest, end: str) -> NumberInput:
    [found] = [each for each in app.number_input if each.label == f"Confidence {end}"]
    return found


def test_the_scale_of_confidences_can_be_changed_where_answers_are_opened() -> None:
    content = (SAMPLES / "answers" / "credal.csv").read_bytes()
    app = answer(uploaded(("credal.csv", content)), 0)
    assert scale_input(app, "to").value == 7
    app = drawn(scale_input(app, "to").set_value(13.0))
    assert "Confidences run from 1 (says nothing) to 13 (sure)." in sentences(app)
    app = drawn(scale_input(app, "to").set_value(3.0))
    assert "is outside the scale from 1 to 3" in sentences(app)
    app = press(drawn(scale_input(app, "to").set_value(13.0)), "data.answers")
    assert workspace_of(app).state.crowd.scale == (1, 13)


def test_the_scale_of_ratings_can_be_changed_where_one_refuses_the_file() -> None:
    tasks = json.loads((SAMPLES / "answers" / "label_studio.json").read_bytes())
    ratings = [
        result["value"] for task in tasks for each in task["annotations"]
        for result in each["result"] if result["type"] == "rating"
    ]  # fmt: skip
    for value in ratings:
        value["rating"] = min(value["rating"], 5)
    ratings[0]["rating"] = 7
    app = uploaded(("tasks.json", json.dumps(tasks).encode()))
    assert "Task 1: the confidence 7 is outside the scale from 1 to 5" in sentences(app)
    app = drawn(scale_input(app, "to").set_value(7.0))
    assert "140 answers" in sentences(app) and not app.error


def zip_of(**files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(f"study/{name.replace('__', '.')}", content)
    return stream.getvalue()


def test_a_zip_of_independent_files_is_read_one_after_the_other() -> None:
    trees = "tree,width,height\n" + "".join(f"t{k},{k}.5,{k * k}.25\n" for k in range(12))
    content = zip_of(answers__csv=lines("worker,item,answer"), trees__csv=trees.encode(),
                     README__md=b"notes")  # fmt: skip
    app = uploaded(("study.zip", content))
    assert "12 objects, 2 features" in sentences(app) and "answers.csv" in sentences(app)
    app = press(app, "data.use")
    assert workspace_of(app).dataset.ids[0] == "t0"
    app = answer(app, 0)
    press(app, "data.answers_about")
    assert len(workspace_of(app).state.crowd.answers) == 48


def test_a_zip_of_one_export_is_read_as_the_export() -> None:
    tasks = (SAMPLES / "answers" / "label_studio.json").read_bytes()
    app = press(uploaded(("export.zip", zip_of(tasks__json=tasks))), "data.answers")
    assert len(workspace_of(app).state.crowd.answers) == 140


def counting(made: Callable[..., object], calls: list[str]) -> Callable[..., object]:
    def call(*given: object) -> object:
        calls.append(made.__name__)
        return made(*given)

    return call


def test_what_is_drawn_again_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    workspace, calls = Workspace(), []
    trees = b"tree,width\n" + b"".join(b"t%d,%d\n" % (k, k) for k in range(12))
    workspace.adopt_dataset(finish(open_files({"trees.csv": trees})).dataset)
    monkeypatch.setattr(leads, "read_long", counting(leads.read_long, calls))
    monkeypatch.setattr(leads, "join_items", counting(leads.join_items, calls))
    app = answer(uploaded(("answers.csv", lines("worker,item,answer")), workspace=workspace), 0)
    assert calls == ["read_long", "join_items"]
    drawn(app)
    assert len(calls) == 2


def test_numbers_with_signs_are_read_as_numbers_on_request() -> None:
    rows = "".join(
        f'{k}.5,"{k + 1},{k * 7 % 900 + 100}.25","{k} %",{KINDS[k % 2]}\n' for k in range(30)
    )
    app = uploaded(("trees.csv", f"x,price,moisture,kind\n{rows}".encode()))
    assert "Numbers with signs or units" in sentences(app)
    assert "ignored: price, moisture" in sentences(app)
    number = app.session_state["data.draft"].number
    app = press(app, f"data.unmarked.{number}")
    assert "Numbers with signs" not in sentences(app) and "ignored" not in sentences(app)
    dataset = workspace_of(press(app, "data.use")).dataset
    assert dataset is not None and dataset.feature_names == ("x", "price", "moisture")
    assert dataset.X[2].tolist() == [2.5, 3114.25, 2.0]
