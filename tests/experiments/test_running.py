"""One sweep, one result: whatever the order, the workers and the interruptions."""

import time

import numpy as np
import pytest

from belieflab import DataError
from belieflab.data.dataset import Dataset
from belieflab.experiments import (
    Assessment,
    Cell,
    DataChoice,
    Job,
    MethodChoice,
    Outcome,
    Result,
    ResultStore,
    hand_over,
    list_jobs,
    run,
)
from belieflab.experiments.cells import FailedJob
from belieflab.experiments.running import Clock
from belieflab.experiments.tasks import compute


def outcomes(jobs, **how):
    with ResultStore(":memory:") as store:
        list(run(jobs, store, **how))
        return {(r.job.cell.key, r.job.replicate): r.outcome for r in store.read(jobs[0].seed)}


@pytest.fixture
def jobs(sweep):
    return list_jobs(sweep.cells, sweep.replicates, sweep.seed)


def test_any_order_any_workers_and_any_cell_alone(jobs):
    whole = outcomes(jobs)
    assert len(whole) == len(jobs)
    assert outcomes(jobs, workers=2) == whole
    shuffled = [jobs[place] for place in np.random.default_rng(1).permutation(len(jobs))]
    assert outcomes(shuffled) == whole
    [alone] = compute([jobs[-1]], {})
    assert alone.outcome == whole[jobs[-1].cell.key, jobs[-1].replicate]


@pytest.mark.parametrize("workers", [2, 1])  # two: while the processes of the last test are there
def test_an_unlucky_cell_is_reported_and_spares_the_others(any_sweep, workers):
    sweep = any_sweep(methods=(MethodChoice("knn"), MethodChoice("eknn", {"neighbors": 70})))
    jobs = list_jobs(sweep.cells, 3, 0)
    jobs.sort(key=lambda job: job.cell.parameters["method"]["key"] == "eknn")
    with ResultStore(":memory:") as store:
        with pytest.raises(FailedJob, match="neighbours need at least") as caught:
            list(run(jobs, store, workers=workers))
        assert caught.value.job.cell.parameters["method"]["key"] == "eknn"
        assert len(store.finished(0)) == len(jobs) // 2


def test_replicates_differ_and_seeds_differ(sweep):
    found = outcomes(list_jobs(sweep.cells, 3, 0))
    assert len({outcome.score for outcome in found.values()}) > 3
    assert outcomes(list_jobs(sweep.cells, 3, 1)) != found


def test_stopping_keeps_what_is_done_and_resuming_adds_the_rest(jobs):
    with ResultStore(":memory:") as store:
        seen = []
        for progress in run(jobs, store, stop=lambda: len(seen) >= 4):
            seen.append(progress)
        assert 4 <= len(seen) < len(jobs)
        assert len(store.finished(0)) == len(seen)
        rest = list(run(jobs, store))
        assert [rest[0].done, rest[-1].done] == [len(seen) + 1, len(jobs)]
        assert list(run(jobs, store)) == []


def test_leaving_the_loop_early_keeps_what_came(jobs):
    with ResultStore(":memory:") as store:
        running = run(jobs, store, workers=2)
        next(running)
        running.close()
        assert store.finished(0)


def test_time_left_falls_to_zero(jobs):
    with ResultStore(":memory:") as store:
        left = [progress.seconds_left for progress in run(jobs, store)]
    assert left[0] > 0 and left[-1] == 0


def test_time_left_counts_what_each_kind_of_cell_costs():
    cheap, costly = (Cell("assess", {"n": n}) for n in range(2))
    now = [0.0]
    clock = Clock([Job(cell, r, 0) for r in range(3) for cell in (cheap, costly)], lambda: now[0])
    assert clock.seconds_left() is None
    now[0] = 31.0  # the processes took half a minute to start, the first job a second
    clock.note(Result(Job(cheap, 0, 0), Outcome(0.0), 1.0))
    clock.note(Result(Job(costly, 0, 0), Outcome(0.0), 9.0))
    now[0] = 35.0  # two workers: ten seconds of work in five
    assert clock.seconds_left() == pytest.approx(10.0)
    clock.note(Result(Job(costly, 1, 0), Outcome(0.0), 9.0))
    now[0] = 39.5
    assert clock.seconds_left() == pytest.approx(5.5)


def test_own_data_are_handed_over(any_sweep):
    rng = np.random.default_rng(0)
    truth = np.arange(40) % 2
    mine = Dataset(rng.normal(size=(40, 2)) + 3 * truth[:, None], ("a", "b"), truth, ("no", "yes"))
    choice, given = hand_over(mine)
    other, _ = hand_over(Dataset(mine.X + 1.0, ("a", "b"), truth, ("no", "yes")))
    assert choice.name == "data" and choice.settings != other.settings
    sweep = any_sweep(data=(choice,), test=Assessment("folds", folds=4))
    jobs = list_jobs(sweep.cells, 1, 0)
    assert max(outcome.score for outcome in outcomes(jobs, given=given).values()) < 0.3
    with pytest.raises(DataError, match="were not handed over"):
        outcomes(jobs)


def test_data_without_truth_cannot_be_assessed(any_sweep):
    sweep = any_sweep(data=(DataChoice("butterfly"),), test=Assessment("folds", folds=3))
    with pytest.raises(DataError, match="every class is known"):
        outcomes(list_jobs(sweep.cells, 1, 0))


def test_no_workers_are_refused(jobs):
    with ResultStore(":memory:") as store, pytest.raises(DataError, match="one worker"):
        next(run(jobs, store, workers=0))


def test_starting_costs_little(jobs):
    begun = time.process_time()
    with ResultStore(":memory:") as store:
        next(run(jobs, store))
    assert time.process_time() - begun < 3.0
