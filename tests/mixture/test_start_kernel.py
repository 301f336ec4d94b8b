"""A run in compiled code does what the careful loop does, also when it is accelerated."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import load_iris

from belieflab import MassTable
from belieflab.iteration import Ending
from belieflab.mixture.em import StopRule, run_em
from belieflab.mixture.problem import pose
from belieflab.mixture.restarts import Polish, run_start, run_starts
from belieflab.mixture.starts import draw_start
from belieflab.segments import one_thread


@pytest.fixture(scope="module")
def iris():
    X, y = load_iris(return_X_y=True)
    return X, MassTable.from_guess_and_doubt(y, np.full(150, 0.8))


def draw(problem, n, seed=0):
    rng = np.random.default_rng(seed)
    return [draw_start(problem, "random", rng) for _ in range(n)]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("labelled", [False, True])
@pytest.mark.parametrize("n_components", [2, 3])
def test_a_compiled_run_is_the_careful_loop(iris, weighted, labelled, n_components):
    X, labels = iris
    weights = np.random.default_rng(0).uniform(0.5, 2, 150) if weighted else None
    y = labels if labelled and n_components == 3 else None
    problem = pose(X, y, n_components, "full", "gaussian", sample_weight=weights)
    for start in draw(problem, 4):
        for max_iter in (0, 1, 25):
            stop = StopRule(0.0, max_iter)
            (*_, last) = run_em(problem.components, problem.log_plausibility, start, stop)
            run = run_start(problem, start, stop)
            assert run.ending is Ending.MAX_ITER
            assert run.iterations == last.iteration == max_iter
            assert run.criterion == pytest.approx(last.criterion, rel=1e-12)
            for found, expected in zip(run.parameters, last.snapshot, strict=True):
                np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-10)


def test_an_accelerated_run_lowers_the_criterion_only_when_it_is_done_over(iris):
    problem = pose(*iris, None, "full", "gaussian")
    stop = StopRule(1e-13, 1000, still=1e-8)
    polish = Polish(StopRule(1e-5, 1000), accelerated=True)
    for start in draw(problem, 6):
        whole = run_start(problem, start, stop, polish)
        path = [
            run_start(problem, start, replace(stop, max_iter=n), polish).criterion
            for n in range(whole.iterations + 1)
        ]
        falls = np.flatnonzero(np.diff(path) < -1e-13 * np.abs(path[:-1]))
        assert len(falls) <= 1
        assert all(path[fall + 1] >= path[whole.early_iterations] for fall in falls)
        assert path[-1] == whole.criterion >= max(path) - 1e-13 * abs(whole.criterion)


def test_an_accelerated_run_ends_where_em_stands_still(iris):
    problem = pose(*iris, None, "full", "gaussian")
    stop, early = StopRule(1e-13, 5000, still=1e-9), StopRule(1e-6, 5000)
    for start in draw(problem, 10):
        plain = run_start(problem, start, stop, Polish(early))
        quick = run_start(problem, start, stop, Polish(early, accelerated=True))
        assert quick.converged
        assert quick.early_iterations == plain.early_iterations
        again = run_start(problem, quick.parameters, StopRule(0.0, 1))
        for here, there in zip(quick.parameters, again.parameters, strict=True):
            assert np.abs(here - there).max() <= 1e-9
        for found, expected in zip(quick.parameters, plain.parameters, strict=True):
            np.testing.assert_allclose(found, expected, atol=1e-5)


def test_starts_end_at_the_same_bits_whatever_the_number_of_threads(iris):
    problem = pose(*iris, None, "full", "gaussian")
    starts, stop = draw(problem, 6), StopRule(1e-9, 500)
    polish = Polish(StopRule(1e-5, 500), accelerated=True)
    together = run_starts(problem, starts, stop, polish)
    with one_thread():
        alone = run_starts(problem, starts, stop, polish)
    assert [run.criterion for run in together] == [run.criterion for run in alone]
    for mine, theirs in zip(together, alone, strict=True):
        np.testing.assert_array_equal(mine.parameters.covariances, theirs.parameters.covariances)
