"""The figures of Evaluate show the numbers of their tables."""

from functools import cache

import numpy as np
import pytest

from belieflab.data import load_sample
from belieflab.data.laws import build_labels
from belieflab.evaluation import DecisionCosts, evaluate
from belieflab.evaluation.curves import rejection_curve
from belieflab.evaluation.report import for_each, summarise
from belieflab.evaluation.tables import (
    by_class_of,
    calibration_table,
    confusion_of,
    curves_of,
    diagrams_of,
    set_rules_of,
    tables_of,
)
from belieflab.figures.evaluate import (
    draw_by_class,
    draw_intervals,
    draw_learning,
    draw_measures,
    draw_rejection,
    draw_reliability,
    draw_sets,
)
from belieflab.figures.evaluate.intervals import MEASURES


@cache
def compared():
    data = load_sample("iris")
    labels = build_labels("expert-doubt", data)
    names = np.array(data.class_names, dtype=object)[data.truth]
    given = {"folds": 3, "repeats": 1, "shares": (0.25, 0.5), "truth": names, "random_state": 0}
    return evaluate(data.X, labels, ["eknn", "naive-bayes"], **given)


def named(figure, name):
    return next(trace for trace in figure.data if trace.name == name)


def test_bars_run_from_belief_to_plausibility_and_discs_stand_at_the_agreement():
    table = summarise(compared())
    figure = draw_intervals(table)
    bar = named(figure, "by labels, bel to pl")
    starts = np.asarray(bar.base, dtype=np.float64)
    np.testing.assert_allclose(starts, table["lower"])
    np.testing.assert_allclose(starts + bar.x, table["upper"], rtol=1e-6)  # drawn as float32
    np.testing.assert_allclose(named(figure, "by labels, pignistic").x, table["agreement"])
    np.testing.assert_allclose(named(figure, "by true classes").x, table["accuracy"])
    bare = draw_intervals(table.drop(columns=["accuracy", "accuracy low", "accuracy high"]))
    assert not any("accuracy" in trace.name for trace in bare.data)


def test_every_class_and_every_other_measure_has_its_place():
    found = compared()
    table = by_class_of(found, "eknn")
    figure = draw_by_class(table)
    np.testing.assert_allclose(named(figure, "agreement").x, table["agreement"], rtol=1e-6)
    assert list(figure.layout.yaxis.ticktext) == [*table["class"]]
    costs = DecisionCosts(reject=0.3)
    for against in ("labels", "true classes"):
        summary = summarise(found, costs, against)
        drawn = draw_measures(summary, against)
        assert [trace.name for trace in drawn.data] == list(MEASURES)
        assert [each.text for each in drawn.layout.annotations] == [f"measured by the {against}"]
        for trace in drawn.data:
            np.testing.assert_allclose(trace.x, summary[trace.name], rtol=1e-6)
            axis = drawn.layout[trace.xaxis.replace("x", "xaxis")]
            assert axis.title.text == trace.name
            turned = axis.autorange == "reversed"
            assert turned == (trace.name in ("Brier", "log score", "cost"))
    assert summarise(found)["Brier"].iloc[0] != summarise(found, None, "true classes")["Brier"][0]


def test_a_colour_stands_for_one_method_in_all_curves():
    found = compared()
    rejected = for_each(found, "labels", lambda y, each: rejection_curve(y, each.probabilities))
    drawn = [
        draw_reliability(diagrams_of(found), "agreement"),
        draw_rejection(rejected, "error"),
        draw_learning(curves_of(found), "error"),
    ]
    for title in rejected:
        colours = {
            (trace.line.color if trace.mode == "lines" else trace.marker.color)
            for trace in (named(figure, title) for figure in drawn)
        }
        assert len(colours) == 1, title


def test_curves_have_the_points_of_their_tables():
    found = compared()
    for title, diagram in diagrams_of(found).items():
        trace = named(draw_reliability(diagrams_of(found), "agreement"), title)
        np.testing.assert_allclose(trace.y, diagram["pignistic"])
    for title, curve in curves_of(found).items():
        trace = named(draw_learning(curves_of(found), "error"), title)
        np.testing.assert_allclose(trace.x, curve.sizes)
        np.testing.assert_allclose(trace.y, curve.errors.mean(axis=1))
        assert len(curve.sizes) == 3


def test_every_rule_for_sets_is_a_point():
    table = set_rules_of(compared(), "eknn", 0.1)
    figure = draw_sets(table)
    drawn = np.concatenate([np.atleast_1d(trace.x) for trace in figure.data if trace.x is not None])
    for size in table["size"]:
        assert np.isclose(drawn.astype(float), size).any()


def test_the_tables_of_a_report_count_every_object_once_a_repeat():
    found = compared()
    assert confusion_of(found, "eknn").to_numpy().sum() == pytest.approx(150, abs=1)
    assert confusion_of(found, "eknn", "true classes").to_numpy().sum() == 150
    assert calibration_table(diagrams_of(found))["calibration error"].between(0, 1).all()
    tables = tables_of(found, ["labels", "true classes"], "labels", 0.1)
    assert {"differences by labels", "differences by true classes", "calibration"} < set(tables)
