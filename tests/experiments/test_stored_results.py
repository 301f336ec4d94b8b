"""The results that come with belieflab: what they are, and that the code still gives them."""

from dataclasses import replace

import numpy as np
import pytest

from belieflab import __version__
from belieflab.experiments import Job, ResultStore, run
from belieflab.experiments.command import main
from belieflab.experiments.experiment import summarise
from belieflab.experiments.papers import FROM_FILES, PAPERS, find_paper, find_stored
from belieflab.experiments.stored_results import (
    FIRST_LOOKS,
    find_origin,
    read_stored,
    write_stored,
)
from belieflab.experiments.sweep import GIVEN
from belieflab.experiments.tasks import compute

SAMPLE = 4
"""Results of every file that are computed again."""

SLOW = {"come2009-fig3": 0.1, "hoarau2022-fig1": 0.5}
"""Files whose cells all take long: the level, or the noise, of the one that is computed again."""

QUICK = "denoeux2015-bernoulli"


def stored(name):
    return FIRST_LOOKS[name]() if name in FIRST_LOOKS else find_stored(name)


@pytest.mark.parametrize("name", [*PAPERS, *FIRST_LOOKS])
def test_everything_is_stored_in_full_size_with_seed_version_and_day(name):
    experiment = stored(name)
    origin = find_origin(experiment.file)
    assert origin is not None
    assert (origin.seed, origin.version) == (experiment.seed, __version__)
    assert origin.computed.startswith("20") and origin.seconds >= 0
    found = read_stored(experiment)
    assert len(found) == len(experiment.jobs())
    assert origin.replicates == experiment.replicates
    assert all(summary.ours is not None for summary in summarise(experiment, found))


def can_be_repeated(result):
    """Whether the data are bundled or generated."""
    data = result.job.cell.parameters.get("data")
    return not (isinstance(data, dict) and data.get("key") == GIVEN) and not (
        isinstance(data, str) and data[:1] == "A"
    )


def sample(name):
    """Some results of a file, always the same, spread over its cells; of slow ones a single one."""
    found = [result for result in read_stored(stored(name)) if can_be_repeated(result)]
    if name in SLOW:
        marks = [
            result
            for result in found
            if SLOW[name] in result.job.cell.parameters.values() and result.job.replicate == 0
        ]
        return marks[:1]
    rng = np.random.default_rng(len(found))
    return [found[place] for place in rng.permutation(len(found))[:SAMPLE]]


@pytest.mark.parametrize("name", [name for name in PAPERS if name != "denoeux2015-asets"])
def test_a_sample_of_cells_is_computed_again_to_the_same_digits(name):
    """All but the A-sets, whose files are not part of belieflab."""
    experiment, again = stored(name), sample(name)
    assert again
    rows = {}
    for row in experiment.rows:
        rows.setdefault(row.cell.key, []).append(row)
    for result in again:
        [computed] = compute([result.job], experiment.given)
        for row in rows.get(result.job.cell.key, []):
            assert row.value(computed) == pytest.approx(row.value(result), rel=1e-7), row.name
        assert computed.outcome.score == pytest.approx(result.outcome.score, rel=1e-12)


@pytest.mark.parametrize("name", FIRST_LOOKS)
def test_pages_begin_with_numbers_that_their_own_run_gives(name):
    for result in sample(name):
        [computed] = compute([result.job], {})
        assert computed.outcome.score == pytest.approx(result.outcome.score, rel=1e-12)
        for measure, value in result.outcome.details.items():
            assert computed.outcome.details[measure] == pytest.approx(value, rel=1e-7)


def test_results_of_files_are_beside_those_of_bundled_data():
    bundled = find_paper("lopezcruz2013-fig1")
    keys = {cell.key for cell in find_stored("lopezcruz2013-fig1").cells}
    assert {cell.key for cell in bundled.cells} < keys
    assert len(read_stored(bundled)) == len(bundled.jobs())
    assert set(FROM_FILES) <= set(PAPERS)


def test_what_is_written_is_read_back_and_other_cells_are_not(tmp_path, monkeypatch):
    experiment = find_paper(QUICK)
    with ResultStore(":memory:") as store:
        list(run(experiment.jobs(), store))
        results = store.read(0)
    origin = write_stored(experiment, results, tmp_path, version="9.9", computed="2030-01-02")
    assert (origin.version, origin.computed, origin.results) == ("9.9", "2030-01-02", 1)
    monkeypatch.setattr("belieflab.experiments.stored_results.FOLDER", tmp_path)
    assert find_origin(experiment.file) == origin
    ours = [summary.ours for summary in summarise(experiment, results)]
    again = [summary.ours for summary in summarise(experiment, read_stored(experiment))]
    assert again == pytest.approx(ours, rel=1e-7)
    cell = replace(experiment.rows[0].cell, parameters={"other": 1})
    other = replace(experiment, rows=(replace(experiment.rows[0], cell=cell),))
    assert read_stored(other) == []
    assert read_stored(replace(experiment, name="nothing")) == []


def test_a_gap_among_the_replicates_ends_what_is_stored(tmp_path):
    experiment = find_paper("denoeux2015-fusion")
    with ResultStore(":memory:") as store:
        jobs = [Job(cell, replicate, 0) for cell in experiment.cells for replicate in (0, 2)]
        list(run(jobs, store))
        found = write_stored(experiment, store.read(0), tmp_path, version="1", computed="2030")
        assert found.replicates == 1


def test_the_command_stores_and_leaves_what_needs_files(tmp_path, capsys):
    (tmp_path / "into").mkdir()
    names = [QUICK, "denoeux2015-asets"]
    places = ["--results", str(tmp_path), "--into", str(tmp_path / "into"), "--workers", "1"]
    assert main(["store", *names, *places]) == 0
    said = capsys.readouterr().out
    assert f"{QUICK}: 1 results, 1 replicates." in said
    assert "denoeux2015-asets: left as it is" in said
    assert {file.name for file in (tmp_path / "into").iterdir()} == {"index.csv", f"{QUICK}.csv"}
