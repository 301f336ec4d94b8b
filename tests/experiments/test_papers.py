"""The papers' results by name: their numbers, their tasks, and what they stand for."""

import gzip

import numpy as np
import pytest

from belieflab import DataError
from belieflab.clustering.eknnclus_table import A_SETS
from belieflab.experiments import Cell, Job, ResultStore, run
from belieflab.experiments.experiment import summarise
from belieflab.experiments.papers import PAPERS, find_paper
from belieflab.experiments.papers.come2009_figures import LANDSCAPE, explore
from belieflab.experiments.papers.denoeux2015_asets import EKNNCLUS, cluster
from belieflab.experiments.pictures import draw_experiment
from belieflab.experiments.tasks import TASKS, compute
from belieflab.mixture.sweep import CellKey, LandscapeSweep, load_paper_sample


def summaries_of(name, replicates=None, keep=lambda cell: True):
    experiment = find_paper(name)
    jobs = [job for job in experiment.jobs(replicates) if keep(job.cell)]
    with ResultStore(":memory:") as store:
        list(run(jobs, store, given=experiment.given))
        return experiment, summarise(experiment, store.read(0))


@pytest.mark.parametrize("name", PAPERS)
def test_every_printed_number_has_its_row(name):
    experiment = find_paper(name)
    assert experiment.name == name
    names = [number.name for number in experiment.numbers]
    assert len(set(names)) == len(names)
    assert set(experiment.paper) <= set(names)
    assert experiment.choices and experiment.source
    assert all(cell.task in TASKS for cell in experiment.cells)


def test_unknown_names_and_needless_files_are_reported(tmp_path):
    with pytest.raises(DataError, match="no experiment called 'come2010'"):
        find_paper("come2010")
    with pytest.raises(DataError, match="takes no files"):
        find_paper("come2009-table1", tmp_path)


def test_bernoulli_iterates_are_the_slides():
    _, summaries = summaries_of("denoeux2015-bernoulli")
    assert len(summaries) == 12
    for summary in summaries:
        assert summary.difference == pytest.approx(0.0, abs=5.1e-5), summary.row.name


def test_butterfly_has_a_bridge_and_an_outlier():
    experiment, summaries = summaries_of("denoeux2015-butterfly")
    by_name = {summary.row.name: summary.ours for summary in summaries}
    assert by_name["criterion · J · at the end"] == pytest.approx(35.1600058047, abs=1e-8)
    assert by_name["masses · Ω · object 6"] > 0.9
    assert by_name["masses · ∅ · object 12"] > 0.5
    for i in range(1, 13):
        total = sum(by_name[f"masses · {name} · object {i}"] for name in ("{1}", "{2}", "Ω", "∅"))
        assert total == pytest.approx(1.0)
    assert len(draw_experiment(experiment, summaries).data) >= 4


def test_four_classes_are_found_with_unions_between_them():
    experiment, summaries = summaries_of("denoeux2015-fourclass")
    by_name = {summary.row.name: summary.ours for summary in summaries}
    assert by_name["partition · J"] == pytest.approx(280.714163560892, abs=1e-6)
    objects = [value for name, value in by_name.items() if name.endswith(" · objects")]
    assert sum(objects) == 400
    assert draw_experiment(experiment, summaries) is not None


def test_figure_3_is_the_landscape_of_the_page():
    job = Job(Cell(LANDSCAPE, {"level": 0.3, "starts": 4}), 1, 0)
    sweep = LandscapeSweep(load_paper_sample(0), n_starts=4, seed=0, batch=4)
    [cell] = sweep.grow_cell(CellKey(0.3, 1))
    outcome = explore(job, {})
    assert (outcome.score, outcome.iterations) == (cell.n_maxima, cell.iterations)


def test_table_1_soft_labels_beat_supervised_at_high_noise():
    def small(cell):
        parts = cell.parameters
        return parts["data"]["settings"]["size"] == 500 and parts["method"]["key"] in {
            "soft",
            "supervised",
        }

    _, summaries = summaries_of("come2009-table1", 6, small)
    found = {summary.row.name: summary for summary in summaries if summary.replicates}
    assert len(found) == 14
    for level in (35, 40):
        soft = found[f"N = 500 · Soft labels · {level} %"].ours
        assert soft < found[f"N = 500 · Supervised · {level} %"].ours - 3.0
    at_10 = found["N = 500 · Soft labels · 10 %"]
    assert abs(at_10.difference) < 1.0 + 3 * at_10.error


