import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mass_strategies import tables

from belieflab import DataError, MassTable
from belieflab.belief import combine

rates = st.floats(0, 1)


@given(tables(), rates)
def test_discounting_runs_from_the_source_itself_to_ignorance(table, rate):
    assert table.discount(0).equals(table)
    assert table.discount(1).compact().focal.tolist() == [table.frame.omega]
    mixed = table.discount(rate)
    for mask in range(table.frame.omega):
        np.testing.assert_allclose(mixed.mass_of(mask), (1 - rate) * table.mass_of(mask))
    assert mixed.nonspecificity() == pytest.approx(
        (1 - rate) * table.nonspecificity() + rate * (table.frame.size > 1)
    )


@given(tables(rows=(2, 2)), rates, rates)
def test_one_rate_per_row_discounts_each_row_by_its_own(table, first, second):
    by_row = table.discount([first, second])
    for i, rate in enumerate((first, second)):
        assert by_row[i].equals(table[i].discount(rate), 1e-15)


@given(tables(), st.data())
def test_contextual_discounting_gives_the_contour_of_the_formula(table, data):
    """pl'(k) = 1 - b_k + b_k pl(k) with b_k = 1 - r_k."""
    n_classes = table.frame.size
    chosen = np.array(data.draw(st.lists(rates, min_size=n_classes, max_size=n_classes)))
    kept = 1 - chosen
    discounted = table.discount_contextually(chosen)
    np.testing.assert_allclose(discounted.contour(), 1 - kept + kept * table.contour(), atol=1e-13)
    np.testing.assert_allclose(discounted.mass.sum(axis=1), 1, atol=1e-13)


@given(tables(), st.data())
def test_contextual_discounting_is_a_disjunctive_combination_with_simple_sets(table, data):
    n_classes = table.frame.size
    chosen = data.draw(st.lists(rates, min_size=n_classes, max_size=n_classes))
    simple = [
        MassTable(table.frame, [0, 1 << k], np.tile([1 - rate, rate], (len(table), 1)))
        for k, rate in enumerate(chosen)
    ]
    expected = combine([table, *simple], "disjunctive")
    assert table.discount_contextually(chosen).equals(expected, 1e-13)


@given(tables(), rates)
def test_one_context_that_holds_every_class_is_plain_discounting(table, rate):
    whole = table.discount_contextually([rate], contexts=[table.frame.omega])
    assert whole.equals(table.discount(rate), 1e-14)


def test_contextual_rates_may_differ_from_row_to_row():
    table = MassTable.from_hard(["a", "b"], "abc")
    discounted = table.discount_contextually([[0, 0.5, 0], [0.2, 0, 0.4]])
    assert discounted.mass_of(0b011)[0] == 0.5
    assert discounted.contour()[1] == pytest.approx([0.2, 1.0, 0.4])
    assert discounted.mass_of(0b111)[1] == pytest.approx(0.08)


def test_sixty_classes_may_be_discounted_in_a_few_contexts():
    table = MassTable.from_hard([3, 5], range(60))
    discounted = table.discount_contextually([0.5, 0.5], contexts=[1, 1 << 59])
    assert len(discounted.focal) == 8
    with pytest.raises(DataError, match="more than 1048576 focal sets"):
        table.discount_contextually(np.full(60, 0.5))


def test_smets_murder_case():
    """A coin chose the killer's sex; then Peter has an alibi (Smets and Kennes 1994)."""
    boss = MassTable(["Peter", "Paul", "Mary"], [0b011, 0b100], [[0.5, 0.5]])
    assert boss.pignistic()[0] == pytest.approx([0.25, 0.25, 0.5])
    after = boss.condition(0b110)
    assert (after.mass_of(0b010)[0], after.mass_of(0b100)[0]) == (0.5, 0.5)
    assert after.pignistic()[0] == pytest.approx([0, 0.5, 0.5])


@given(tables(), st.data())
def test_conditioning_is_the_conjunction_with_a_certainty(table, data):
    mask = data.draw(st.integers(0, table.frame.omega))
    certain = MassTable(table.frame, [mask], np.ones((len(table), 1)))
    assert table.condition(mask).equals(combine([table, certain], "conjunctive"), 1e-15)


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda t: t.discount(1.5), "Found the rate 1.5; a rate is a number from 0 to 1"),
        (lambda t: t.discount([0.1, np.nan]), "Row 2 has the rate nan"),
        (lambda t: t.discount([0.1, 0.2, 0.3]), "Give one rate, or 2 of them; found shape (3,)"),
        (lambda t: t.discount("much"), "holds numbers only"),
        (lambda t: t.discount_contextually([0.1, -1]), "the rate -1"),
        (lambda t: t.discount_contextually([0.1, 0.2, 0.3]), "or 2 × 2 of them"),
        (lambda t: t.discount_contextually([0.1], contexts=[4]), "mask 4 does not fit"),
        (lambda t: t.condition(9), "mask 9 does not fit"),
    ],
)
def test_bad_requests_are_refused_in_a_sentence(ask, sentence):
    with pytest.raises(DataError) as error:
        ask(MassTable.from_hard(["a", "b"]))
    assert sentence in str(error.value)
