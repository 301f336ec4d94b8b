"""Rows of a table: filled from results, compared with the paper, reported in every form."""

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest

from belieflab.data.dataset import Dataset
from belieflab.experiments import Cell, Job, Outcome, Result
from belieflab.experiments.experiment import Experiment, Row, of_sweep, summarise
from belieflab.experiments.pictures import draw_difference_map, draw_experiment
from belieflab.experiments.report import (
    describe_agreement,
    describe_panels,
    write_csv,
    write_html,
    write_json,
    write_text,
)
from belieflab.experiments.sweep import (
    FOLDS,
    FRESH,
    HOLD_OUT,
    Assessment,
    DataChoice,
    LawChoice,
    MethodChoice,
    Sweep,
    hand_over,
)

GOOD, POOR = (Cell("assess", {"method": name}) for name in ("good", "poor"))
ONCE = Cell("assess", {"method": "once"}, limit=1)


def make_experiment(**changes):
    rows = (
        Row("<b>data", "good", "10 %", GOOD, scale=100.0, at=10.0),
        Row("<b>data", "poor", "10 %", POOR, scale=100.0, at=10.0),
        Row("<b>data", "once", "10 %", ONCE, scale=100.0, at=10.0),
    )
    parts = {
        "name": "trial",
        "title": "A trial & more",
        "source": "nowhere",
        "rows": rows,
        "replicates": 8,
        "quick": 2,
        "value_title": "error (%)",
        "column_title": "level (%)",
        "lower_is_better": True,
        "paper": {"<b>data · good · 10 %": 21.0, "<b>data · poor · 10 %": 50.0},
        "choices": ("Chosen <so>.",),
    }
    return Experiment(**{**parts, **changes})


def make_results(n=8):
    rng = np.random.default_rng(0)
    results = [Result(Job(ONCE, 0, 0), Outcome(0.9), 0.1)]
    for replicate in range(n):
        score = 0.2 + 0.01 * rng.normal()
        results.append(Result(Job(GOOD, replicate, 0), Outcome(score, 3, {"size": 7}), 0.1))
        results.append(Result(Job(POOR, replicate, 0), Outcome(score + 0.3), 0.1))
    return results


def test_rows_are_means_over_replicates():
    good, poor, once = summarise(make_experiment(), make_results())
    assert good.ours == pytest.approx(20.0, abs=1.5)
    assert good.difference == pytest.approx(good.ours - 21.0)
    assert (good.replicates, once.replicates, once.error) == (8, 1, 0.0)
    assert good.low < good.ours < good.high
    assert once.paper is None and once.difference is None
    assert (good.best, poor.best, once.best) == (True, False, False)


def test_bold_on_shared_points_needs_the_corrected_test():
    """Eight equal signs of a small difference are no proof where all share their points."""
    results = []
    for replicate, noise in enumerate(np.random.default_rng(3).uniform(0.1, 2.0, 8)):
        results.append(Result(Job(GOOD, replicate, 0), Outcome(0.2), 0.1))
        results.append(Result(Job(POOR, replicate, 0), Outcome(0.2 + 0.01 * noise), 0.1))
    rows = make_experiment().rows[:2]
    anew = make_experiment(rows=rows)
    shared = make_experiment(rows=tuple(replace(row, shared=10 / 9) for row in rows))
    assert [found.best for found in summarise(anew, results)] == [True, False]
    assert "<b>20.0" in write_html(anew, summarise(anew, results))
    assert not any(found.best for found in summarise(shared, results))
    html = write_html(shared, summarise(shared, results))
    assert "<b>20.0" not in html and "Nadeau and Bengio" in html


@pytest.mark.parametrize(
    ("key", "test", "shared"),
    [
        ("iris", Assessment(FOLDS, folds=10), 10 / 9),
        ("iris", Assessment(HOLD_OUT, share=0.2), 0.25),
        ("gaussians", Assessment(FOLDS, folds=10), 0.0),
        ("gaussians", Assessment(FRESH), 0.0),
    ],
)
def test_a_sweep_says_whether_replicates_share_points(key, test, shared):
    law, methods = LawChoice("expert-doubt", "mean"), (MethodChoice("soft"),)
    sweep = Sweep("s", (DataChoice(key),), law, (0.1,), methods, test=test)
    assert [row.shared for row in of_sweep(sweep).rows] == [pytest.approx(shared)]


def test_groups_fewer_than_folds_share_more():
    X, groups = np.arange(12.0).reshape(6, 2), np.array([0, 0, 1, 1, 2, 2])
    dataset = Dataset(
        X,
        ("f", "g"),
        np.array([0, 1] * 3),
        ("a", "b"),
        "own",
        split=tuple(groups.astype(str).tolist()),
    )
    choice, given = hand_over(dataset)
    law, methods = LawChoice("expert-doubt", "mean"), (MethodChoice("soft"),)
    sweep = Sweep("s", (choice,), law, (0.1,), methods, test=Assessment(FOLDS, folds=10))
    assert of_sweep(sweep, given=given).rows[0].shared == pytest.approx(3 / 2)
    assert of_sweep(sweep).rows[0].shared == pytest.approx(10 / 9)


