import numpy as np
import pytest
from allocation import peak_of
from hypothesis import given
from mass_strategies import tables

from belieflab import DataError, Frame, MassTable
from belieflab.belief import (
    decide_by_cost,
    decide_with_rejection,
    expected_costs,
    interval_dominance,
    max_belief,
    max_pignistic,
    max_plausibility,
    strong_dominance,
    weak_dominance,
)

# Figures of evclass 2.0.2's `decision`: classes 1, 2 and one unknown to the training set; actions
# 1, 2, reject and "unknown class"; mass on {1}, {2} and Ω.
MASSES = [[0.9, 0.1, 0], [0.4, 0.6, 0], [0.1, 0.1, 0.8]]
COSTS = [[0, 1, 0.2, 0.25], [1, 0, 0.2, 0.25], [1, 1, 0.2, 0]]
ACTIONS = {
    "upper": [1, 3, 3],
    "lower": [1, 3, 4],
    "pignistic": [1, 3, 4],
    "hurwicz": [1, 3, 4],
}


@pytest.mark.parametrize("criterion", ACTIONS)
def test_actions_of_least_cost_are_those_of_evclass(criterion):
    table = MassTable(["1", "2", "unknown"], [1, 2, 7], MASSES)
    assert (decide_by_cost(table, COSTS, criterion) + 1).tolist() == ACTIONS[criterion]


def test_three_rules_three_answers():
    """m({a}) = .3, m({b}) = .2, m({b, c}) = .5, and one that separates all three."""
    table = MassTable("abcd", [1, 2, 4, 12, 14], [[0.3, 0.25, 0, 0.1, 0.35]])
    assert max_belief(table)[0] == 0
    assert max_plausibility(table)[0] == 1
    assert max_pignistic(table)[0] == 1
    other = MassTable("abc", [1, 6], [[0.45, 0.55]])
    assert (max_pignistic(other)[0], max_plausibility(other)[0]) == (0, 1)


def test_ties_go_to_the_first_class_even_where_sums_round():
    table = MassTable("abc", [1, 2, 3, 4], [[0.1, 0.1, 0.2, 0.6], [0.3, 0.3, 0.4, 0]])
    assert max_pignistic(table).tolist() == [2, 0]
    assert max_belief(table).tolist() == [2, 0]
    vacuous = MassTable.vacuous(1, "abcdefg")
    for decide in (max_pignistic, max_plausibility, max_belief):
        assert decide(vacuous).tolist() == [0]


@given(tables(normal=True))
def test_stricter_dominance_keeps_fewer_answers(table):
    interval, strong, weak = (
        dominance(table) for dominance in (interval_dominance, strong_dominance, weak_dominance)
    )
    assert ((strong & ~interval) == 0).all()
    assert ((weak & ~strong) == 0).all()
    for masks in (interval, strong, weak):
        assert (masks > 0).all()
    normal = table.normalise()
    best = np.left_shift(1, max_plausibility(normal))
    assert ((interval & best) != 0).all()


@given(tables(normal=True))
def test_interval_dominance_equals_its_definition(table):
    normal = table.normalise()
    n_classes = table.frame.size
    believed = np.column_stack([normal.belief(1 << k) for k in range(n_classes)])
    possible = normal.contour()
    for i, mask in enumerate(interval_dominance(table)):
        kept = [
            k
            for k in range(n_classes)
            if not any(believed[i, j] > possible[i, k] + 1e-12 for j in range(n_classes))
        ]
        assert mask == sum(1 << k for k in kept)


def test_dominance_answers_with_one_class_when_sure_and_with_all_when_not():
    table = MassTable("abc", [1, 3, 7], [[1, 0, 0], [0, 0, 1], [0.2, 0.8, 0], [0.6, 0.2, 0.2]])
    assert interval_dominance(table).tolist() == [1, 7, 3, 1]


