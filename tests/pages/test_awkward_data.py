"""Every method page opens on awkward data: a result, or one sentence; never NaN, inf, a failure."""

import re
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import pytest
from opened_pages import chart_texts, drawn, open_page, sentences
from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df
from streamlit.testing.v1 import AppTest

from belieflab import cost
from belieflab.belief import MassTable
from belieflab.crowd.analysis import MODELS
from belieflab.crowd.label_rules import LABEL_RULES
from belieflab.data.dataset import Dataset
from belieflab.data.reading import guess_roles, read_table, sniff, to_dataset
from belieflab.evaluation.classifiers import label_classifiers
from belieflab.ui.pages.active.settings import PLAY
from belieflab.ui.pages.mixture.estimates import BEYOND
from belieflab.ui.shell.workspace import Recipe, Workspace

PAGES = ("mixture", "landscape", "neighbours", "networks", "active", "credal", "eknnclus", "whatif")
PAGES += ("suspects", "crowd")
PREDICTING = (
    "mixture",
    "neighbours",
    "networks",
    "credal",
    "eknnclus",
    "landscape",
    "active",
    "evaluate",
)
NO_NUMBER = re.compile(r"(?<![\w.])[-+−]?(nan|inf|infinity)(?!\w)", re.IGNORECASE)
"""What must not stand on a page by itself; within a word the letters may."""

LONG_S = 0.5
"""Seconds after which a run is stopped: what it has found by then is drawn."""


def points(n: int, p: int = 2, scale: float = 1.0) -> np.ndarray:
    noise = np.random.default_rng(0).standard_normal((n, p))
    return (noise + 3.0 * (np.arange(n) % 2)[:, None]) * scale


def labelled(X: np.ndarray, n_classes: int = 2) -> tuple[Dataset, MassTable]:
    """These points, of classes in turn, with their classes as labels."""
    names = tuple(f"x{j}" for j in range(X.shape[1]))
    classes = tuple(f"c{k}" for k in range(n_classes))
    dataset = Dataset(X, names, np.arange(len(X)) % n_classes, classes, name="awkward")
    return dataset, MassTable.from_hard(np.array(classes)[dataset.truth], dataset.frame)


def all_alike(mask: int) -> tuple[Dataset, MassTable]:
    """Good points whose labels put all mass on one set."""
    dataset, _ = labelled(points(30))
    return dataset, MassTable(dataset.frame, [mask], np.ones((30, 1)))


def read_with_holes() -> tuple[Dataset, MassTable | None]:
    """A file without some numbers, classes and labels, as the Data page takes it in."""
    rows = ["x,y,class,label"]
    for i, (x, y) in enumerate(points(40)):
        given = "" if i % 4 == 0 else "ab"[i % 2]
        rows.append(f"{x:.3f},{'' if i % 5 == 0 else round(y, 3)},{given},{given}")
    content = "\n".join(rows).encode()
    frame = read_table(content, sniff(content, "holes.csv"))
    loaded = to_dataset(frame, guess_roles(frame))
    return loaded.dataset, loaded.labels


AWKWARD = {
    "one object": lambda: labelled(points(1), 1),
    "two objects": lambda: labelled(points(2)),
    "all rows equal": lambda: labelled(np.ones((20, 2))),
    "a constant column": lambda: labelled(np.column_stack([points(30), np.ones(30)])),
    "one class": lambda: labelled(points(30), 1),
    "50 classes": lambda: labelled(points(150), 50),
    "more features than objects": lambda: labelled(points(10, 40)),
    "values of 1e-300": lambda: labelled(points(30, scale=1e-300)),
    "values of 1e300": lambda: labelled(points(30, scale=1e300)),
    "missing values": read_with_holes,
    "vacuous labels": lambda: all_alike(0b11),
    "all mass on the empty set": lambda: all_alike(0),
}


QUICK_PREDICTIONS = [
    (PREDICTING[place % len(PREDICTING)], name) for place, name in enumerate(AWKWARD)
]
"""Each kind of data once, and each page once or twice; the rest is slow."""


@cache
def awkward(name: str) -> tuple[Dataset, MassTable | None]:
    return AWKWARD[name]()


def _cells(table: Any) -> str:
    """A table as it is shown: where a style writes the cells, as that writes them."""
    styled = table.proto.arrow_data.styler.display_values
    frame = convert_arrow_bytes_to_pandas_df(styled) if styled else table.value
    blank = "" if styled else table.proto.placeholder or "nan"
    return str(frame.to_csv(na_rep=blank, index=False))


def written(app: AppTest) -> str:
    """Everything a person can read on the page: sentences, numbers, tables, equations, charts."""
    numbers = [f"{metric.label}: {metric.value}" for metric in app.metric]
    tables = [_cells(table) for table in app.dataframe]
    equations = [element.value for element in app.latex]
    charts = chart_texts(app) if app.get("plotly_chart") else []
    return "\n".join([sentences(app), *numbers, *tables, *equations, *charts])


def settled(app: AppTest) -> AppTest:
    """The page once what it began by itself has ended, or was stopped."""
    runs = app.session_state["shell.runs"] if "shell.runs" in app.session_state else {}
    for run in list(runs.values()):
        run.join(LONG_S)
        run.stop()
        run.join(60)
    return drawn(app) if runs else app


def run_everything(app: AppTest) -> AppTest:
    """Press every button that starts a run, one after the other; long ones are stopped."""
    for key in [button.key for button in app.button if str(button.key).endswith(".run")]:
        button = next((each for each in app.button if each.key == key and not each.disabled), None)
        if button is not None:
            button.click()
            app = drawn(app)
        run = app.session_state["shell.runs"].get(key.removesuffix(".run"))
        if run is not None:
            run.join(LONG_S)
            run.stop()
            run.join(60)
            app = drawn(app)
    return app


