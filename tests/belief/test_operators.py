"""Bold rule, decombination, contextual corrections, PCR6 and Hurwicz, against slow twins."""

import doctest

import naive_beliefs as naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mass_strategies import several_tables, tables

from belieflab import DataError, MassTable
from belieflab.belief import (
    bold_rule,
    combine,
    combine_bold,
    combine_pcr6,
    complement,
    conflict_redistribution,
    corrections,
    decide_by_cost,
    decisions,
    decombination,
    decombine,
    max_belief,
    max_hurwicz,
    max_plausibility,
    negate_contextually,
    reinforce_contextually,
)


def assert_masses(table, row, expected, tolerance=1e-12):
    for mask in range(table.frame.omega + 1):
        found = table.mass_of(mask)[row]
        assert found == pytest.approx(expected.get(naive.set_of(mask), 0.0), abs=tolerance)


def rows_of(sources, i):
    return [naive.row_of(source, i) for source in sources]


def subnormal(table):
    """With some mass on ∅ in every row."""
    return complement(complement(table).discount(0.2))


@pytest.mark.parametrize(
    "module", [bold_rule, conflict_redistribution, corrections, decisions, decombination]
)
def test_examples_run(module):
    found = doctest.testmod(module)
    assert found.attempted and not found.failed


# -- bold -------------------------------------------------------------------


@given(several_tables(classes=(1, 3)))
def test_bold_takes_the_least_disjunctive_weight(sources):
    sources = [subnormal(source) for source in sources]
    combined = combine_bold(sources)
    omega = naive.set_of(combined.frame.omega)
    for i in range(len(combined)):
        assert_masses(combined, i, naive.bold(rows_of(sources, i), omega), 1e-9)


@given(several_tables(sources=(3, 3), classes=(1, 3)))
def test_bold_is_idempotent_and_the_disjunctive_rule_distributes_over_it(sources):
    first, second, third = (subnormal(source) for source in sources)
    assert combine_bold([first, first]).equals(first, 1e-11)
    left = combine_bold(
        [combine([first, second], "disjunctive"), combine([first, third], "disjunctive")]
    )
    right = combine([first, combine_bold([second, third])], "disjunctive")
    assert left.equals(right, 1e-9)


def test_bold_needs_mass_on_the_empty_set():
    source = MassTable("ab", [0, 1], [[0.5, 0.5], [0.0, 1.0]])
    with pytest.raises(DataError, match="source 1 has none in row 2"):
        combine_bold([source, source])
    with pytest.raises(DataError, match="at least one source"):
        combine_bold([])


@given(tables())
def test_the_complement_of_the_complement_is_the_source(table):
    assert complement(complement(table)).equals(table)
    assert complement(table).mass_of(0) == pytest.approx(table.mass_of(table.frame.omega))


# -- decombination -------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["dempster", "conjunctive", "disjunctive"])
@given(sources=several_tables(sources=(2, 2), omega=True))
def test_a_source_that_was_combined_is_taken_out_again(rule, sources):
    first, second = (subnormal(each) for each in sources) if rule == "disjunctive" else sources
    if rule == "dempster":
        first, second = first.normalise(), second.normalise()
    whole = combine([first, second], rule)
    assert decombine(whole, second, rule).equals(first, 1e-8)


def test_what_was_never_combined_cannot_be_taken_out():
    table = MassTable("ab", [1, 3], [[0.2, 0.8], [0.9, 0.1]])
    source = MassTable("ab", [2, 3], [[0.9, 0.1], [0.9, 0.1]])
    with pytest.raises(DataError, match="rows 1 and 2: what is left has negative masses"):
        decombine(table, source)
    with pytest.raises(DataError, match="some mass on Ω; it has none in row 1"):
        decombine(table, MassTable("ab", [1, 3], [[1, 0], [0.5, 0.5]]))
    with pytest.raises(DataError, match="some mass on ∅; it has none in rows 1 and 2"):
        decombine(table, source, "disjunctive")
    with pytest.raises(DataError, match="found 'yager'"):
        decombine(table, source, "yager")
    with pytest.raises(DataError, match="Source 2 has 1 rows"):
        decombine(table, source[0])


