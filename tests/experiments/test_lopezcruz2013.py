"""The results of López-Cruz et al. (2013): what is computed, and what is counted."""

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB

from belieflab import DataError
from belieflab.experiments import Job, Outcome, Result, ResultStore, run
from belieflab.experiments.experiment import summarise
from belieflab.experiments.papers import find_paper
from belieflab.experiments.papers.lopezcruz2013 import (
    LEVELS,
    SCENARIOS,
    STRUCTURES,
    Draft,
    classify,
    draw,
    make_cell,
)
from belieflab.experiments.papers.lopezcruz2013_counts import CLOSEST, DISTANCES
from belieflab.experiments.papers.lopezcruz2013_data import FILES, find_data_sets
from belieflab.experiments.pictures import draw_difference_map, draw_experiment
from belieflab.experiments.report import write_text
from belieflab.experiments.sweep import DataChoice

IRIS = DataChoice("iris", scaling="standardise")
TABLES = ("lopezcruz2013-table2", "lopezcruz2013-table3")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Files with the shapes of the paper's."""
    place = tmp_path_factory.mktemp("files")
    rng = np.random.default_rng(0)
    for data in FILES:
        table = pd.DataFrame(rng.normal(size=(data.n, data.p)).round(2))
        table["class"] = np.arange(data.n) % 2
        table.to_csv(place / data.files[0], index=False)
    return place


def drawn_for(level, replicate=0):
    return draw(Draft(Job(make_cell(IRIS, level, "NB", "TL"), replicate, 0), {}))


def test_labels_are_the_papers():
    drawn = drawn_for(0.4)
    soft = drawn.labels["GEM"].pignistic()
    lost = 1.0 - soft[np.arange(150), drawn.truth]
    assert abs(lost.mean() - 0.4) < 0.003 and abs(lost.std() - 0.01) < 0.002
    # the largest probability is always that of the true class
    assert (soft.argmax(axis=1) == drawn.truth).all()
    wrong = drawn.labels["WL"].pignistic().argmax(axis=1)
    assert abs((wrong != drawn.truth).mean() - 0.4) < 0.12
    assert (drawn.labels["TL"].pignistic().argmax(axis=1) == drawn.truth).all()
    assert sorted(np.bincount(drawn.folds)) == [15] * 10


def test_scenarios_share_labels_and_folds_and_repetitions_do_not():
    first, again = (
        draw(Draft(Job(make_cell(IRIS, 0.2, *which), 0, 0), {}))
        for which in (("NB", "GEM"), ("SEM", "WL"))
    )
    assert first is again
    other = drawn_for(0.2, replicate=1)
    assert (first.folds != other.folds).any()
    assert not first.labels["GEM"].equals(other.labels["GEM"])


def test_naive_bayes_with_true_labels_is_scikit_learns():
    cell = make_cell(IRIS, 0.3, "NB", "TL")
    drawn = drawn_for(0.3)
    errors = []
    for fold in range(10):
        held = drawn.folds == fold
        peer = GaussianNB(var_smoothing=0.0).fit(drawn.X[~held], drawn.truth[~held])
        errors.append((peer.predict(drawn.X[held]) != drawn.truth[held]).mean())
    assert classify(Job(cell, 0, 0), {}).score == pytest.approx(np.mean(errors))


def test_all_three_results_come_from_the_same_cells():
    figure, *tables = (find_paper(name) for name in ("lopezcruz2013-fig1", *TABLES))
    for table in tables:
        assert {cell.key for cell in table.cells} == {cell.key for cell in figure.cells}
        assert table.file == figure.file == "lopezcruz2013"


@pytest.fixture(scope="module")
def iris_results():
    """Two repetitions on Iris at one μ."""
    experiment = find_paper("lopezcruz2013-fig1")
    jobs = [
        job
        for job in experiment.jobs(2)
        if job.cell.parameters["data"]["key"] == "iris"
        and job.cell.parameters["law"]["settings"]["mean"] == 0.4
    ]
    assert len(jobs) == 40
    with ResultStore(":memory:") as store:
        list(run(jobs, store))
        return store.read(0)


def test_figure_has_means_and_deviations_of_what_is_known(iris_results):
    experiment = find_paper("lopezcruz2013-fig1")
    summaries = summarise(experiment, iris_results)
    found = {s.row.name: s for s in summaries if s.ours is not None}
    assert len(found) == 40
    mean, deviation = found["Iris · NB · WL · μ = 0.4"], found["Iris · NB · WL · sd, μ = 0.4"]
    assert deviation.ours == pytest.approx(np.std(mean.values, ddof=1))
    assert found["Iris · NB · GEM · μ = 0.4"].ours < mean.ours
    drawn = draw_experiment(experiment, summaries)
    assert {trace.name for trace in drawn.data if trace.showlegend} == set(SCENARIOS)
    assert [note.text for note in drawn.layout.annotations] == [f"Iris · {c}" for c in STRUCTURES]


