"""Why a loop ended reaches the estimator, however it is stopped."""

import pickle

import numpy as np
import pytest
from sklearn.base import BaseEstimator

from belieflab.errors import DataError
from belieflab.iteration import (
    Ending,
    Step,
    StopFlag,
    Stopped,
    check_stop,
    run_until_stopped,
    stop_scope,
    until_stopped,
)
from belieflab.iterative_estimator import IterativeEstimator
from belieflab.randomness import make_generator
from belieflab.training_data import KeepsTrainingData


class Countdown(IterativeEstimator):
    def __init__(self, keep_history=False):
        self.keep_history = keep_history

    def iterate(self, ending):
        def loop():
            for iteration in range(3):
                yield Step(iteration, 10.0 - iteration, object())
            return ending

        return self._follow(loop())

    def _take(self, step):
        self.value_ = step.criterion


@pytest.mark.parametrize("ending", list(Ending))
def test_an_exhausted_run_has_its_loops_ending(ending):
    model = Countdown()
    list(model.iterate(ending))
    assert model.ending_ is ending
    assert model.converged_ is (ending is Ending.CONVERGED)
    assert (model.n_iter_, model.value_) == (2, 8.0)
    assert bool(model.notes_) is (ending is Ending.FELL)


def test_a_run_stopped_by_its_caller_has_not_converged():
    model = Countdown()
    list(model.iterate(Ending.CONVERGED))
    steps = model.iterate(Ending.CONVERGED)
    next(steps)
    assert model.ending_ is Ending.STOPPED
    assert not model.converged_
    assert (model.n_iter_, len(model.history_)) == (0, 1)


@pytest.mark.parametrize("keep", [False, True])
def test_criterion_is_kept_always_and_steps_on_request(keep):
    model = Countdown(keep)
    list(model.iterate(Ending.CONVERGED))
    np.testing.assert_array_equal(model.history_.criterion, [10.0, 9.0, 8.0])
    assert len(model.history_.steps) == (3 if keep else 0)


class Keeper(KeepsTrainingData, BaseEstimator):
    pass


def test_a_pickle_leaves_the_training_data_out():
    keeper = Keeper()
    keeper._training = np.zeros(1_000_000)
    assert keeper._training_data("labels_") is keeper._training
    stored = pickle.dumps(keeper)
    assert len(stored) < 1000
    with pytest.raises(DataError, match=r"labels_ needs the training data.*predict_mass\(X\)"):
        pickle.loads(stored)._training_data("labels_")


def test_generators_of_every_kind():
    assert make_generator(3).integers(1000) == np.random.default_rng(3).integers(1000)
    given = np.random.default_rng(5)
    assert make_generator(given) is given
    old = np.random.RandomState(0)
    first, second = make_generator(old).random(), make_generator(old).random()
    assert first != second
    assert first == make_generator(np.random.RandomState(0)).random()


class Slow(Countdown):
    """Counts down and sets the flag by itself, before or within a given step."""

    def __init__(self, flag, at):
        super().__init__()
        self.flag = flag
        self.at = at

    def iterate(self, stop=None):
        def loop():
            for iteration in range(3):
                if iteration == self.at:
                    self.flag.set()
                check_stop()
                yield Step(iteration, 10.0 - iteration, object())
            return Ending.CONVERGED

        def steps():
            self.posed_ = True
            yield from self._follow(loop())

        return run_until_stopped(self, steps(), stop)


def test_a_set_flag_abandons_the_step_and_keeps_the_last_complete_one():
    flag = StopFlag()
    model = Slow(flag, 2)
    assert [step.iteration for step in model.iterate(stop=flag)] == [0, 1]
    assert model.ending_ is Ending.STOPPED
    assert (model.n_iter_, model.value_, len(model.history_)) == (1, 9.0, 2)


def test_stopped_before_its_first_step_an_estimator_is_as_it_was():
    flag = StopFlag()
    model = Slow(flag, 0)
    assert list(model.iterate(stop=flag)) == []
    assert not hasattr(model, "posed_")
    assert not hasattr(model, "ending_")


def test_a_flag_nobody_passed_stops_nothing():
    flag = StopFlag()
    assert len(list(Slow(flag, 0).iterate())) == 3


def test_inner_work_without_a_flag_of_its_own_is_stopped_by_the_outer_scope():
    flag = StopFlag()

    def fits():
        for _ in range(2):
            model = Slow(flag, 1)
            for _ in model.iterate():
                pass
            yield model

    assert list(until_stopped(fits(), flag)) == []
    with pytest.raises(Stopped), stop_scope(flag):
        pass
    check_stop()  # outside the scope nothing is stopped