# -- contextual corrections ------------------------------------------------------------

FRAME = "abc"
CONTEXTS = [3, 4, 0, 7]
RATES = np.array([0.3, 0.6, 0.1, 0.25])


def simple(n, context, rate):
    """Mass r on the context, 1 - r on Ω."""
    if context == 7:
        return MassTable.vacuous(n, FRAME)
    return MassTable(FRAME, [context, 7], np.tile([rate, 1 - rate], (n, 1)))


@given(tables(classes=(3, 3)), st.permutations(range(4)))
def test_reinforcement_is_a_conjunctive_combination_with_each_context(table, order):
    table = MassTable(FRAME, table.focal, table.mass)
    sources = [simple(len(table), CONTEXTS[j], RATES[j]) for j in range(4)]
    expected = combine([table, *sources], "conjunctive")
    contexts = [CONTEXTS[j] for j in order]
    found = reinforce_contextually(table, RATES[list(order)], contexts)
    assert found.equals(expected, 1e-12)


@given(tables())
def test_reinforcement_by_class_is_dual_to_contextual_discounting(table):
    rates = np.linspace(0.1, 0.7, table.frame.size)
    reinforced = reinforce_contextually(table, rates)
    np.testing.assert_allclose(reinforced.contour(), (1 - rates) * table.contour(), atol=1e-12)
    dual = complement(complement(table).discount_contextually(rates))
    assert reinforced.equals(dual, 1e-12)


@given(tables(classes=(3, 3)))
def test_negation_is_the_equivalence_rule_with_each_context(table):
    table = MassTable(FRAME, table.focal, table.mass)
    found = negate_contextually(table, RATES, CONTEXTS)

    def equivalence(sets):
        a, b = sets
        return frozenset(k for k in range(3) if (k in a) == (k in b))

    for i in range(len(table)):
        expected = naive.row_of(table, i)
        for context, rate in zip(CONTEXTS, RATES, strict=True):
            of_context = {naive.set_of(7): 1 - rate}
            of_context[naive.set_of(context)] = of_context.get(naive.set_of(context), 0.0) + rate
            expected = naive.combine([expected, of_context], equivalence)
        assert_masses(found, i, expected)


@given(tables())
def test_certain_negation_in_the_empty_context_is_the_complement(table):
    assert negate_contextually(table, 1.0, [0]).equals(complement(table))
    untouched = negate_contextually(table, np.zeros(table.frame.size))
    assert untouched.equals(table) and reinforce_contextually(table, 0.0, [0]).equals(table)


def test_a_liar_about_one_class_adds_or_removes_that_class():
    table = MassTable(FRAME, [1, 6], [[0.4, 0.6]])
    found = negate_contextually(table, [0.0, 1.0, 0.0])
    assert (found.focal.tolist(), found.mass.tolist()) == ([3, 4], [[0.4, 0.6]])


def test_corrections_refuse_what_cannot_be():
    table = MassTable.vacuous(2, range(30))
    for correct in (reinforce_contextually, negate_contextually):
        with pytest.raises(DataError, match="more than 1048576 focal sets"):
            correct(table, np.full(30, 0.5))
        with pytest.raises(DataError, match="rate"):
            correct(MassTable.vacuous(1, "ab"), [0.5, 1.5])
        with pytest.raises(DataError, match="mask 9"):
            correct(MassTable.vacuous(1, "ab"), [0.5], [9])


# -- PCR6 ---------------------------------------------------------------------


@given(several_tables(sources=(1, 4), classes=(1, 3)))
def test_pcr6_is_the_sum_over_all_tuples(sources):
    combined = combine_pcr6(sources)
    for i in range(len(combined)):
        assert_masses(combined, i, naive.pcr6(rows_of(sources, i)))
    np.testing.assert_allclose(combined.mass.sum(axis=1), 1.0, atol=1e-12)