def test_what_is_not_computed_is_left_open():
    open_rows = summarise(make_experiment(), [])
    assert [(row.ours, row.replicates, row.best) for row in open_rows] == [(None, 0, False)] * 3
    some = summarise(make_experiment(), make_results()[:2])
    assert not any(row.best for row in some)
    text = write_text(make_experiment(), open_rows)
    assert "no numbers to compare" in text and " -" in text


def test_some_numbers_are_shown_but_not_compared():
    experiment = make_experiment()
    rows = tuple(replace(row, compared=False) for row in experiment.rows)
    unfair = replace(experiment, rows=rows)
    summaries = summarise(unfair, make_results())
    assert (summaries[0].paper, summaries[0].difference) == (21.0, None)
    assert "<small>21.0</small>" in write_html(unfair, summaries)


def test_any_measure_can_be_a_row():
    result = make_results()[1]
    measured = {name: Row("", "", name, GOOD, measure=name) for name in ("iterations", "time")}
    assert measured["iterations"].value(result) == 3
    assert measured["time"].value(result) == 0.1
    assert Row("", "", "", GOOD, measure="size", scale=2.0, offset=1.0).value(result) == 15.0
    assert np.isnan(Row("", "", "", GOOD, measure="unknown").value(result))


def test_a_sweep_has_one_row_per_method_and_level(sweep):
    experiment = of_sweep(sweep)
    assert len(experiment.rows) == 6
    assert experiment.rows[0].name == "Gaussian mixture · Soft labels · 10 %"
    assert len(experiment.jobs(2)) == 12 and len(experiment.jobs()) == 18


def test_json_and_csv_tell_the_same():
    summaries = summarise(make_experiment(), make_results())
    cells = json.loads(write_json(summaries))
    assert {"cell", "paper", "ours", "se", "replicates"} <= set(cells[0])
    assert cells[2]["paper"] is None
    table = list(csv.DictReader(io.StringIO(write_csv(summaries))))
    assert [row["cell"] for row in table] == [cell["cell"] for cell in cells]
    assert float(table[0]["ours"]) == cells[0]["ours"]
    assert table[2]["paper"] == ""


def test_the_page_holds_everything_and_no_foreign_tags():
    experiment = make_experiment()
    summaries = summarise(experiment, make_results())
    page = write_html(experiment, summaries, ["It took <long>."])
    assert "A trial &amp; more" in page and "Chosen &lt;so&gt;." in page
    assert "It took &lt;long&gt;." in page and "<th>&lt;b&gt;data</th>" in page
    assert "<b>20." in page or "<b>19." in page
    assert page.count("Plotly.newPlot") == 2
    assert 'src="http' not in page


def test_a_page_without_a_paper_does_not_speak_of_one():
    experiment = make_experiment(source="", paper={}, choices=())
    page = write_html(experiment, summarise(experiment, make_results()))
    assert page.count("Plotly.newPlot") == 1
    assert "no numbers to compare" not in page and "Choices" not in page


def test_text_marks_the_best_and_says_how_close_it_is():
    experiment = make_experiment()
    summaries = summarise(experiment, make_results())
    text = write_text(experiment, summaries)
    assert "* (21.0)" in text and "(50.0)" in text
    assert "over 2 numbers" in describe_agreement(summaries)
    assert describe_panels(summaries) == []
    later = make_experiment(rows=tuple(replace(row, compared=False) for row in experiment.rows))
    beside = summarise(later, make_results())
    assert describe_agreement(beside).startswith("The paper's numbers stand beside ours; no")
    other = tuple(replace(row, panel="other") for row in experiment.rows)
    printed = {row.name: 20.0 for row in other}
    wider = make_experiment(rows=(*experiment.rows, *other), paper={**experiment.paper, **printed})
    lines = describe_panels(summarise(wider, make_results()))
    assert [line.split(":")[0] for line in lines] == ["<b>data", "other"]
    assert "once 70" in lines[1]


def test_pictures_show_ours_and_the_papers():
    experiment = make_experiment()
    summaries = summarise(experiment, make_results())
    figure = draw_experiment(experiment, summaries)
    drawn = {trace.name: trace for trace in figure.data if trace.mode and trace.fill is None}
    assert set(drawn) == {"good", "poor", "once", "the paper's numbers"}
    assert figure.layout.annotations[0].text == "&lt;b&gt;data"
    heat = draw_difference_map(experiment, summaries).data[0]
    assert heat.z.shape == (2, 1)
    unordered = make_experiment(rows=tuple(replace(row, at=None) for row in experiment.rows))
    marks = draw_experiment(unordered, summarise(unordered, make_results()))
    assert [list(trace.x) for trace in marks.data] == [["good", "poor", "once"]] * 2
    assert marks.data[1].marker.symbol == "circle-open"
    assert draw_experiment(unordered, summarise(unordered, [])) is None
    alone = make_experiment(paper={})
    assert draw_difference_map(alone, summarise(alone, make_results())) is None
    assert draw_experiment(experiment, summarise(experiment, [])) is None