@pytest.mark.parametrize("name", TABLES)
def test_tables_count_what_is_known(name, iris_results):
    experiment = find_paper(name)
    summaries = summarise(experiment, iris_results)
    counts = {
        s.row.name: s.ours
        for s in summaries
        if s.row.column in {"wins", "ties", "losses"} and s.row.panel == "Crabs, Iris, Wine"
    }
    n_pairs, n_cells = (6, 5) if name == TABLES[0] else (10, 4)
    assert len(counts) == 3 * n_pairs and sum(counts.values()) == n_pairs * n_cells
    assert draw_experiment(experiment, summaries) is not None
    assert draw_difference_map(experiment, summaries) is not None
    text = write_text(experiment, summaries)
    assert "(141)" in text or "(80)" in text
    assert not any(s.has_error for s in summaries)


def test_nothing_is_counted_before_every_method_has_a_repetition():
    experiment = find_paper(TABLES[0])
    summaries = summarise(experiment, [])
    assert all(s.ours is None for s in summaries)
    assert draw_experiment(experiment, summaries) is None


def invented_results(experiment, data, score):
    """Results of two repetitions whose errors are score(data, level, classifier, scenario)."""
    for each, level, classifier, scenario in product(data, LEVELS, STRUCTURES, SCENARIOS):
        cell = make_cell(each, level, classifier, scenario)
        found = score(each.name, level, classifier, scenario)
        for replicate, noise in enumerate((-0.01, 0.01)):
            yield Result(Job(cell, replicate, 0), Outcome(found + noise), 0.0)


def test_wins_ties_and_losses_of_nine_data_sets_and_of_every_eight(folder):
    data, given = find_data_sets(folder)
    assert len(data) == 9 and len(given) == 6
    experiment = find_paper(TABLES[0], folder)
    assert experiment.name == "lopezcruz2013-table2-files"
    order = {"TL": 0.1, "GEM": 0.2, "WL": 0.3, "EM": 0.4}

    def score(name, level, classifier, scenario):
        if name == "Ring" and scenario == "GEM":
            return order["TL"] + 1e-14  # a sum in another order
        return order[scenario]

    results = list(invented_results(experiment, data, score))
    found = {s.row.name: s.ours for s in summarise(experiment, results)}
    assert [found[f"nine data sets · GEM = TL · {c}"] for c in ("wins", "ties", "losses")] == [
        0,
        20,
        160,
    ]
    assert found["nine data sets · GEM = EM · wins (%)"] == 100.0
    assert found["without Ring · GEM = TL · losses"] == 160
    assert found["without Iris · GEM = TL · ties"] == 20
    assert found["GEM = WL by data set · Glass · wins"] == 20
    of_both = {
        name: value
        for name, value in found.items()
        if name.startswith(DISTANCES) and name.endswith("of both tables")
    }
    assert len(of_both) == 9
    closest = min(of_both, key=lambda name: of_both[name]).split(" · ")[1]
    for column in ("wins", "ties", "losses", "Bergmann-Hommel p"):
        assert (
            found[f"{CLOSEST} · GEM = TL · {column}"] == found[f"{closest} · GEM = TL · {column}"]
        )


def test_eights_wait_for_all_nine(folder):
    data, _ = find_data_sets(folder)
    experiment = find_paper(TABLES[1], folder)
    results = invented_results(experiment, data[:8], lambda *_: 0.5)
    found = {s.row.name: s.ours for s in summarise(experiment, results)}
    assert found["nine data sets · MGC = NB · ties"] == 128
    assert found[f"{CLOSEST} · MGC = NB · ties"] is None


def test_files_are_read_and_their_erased_features_left_out(folder, tmp_path):
    _, given = find_data_sets(folder)
    shapes = {data.name: (data.n, data.p) for data in given.values()}
    assert shapes["Glass"] == (214, 8) and shapes["Ionosphere"] == (351, 32)
    assert shapes["Ring"] == (7400, 20)
    experiment = find_paper("lopezcruz2013-fig1", folder)
    job = next(
        job
        for job in experiment.jobs(1)
        if job.cell.parameters["data"]["settings"].get("name", "").startswith("Appendicitis")
    )
    assert 0.2 < classify(job, experiment.given).score < 0.8
    with pytest.raises(DataError, match=r"no appendicitis\.csv in"):
        find_paper(TABLES[0], tmp_path)
    (tmp_path / "appendicitis.csv").write_text("a,b,class\n1,2,0\n")
    with pytest.raises(DataError, match="1 rows of 2 features and a class; Appendicitis has 106"):
        find_paper(TABLES[0], tmp_path)
    (tmp_path / "appendicitis.csv").write_text("a,b,class\none,2,0\n")
    with pytest.raises(DataError, match="cannot be read as numbers"):
        find_paper(TABLES[0], tmp_path)


def test_bundled_and_own_data_keep_the_same_cells_apart(folder):
    bundled = {cell.key for cell in find_paper(TABLES[0]).cells}
    nine = {cell.key for cell in find_paper(TABLES[0], folder).cells}
    assert bundled < nine and len(nine) == 3 * len(bundled) == 720
    assert replace(find_paper(TABLES[0]), store="").file == TABLES[0]