def check(app: AppTest) -> None:
    """There is a picture or a sentence, and nothing on the page is no number."""
    text = written(app)
    found = [text[max(at.start() - 60, 0) : at.end() + 60] for at in NO_NUMBER.finditer(text)]
    assert not found, found[:5]
    assert app.get("plotly_chart") or app.error or app.info or app.warning


def opened(key: str, name: str, **address: str) -> AppTest:
    workspace = Workspace()
    workspace.adopt_dataset(*awkward(name))
    return open_page(key, workspace, address=address)


@pytest.mark.parametrize("name", AWKWARD)
@pytest.mark.parametrize("key", PAGES)
def test_a_page_opens_on_awkward_data(key, name):
    check(opened(key, name))


@pytest.mark.parametrize("name", AWKWARD)
def test_estimates_of_a_mixture_are_numbers_or_a_dash_with_the_reason(name):
    app = opened("mixture", name, tab="Parameters")
    check(app)
    dashes = any(table.value.isna().any(axis=None) for table in app.dataframe)
    assert dashes == (BEYOND in [caption.value for caption in app.caption])


@pytest.mark.parametrize("name", AWKWARD)
def test_a_comparison_of_classifiers_ends_with_numbers_or_a_sentence(name):
    app = settled(opened("evaluate", name, tab="Sets", curve="False", repeats="1"))
    check(app)
    assert app.dataframe or app.error


@pytest.mark.slow
@pytest.mark.parametrize(
    ("against", "tab"),
    [
        ("labels", "Result"),
        ("truth", "Sets"),
        ("truth", "Reliability"),
        ("truth", "Confusion"),
        ("labels", "More labels"),
        ("labels", "Formula"),
    ],
)
@pytest.mark.parametrize("name", AWKWARD)
def test_every_tab_of_a_comparison_is_numbers_or_a_sentence(name, against, tab):
    check(settled(opened("evaluate", name, tab=tab, against=against)))


@pytest.mark.slow
@pytest.mark.parametrize("name", AWKWARD)
def test_every_classifier_is_compared_or_says_why_not(name):
    workspace = Workspace()
    workspace.adopt_dataset(*awkward(name))
    app = open_page(
        "evaluate", workspace, methods=list(label_classifiers()), curve=False, repeats=1
    )
    check(settled(app))


def test_a_comparison_that_was_stopped_before_all_had_answered_says_so(monkeypatch):
    monkeypatch.setattr(cost, "QUICK_SECONDS", 0.0)  # else there is no run to stop
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    app = settled(open_page("evaluate", workspace, tab="Sets", curve=False, repeats=1))
    parts = app.session_state["shell.runs"]["evaluate.run"].value.parts
    for place in list(parts)[1:]:
        del parts[place]
    app = drawn(app)
    assert "no answers yet that all methods gave" in sentences(app)


@pytest.mark.parametrize("name", AWKWARD)
def test_a_crowd_about_awkward_data_is_analysed_and_makes_labels(name):
    app = opened("crowd", name, tab="Whom to ask next")
    app = settled(drawn(app.button(key="crowd.ask").click()))
    check(app)
    app = settled(drawn(app.button(key="crowd.make").click()))
    check(app)
    labels = app.session_state["workspace"].labels
    assert labels is not None and np.isfinite(labels.mass).all()


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("rule", LABEL_RULES)
@pytest.mark.parametrize("name", AWKWARD)
def test_every_model_of_a_crowd_about_awkward_data_makes_labels(name, rule, model):
    app = opened("crowd", name, tab="Disputed objects", model=model, labels_by=rule)
    check(settled(drawn(app.button(key="crowd.ask").click())))
    check(settled(drawn(app.button(key="crowd.make").click())))


def predicted(key: str, name: str) -> AppTest:
    """The page with its tab Predict, once a file with the same objects was uploaded."""
    play = {"mode": PLAY} if key == "active" else {}
    workspace = Workspace()
    workspace.adopt_dataset(*awkward(name))
    app = settled(open_page(key, workspace, tab="Predict", **play))
    dataset, _ = awkward(name)
    table = pd.DataFrame(dataset.X, columns=list(dataset.feature_names))
    uploads = [each for each in app.get("file_uploader") if each.label == "File with new objects"]
    for upload in uploads:
        app = settled(drawn(upload.upload("new.csv", table.to_csv(index=False).encode())))
    explained = app.error or app.info or "Press Run: this comes with the result." in sentences(app)
    assert explained or [each for each in app.dataframe if "decision" in each.value]
    return app


@pytest.mark.parametrize("name", AWKWARD)
def test_an_oracle_is_asked_about_awkward_data_or_a_sentence_says_why_not(name):
    workspace = Workspace()
    workspace.adopt_dataset(*awkward(name))
    check(settled(open_page("active", workspace, mode=PLAY)))


@pytest.mark.parametrize(("key", "name"), QUICK_PREDICTIONS)
def test_the_objects_of_a_second_file_are_predicted_or_a_sentence_says_why_not(key, name):
    check(predicted(key, name))


@pytest.mark.slow
@pytest.mark.parametrize("name", AWKWARD)
@pytest.mark.parametrize("key", PREDICTING)
def test_every_page_predicts_awkward_second_files(key, name):
    check(predicted(key, name))


@pytest.mark.slow
@pytest.mark.parametrize("name", AWKWARD)
@pytest.mark.parametrize("key", PAGES)
def test_every_run_of_a_page_gives_a_result_or_a_sentence(key, name):
    check(run_everything(opened(key, name)))