def test_pcr6_of_two_and_of_three_sources_by_hand():
    """Two: PCR5 on {a}, {b}, Ω. Three: Smarandache and Dezert's example with conflicting a, b."""
    first = MassTable("ab", [1, 3], [[0.6, 0.4]])
    second = MassTable("ab", [2, 3], [[0.3, 0.7]])
    assert combine_pcr6([first, second]).mass[0] == pytest.approx([0.54, 0.18, 0.28])
    sources = [
        MassTable.from_probabilities([row], "ab") for row in ([1.0, 0.0], [0.6, 0.4], [0.0, 1.0])
    ]
    # (a, a, b): product .6, sum 2.6; (a, b, b): product .4, sum 2.4.
    on_a = 0.6 * 1.6 / 2.6 + 0.4 * 1.0 / 2.4
    assert combine_pcr6(sources).mass[0] == pytest.approx([on_a, 1 - on_a])


def test_pcr6_in_many_rows_and_in_pieces(monkeypatch):
    generator = np.random.default_rng(0)
    sources = [
        MassTable("abc", np.arange(1, 8), generator.dirichlet(np.ones(7), 50)) for _ in range(3)
    ]
    whole = combine_pcr6(sources)
    monkeypatch.setattr(conflict_redistribution, "CHUNK", 343 * 7)
    assert combine_pcr6(sources).equals(whole)
    assert len(combine_pcr6([source[:0] for source in sources])) == 0


def test_pcr6_of_too_many_sources_is_refused():
    source = MassTable("abc", np.arange(1, 8), np.full((1, 7), 1 / 7))
    with pytest.raises(DataError, match="12 sources have 13,841,287,201 tuples"):
        combine_pcr6([source] * 12)


# -- Hurwicz ------------------------------------------------------------------


@given(tables(normal=True), st.floats(0, 1))
def test_hurwicz_lies_between_belief_and_plausibility(table, pessimism):
    assert max_hurwicz(table, 1.0).tolist() == max_belief(table.normalise()).tolist()
    assert max_hurwicz(table, 0.0).tolist() == max_plausibility(table).tolist()
    rows = [naive.normalise(naive.row_of(table, i)) for i in range(len(table))]
    classes = range(table.frame.size)
    for m, chosen in zip(rows, max_hurwicz(table, pessimism).tolist(), strict=True):
        values = [
            pessimism * naive.bel(m, frozenset([k])) + (1 - pessimism) * naive.pl(m, frozenset([k]))
            for k in classes
        ]
        assert values[chosen] == pytest.approx(max(values), abs=1e-12)


def test_hurwicz_with_utilities_is_the_criterion_of_costs():
    table = MassTable(["1", "2", "3"], [1, 2, 7], [[0.9, 0.1, 0], [0.4, 0.6, 0], [0.1, 0.1, 0.8]])
    utilities = -np.array([[0, 1, 0.2, 0.25], [1, 0, 0.2, 0.25], [1, 1, 0.2, 0]])
    expected = decide_by_cost(table, -utilities, "hurwicz", optimism=0.3)
    assert max_hurwicz(table, 0.7, utilities).tolist() == expected.tolist()
    with pytest.raises(DataError, match="pessimism is a number from 0 to 1; found 2"):
        max_hurwicz(table, 2)


def test_frames_beyond_63_classes_are_corrected_and_redistributed():
    table = MassTable.from_hard(np.arange(70)).discount(0.25)
    assert complement(complement(table)).equals(table)
    rates = np.zeros(70)
    rates[69] = 0.5
    assert reinforce_contextually(table, rates).contour()[69, 69] == pytest.approx(0.5)
    assert negate_contextually(table, rates)[69].mass_of(0)[0] == pytest.approx(0.375)
    pooled = combine_pcr6([table[:2], table[2:4]])
    assert pooled.contour()[0, 0] == pytest.approx(0.75 * 0.25 + 0.0625 + 0.5625 / 2)
