"""The listed products give exactly what the rules give."""

from math import fsum

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belieflab import DataError, Frame, MassTable
from belieflab.belief.algebra import (
    MAX_PRODUCTS,
    Step,
    derive_condition,
    derive_discount,
    masses_of,
)
from belieflab.belief.combination import combine, derive
from belieflab.belief.rules import RULES

FRAME = Frame(["a", "b", "c"])
ZADEH = [MassTable(FRAME, [1, 4], [[0.99, 0.01]]), MassTable(FRAME, [2, 4], [[0.99, 0.01]])]


@st.composite
def sources(draw, max_count=4):
    """One to `max_count` mass functions on a frame of two to four, each with some mass on Ω."""
    size = draw(st.integers(2, 4))
    frame = Frame("abcd"[:size])
    tables = []
    for _ in range(draw(st.integers(1, max_count))):
        others = draw(st.lists(st.integers(0, frame.omega - 1), max_size=4, unique=True))
        weights = draw(st.lists(st.integers(1, 50), min_size=len(others), max_size=len(others)))
        masses = np.array([*weights, draw(st.integers(10, 60))], dtype=float)
        tables.append(MassTable(frame, [*others, frame.omega], [masses / masses.sum()]))
    return tables


def by_set(table):
    return dict(zip(table.focal.tolist(), table.mass[0].tolist(), strict=True))


def assert_same_masses(step: Step, table: MassTable) -> None:
    expected = by_set(table)
    for mask in set(step.masses) | set(expected):
        assert step.masses.get(mask, 0.0) == pytest.approx(expected.get(mask, 0.0), abs=1e-12)


@settings(deadline=None, max_examples=50)
@given(sources(), st.sampled_from(sorted(RULES)))
def test_last_step_is_the_result_of_the_rule(tables, rule):
    assert_same_masses(derive(tables, rule)[-1], combine(tables, rule))


@settings(deadline=None, max_examples=50)
@given(sources(), st.sampled_from(sorted(RULES)))
def test_parts_of_every_line_give_its_value(tables, rule):
    for step in derive(tables, rule):
        for line in step.lines:
            total = fsum(part.value for part in line.parts)
            expected = {
                "normalise": total / (1 - step.number),
                "mean": total / len(tables),
                "weights": min(part.value for part in line.parts),
            }.get(step.kind, total)
            assert line.value == pytest.approx(expected, rel=1e-9, abs=1e-15)


@settings(deadline=None, max_examples=50)
@given(sources(max_count=3), st.sampled_from(sorted(RULES)))
def test_every_part_belongs_to_its_line(tables, rule):
    for step in derive(tables, rule):
        for line in step.lines:
            for part in line.parts:
                assert len(part.sets) == len(part.factors) or step.kind == "from-weights"
                shared = np.bitwise_and.reduce(part.sets)
                union = np.bitwise_or.reduce(part.sets)
                if step.kind == "intersection":
                    assert shared == line.target
                if step.kind == "union":
                    assert union == line.target
                if step.kind == "compromise":
                    assert (shared or union) == line.target


@settings(deadline=None, max_examples=50)
@given(sources(max_count=1), st.floats(0, 1))
def test_discount_step_is_the_discounted_table(tables, rate):
    assert_same_masses(derive_discount(tables[0], rate), tables[0].discount(rate))


def test_zadeh_by_hand():
    products, normalised = derive(ZADEH, "dempster")
    assert {line.target: len(line.parts) for line in products.lines} == {0: 3, 4: 1}
    assert products.masses[0] == pytest.approx(0.9999, abs=1e-15)
    assert normalised.number == pytest.approx(0.9999, abs=1e-15)
    assert normalised.masses == {4: 1.0}
    assert derive(ZADEH, "yager")[-1].masses[FRAME.omega] == pytest.approx(0.9999, abs=1e-15)


def test_dubois_prade_sends_each_conflict_to_its_union():
    (step,) = derive(ZADEH, "dubois-prade")
    assert step.masses == pytest.approx({4: 0.0001, 3: 0.9801, 5: 0.0099, 6: 0.0099})


def test_three_sources_meet_one_after_the_other():
    steps = derive([*ZADEH, MassTable.vacuous(1, FRAME)], "dempster")
    assert [step.operands for step in steps] == [((0,), (1,)), ((0, 1), (2,)), ((0, 1, 2),)]


def test_same_evidence_twice_is_unchanged_by_the_cautious_rule():
    rumour = MassTable(FRAME, [1, 3, 7], [[0.3, 0.4, 0.3]])
    weights, masses = derive([rumour, rumour], "cautious")
    assert weights.masses == pytest.approx({1: 0.7, 3: 0.3 / 0.7})
    assert {mask: mass for mask, mass in masses.masses.items() if mass > 1e-12} == pytest.approx(
        masses_of(rumour)
    )


def test_conditioning_moves_masses_into_the_condition():
    coin = MassTable(Frame(["Peter", "Paul", "Mary"]), [3, 4], [[0.5, 0.5]])
    moved, normalised = derive_condition(coin, 0b110)
    assert [part.sets for part in moved.lines[0].parts] == [(3,)]
    assert normalised.masses == pytest.approx({0b010: 0.5, 0b100: 0.5})


def test_total_conflict_is_one_sentence():
    sure = [MassTable.from_sets([1], FRAME), MassTable.from_sets([2], FRAME)]
    with pytest.raises(DataError, match="contradict"):
        derive(sure, "dempster")


def test_too_long_a_sum_is_refused():
    wide = MassTable(Frame("abcd"), range(1, 16), [[1 / 15] * 15])
    assert 15**4 > MAX_PRODUCTS
    with pytest.raises(DataError, match="50,625 products"):
        derive([wide] * 4, "dubois-prade")


def test_unknown_rule_and_many_rows_are_refused():
    with pytest.raises(DataError, match="no rule"):
        derive(ZADEH, "sum")
    with pytest.raises(DataError, match="one mass function"):
        masses_of(MassTable.vacuous(2, FRAME))
    with pytest.raises(DataError, match="at least one"):
        derive([], "dempster")