def test_table_3_repeats_iris_at_low_noise():
    def small(cell):
        parts = cell.parameters
        law = parts["law"] or {"settings": {"mean": None}}
        return (
            parts["data"]["key"] == "iris"
            and law["settings"]["mean"] == 0.1
            and parts["method"]["key"] in {"soft", "knn-tbm"}
        )

    _, summaries = summaries_of("come2009-table3", 4, small)
    for summary in (summary for summary in summaries if summary.replicates):
        assert abs(summary.difference) < 2.0, summary.row.name


def test_table_1_of_hoarau2022_on_iris():
    def small(cell):
        return cell.parameters["data"]["key"] == "iris"

    _, summaries = summaries_of("hoarau2022-table1", 20, small)
    found = [summary for summary in summaries if summary.replicates]
    assert len(found) == 4
    for summary in found:
        assert abs(summary.difference) < 3 * summary.error + 0.005
    by_name = {summary.row.series: summary.ours for summary in found}
    # On hard labels the rule per object is the rule per class (Hoarau et al. 2022, §3.2).
    assert by_name["γ_i-EKNN"] == pytest.approx(by_name["γ_q-EKNN"], abs=1e-12)


def test_figure_1_of_hoarau2022_learns():
    def small(cell):
        return cell.parameters == {"data": "iris", "model": "gamma-eknn", "epsilon": 0.5}

    _, summaries = summaries_of("hoarau2022-fig1", 6, small)
    curve = [summary.ours for summary in summaries if summary.replicates]
    assert len(curve) == 21
    assert curve[-1] > curve[0] + 0.1


def test_fusion_falls_back_on_the_sensor_that_works():
    experiment, summaries = summaries_of("denoeux2015-fusion", 2)
    by_name = {summary.row.name: summary.ours for summary in summaries}
    assert by_name["both by Dempster's rule · σ = 0"] < by_name["x alone · σ = 0"]
    assert by_name["both by Dempster's rule · σ = 8"] < by_name["x' alone · σ = 8"] + 5.0
    assert by_name["one network on both · σ = 8"] > by_name["x' alone · σ = 8"] + 10.0
    assert draw_experiment(experiment, summaries) is not None


def test_figure_2_draws_boxes():
    def small(cell):
        parts = cell.parameters
        return parts["data"]["settings"]["distance"] == 4 and parts["law"]["settings"]["ns"] < 0.2

    experiment, summaries = summaries_of("come2009-fig2", 2, small)
    figure = draw_experiment(experiment, summaries)
    assert [box.type for box in figure.data] == ["box", "box"]
    assert len(set(figure.data[0].x)) == 4


def test_few_clusters_are_counted_and_runs_differ():
    data = {"clusters": 4, "per_cluster": 40}
    cell = Cell(EKNNCLUS, {"data": data, "neighbors": 35, "start": 50})
    outcomes = [cluster(Job(cell, replicate, 0), {}) for replicate in range(5)]
    assert np.median([outcome.score for outcome in outcomes]) == 4.0
    assert len({outcome.iterations for outcome in outcomes}) > 1


def test_original_files_take_the_place_of_generated_sets(tmp_path):
    rng = np.random.default_rng(0)
    for a_set in A_SETS:
        np.savetxt(tmp_path / f"{a_set.name.lower()}.txt", rng.integers(0, 9999, (a_set.n, 2)))
    experiment = find_paper("denoeux2015-asets", tmp_path)
    assert "on the A-sets" in experiment.title
    assert "generated" in find_paper("denoeux2015-asets").title
    assert [data.n for data in experiment.given.values()] == [3000, 5250, 7500]
    [result] = compute([experiment.jobs(1)[0]], experiment.given)
    assert result.outcome.score >= 1
    with pytest.raises(DataError, match="not handed over"):
        compute([experiment.jobs(1)[0]], {})
    (tmp_path / "a2.txt").write_text("1 2\n3 4\n")
    with pytest.raises(DataError, match="2 lines of 2 numbers; A2 has 5250"):
        find_paper("denoeux2015-asets", tmp_path)
    (tmp_path / "a1.txt").write_text("one two\n")
    with pytest.raises(DataError, match="cannot be read as numbers"):
        find_paper("denoeux2015-asets", tmp_path)
    (tmp_path / "a1.txt").unlink()
    with pytest.raises(DataError, match=r"no a1\.txt or a1\.data or a1\.data\.gz in"):
        find_paper("denoeux2015-asets", tmp_path)
    (tmp_path / "a1.data.gz").write_bytes(gzip.compress(b"1 2\n"))
    with pytest.raises(DataError, match=r"a1\.data\.gz has 1 lines of 2 numbers"):
        find_paper("denoeux2015-asets", tmp_path)