def test_touching_bounds_part_strong_from_interval_dominance():
    table = MassTable("ab", [1, 2, 3], [[0.45, 0.3, 0.25]])
    assert interval_dominance(table).tolist() == strong_dominance(table).tolist() == [0b11]
    touching = MassTable("ab", [1, 3], [[0.5, 0.5]])
    assert interval_dominance(touching).tolist() == [0b11]
    assert strong_dominance(touching).tolist() == [0b01]
    equal = MassTable("ab", [1, 2], [[0.5, 0.5]])
    assert strong_dominance(equal).tolist() == [0b11]


def test_dominance_takes_costs_of_actions():
    table = MassTable(["1", "2", "unknown"], [1, 2, 7], MASSES)
    kept = interval_dominance(table, COSTS)
    assert kept[0] == 0b0001
    assert kept[2] & 0b1100 == 0b1100


def test_rejection_starts_where_the_best_probability_falls_below_one_minus_cost():
    table = MassTable.from_probabilities([[0.9, 0.1], [0.7, 0.3], [0.55, 0.45]])
    assert decide_with_rejection(table, 0.4).tolist() == [0, 0, -1]
    assert decide_with_rejection(table, 0.2).tolist() == [0, -1, -1]
    assert decide_with_rejection(table, 1).tolist() == [0, 0, 0]
    assert decide_with_rejection(table, 0).tolist() == [-1, -1, -1]


def test_doubt_leads_to_rejection_only_for_the_careful():
    table = MassTable.from_guess_and_doubt(["a"], [0.5], "abc")
    assert decide_with_rejection(table, 0.3, "upper").tolist() == [-1]
    assert decide_with_rejection(table, 0.3, "lower").tolist() == [0]
    assert decide_with_rejection(table, 0.3, "hurwicz", optimism=1.0).tolist() == [0]


@given(tables())
def test_expected_costs_lie_between_their_bounds(table):
    costs = np.random.default_rng(0).random((table.frame.size, 3))
    lower, mean, upper = (
        expected_costs(table, costs, criterion) for criterion in ("lower", "pignistic", "upper")
    )
    assert (lower <= mean + 1e-12).all()
    assert (mean <= upper + 1e-12).all()
    np.testing.assert_allclose(mean, table.pignistic() @ costs, atol=1e-13)
    halfway = expected_costs(table, costs, "hurwicz", optimism=0.5)
    np.testing.assert_allclose(halfway, (lower + upper) / 2, atol=1e-13)


def test_a_row_all_on_the_empty_set_is_answered_as_ignorance():
    lost = MassTable("abc", [0], [[1.0]])
    assert interval_dominance(lost).tolist() == [7]
    assert decide_with_rejection(lost, 0.5).tolist() == [-1]


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda t: decide_with_rejection(t, 1.5), "from 0 to 1; found 1.5"),
        (lambda t: decide_by_cost(t, [[0, 1]]), "one row per class (2)"),
        (lambda t: decide_by_cost(t, [[0, np.nan], [1, 0]]), "finite numbers only"),
        (lambda t: decide_by_cost(t, np.eye(2), "median"), "no criterion called 'median'"),
    ],
)
def test_bad_requests_are_refused_in_a_sentence(ask, sentence):
    with pytest.raises(DataError) as error:
        ask(MassTable.vacuous(1, "ab"))
    assert sentence in str(error.value)


def test_decisions_make_no_copy_of_a_large_table():
    generator = np.random.default_rng(0)
    frame = Frame([f"c{k}" for k in range(14)])
    focal = np.sort(generator.choice(np.arange(1, frame.omega), 4_000, replace=False))
    mass = np.zeros((1_000, 4_000))
    mass[np.arange(1_000)[:, None], generator.integers(4_000, size=(1_000, 4))] = 0.25
    table = MassTable(frame, focal, mass / mass.sum(axis=1, keepdims=True))
    assert peak_of(lambda: interval_dominance(table)) < table.mass.nbytes / 2
