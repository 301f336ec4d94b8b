"""Pictures in one call, from fitted models and tables, without the app."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from belieflab import (
    ECM,
    EVCLUS,
    CredalPartition,
    DataError,
    EKNNclus,
    EvidentialKNN,
    EvidentialNetwork,
    MassTable,
    SoftLabelMixture,
    load_sample,
)
from belieflab.figures import plot_partition, plot_regions
from belieflab.figures.common.palette import WRONG, class_colour
from belieflab.figures.neighbours.classifier_plane import OBJECTS, REGIONS

ROOT = Path(__file__).parents[2]
IRIS = load_sample("iris")
MOONS = load_sample("moons", size=80)


def test_nothing_of_the_app_is_imported():
    code = (
        "import sys\n"
        "from belieflab import ECM, EvidentialKNN, load_sample\n"
        "from belieflab.figures import plot_partition, plot_regions\n"
        "points = load_sample('butterfly')\n"
        "plot_partition(ECM(n_clusters=2, random_state=0).fit(points.X), points.X)\n"
        "plot_regions(EvidentialKNN(2, gamma=1.0).fit(points.X, [0, 1] * 6), points.X)\n"
        "print('streamlit' in sys.modules, 'belieflab.ui' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.strip() == "False False", done.stderr


@pytest.mark.parametrize(
    "model", [ECM(n_clusters=3, random_state=0), EVCLUS(3, random_state=0), EKNNclus(20, n_start=9)]
)
def test_any_clusterer_is_drawn_with_all_its_objects(model):
    fitted = model.fit(IRIS.X)
    figure = plot_partition(fitted, IRIS.X, feature_names=IRIS.feature_names)
    drawn = [trace for trace in figure.data if trace.mode == "markers" and trace.x is not None]
    assert max(len(trace.x) for trace in drawn) <= 150 <= sum(len(trace.x) for trace in drawn)
    assert figure.layout.xaxis.title.text


def test_a_history_makes_frames_and_none_makes_one():
    X = load_sample("butterfly").X
    still = plot_partition(ECM(n_clusters=2, random_state=0).fit(X), X)
    moving = plot_partition(ECM(n_clusters=2, random_state=0, keep_history=True).fit(X), X)
    assert len(still.frames) <= 1 < len(moving.frames)


@pytest.mark.parametrize("show", ["set", "masses", "cluster"])
def test_a_bare_table_is_a_partition_too(show):
    masses = MassTable.from_probabilities(np.eye(2)[[0, 1, 1]], ["a", "b"])
    X = pd.DataFrame({"width": [0.0, 1.0, 2.0], "height": [1.0, 0.0, 1.0]})
    for table in (masses, CredalPartition.of(masses)):
        figure = plot_partition(table, X, show=show)
        assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == (
            "width",
            "height",
        )
        assert {"a", "b"} <= {(trace.name or "").strip("{}") for trace in figure.data}


@pytest.mark.parametrize(
    "classifier",
    [
        EvidentialKNN(5),
        EvidentialNetwork(4, random_state=0),
        SoftLabelMixture(),
        make_pipeline(StandardScaler(), EvidentialKNN(5)),
        LogisticRegression(),
    ],
    ids=lambda classifier: type(classifier).__name__,
)
def test_the_regions_are_what_the_classifier_answers(classifier):
    fitted = classifier.fit(MOONS.X, MOONS.truth)
    figure = plot_regions(fitted, MOONS.X, MOONS.truth, height=400)
    regions = figure.data[REGIONS]
    assert regions.type == "image" and figure.layout.height == 400
    predicted = fitted.predict(MOONS.X)
    rings = np.array(figure.data[OBJECTS].marker.line.color) == WRONG
    assert rings.tolist() == (predicted != MOONS.truth).tolist()
    colours = figure.data[OBJECTS].marker.color
    assert colours[0] == class_colour(int(MOONS.truth[0]), 2)


def test_labels_may_be_soft_partly_unknown_or_absent():
    fitted = EvidentialKNN(5).fit(IRIS.X, IRIS.truth)
    few = IRIS.truth.astype(float)
    few[::2] = np.nan
    soft = MassTable.from_hard(IRIS.truth).discount(0.3)
    for y in (None, few, soft):
        figure = plot_regions(fitted, IRIS.X, y, rule="interval")
        assert len(figure.data[OBJECTS].x) == 150
    assert WRONG not in plot_regions(fitted, IRIS.X).data[OBJECTS].marker.line.color


def test_named_columns_reach_the_classifier_without_a_warning():
    X = pd.DataFrame(MOONS.X, columns=["a", "b"])
    plot_regions(LogisticRegression().fit(X, MOONS.truth), X, MOONS.truth)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: plot_partition(MassTable.vacuous(2, "ab"), [[0.0, 1.0]]),
            "2 objects, but X",
        ),
        (lambda: plot_partition("nothing", [[0.0, 1.0]]), "fitted clusterer or of a table"),
        (lambda: plot_partition(MassTable.vacuous(1, "ab"), ["x"]), "table of numbers"),
        (lambda: plot_partition(MassTable.vacuous(1, "ab"), [[1, 2]], show="x"), "found 'x'"),
        (
            lambda: plot_regions(EvidentialKNN(5).fit(MOONS.X, MOONS.truth), MOONS.X, ["z"] * 80),
            "labels name the classes z",
        ),
        (
            lambda: plot_regions(EvidentialKNN(5).fit(MOONS.X, MOONS.truth), MOONS.X, ["z"] * 3),
            "3",
        ),
    ],
)
def test_what_cannot_be_drawn_is_said(call, sentence):
    with pytest.raises(DataError, match=sentence):
        call()


def test_the_index_of_a_frame_names_the_objects():
    X = pd.DataFrame(MOONS.X, columns=["x", "y"], index=[f"k{row}" for row in range(80)])
    fitted = EvidentialKNN(2, gamma=1.0).fit(X, MOONS.truth)
    texts = plot_regions(fitted, X, MOONS.truth).data[OBJECTS].hovertext
    assert {text.split("<br>")[0] for text in texts} == {f"<b>k{row}</b>" for row in range(80)}
    plain = plot_regions(fitted, X.reset_index(drop=True), MOONS.truth).data[OBJECTS].hovertext
    assert plain[0].startswith("<b>Row ")
