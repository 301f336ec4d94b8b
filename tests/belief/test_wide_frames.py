"""Frames of more than 63 classes: masks are Python integers, and everything says the same."""

import pickle

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from belieflab import DataError, Frame, MassTable
from belieflab.belief import (
    RULES,
    combine,
    decide_by_cost,
    decide_with_rejection,
    expected_costs,
    generalised_bayes,
    interval_dominance,
    jousselme,
    jousselme_by_row,
    masks,
    max_belief,
    max_pignistic,
    max_plausibility,
    strong_dominance,
    weak_dominance,
)
from belieflab.belief.bold_rule import combine_bold
from belieflab.belief.combination import derive
from belieflab.belief.conflict_redistribution import combine_pcr6
from belieflab.belief.corrections import negate_contextually, reinforce_contextually
from belieflab.belief.decombination import decombine
from tests.mass_strategies import several_tables, tables

WIDE = Frame(f"w{k}" for k in range(70))
PLACES = (2, 40, 63, 69)
"""Where the classes of a small frame stand in the wide one; the other classes are impossible."""


def widen_mask(mask):
    return sum(1 << place for k, place in enumerate(PLACES) if int(mask) >> k & 1)


def narrow_mask(mask):
    return sum(1 << k for k, place in enumerate(PLACES) if int(mask) >> place & 1)


def widen(table):
    return MassTable(WIDE, [widen_mask(mask) for mask in table.focal], table.mass)


def narrow(table, frame):
    """Back to the small frame, once the classes that are not in it are ruled out."""
    inside = table.condition(widen_mask(frame.omega))
    return MassTable(frame, [narrow_mask(mask) for mask in inside.focal], inside.mass)


def are_wide(focal):
    return focal.dtype == object and all(type(mask) is int for mask in focal)


def assert_same(wide, small, tolerance=1e-12):
    assert are_wide(wide.focal)
    assert narrow(wide, small.frame).equals(small, tolerance)


# -- the frame ------------------------------------------------------------------------------------


def test_up_to_63_classes_masks_stay_int64():
    frame = Frame(range(63))
    assert frame.singletons.dtype == np.int64
    assert MassTable.vacuous(2, frame).focal.dtype == np.int64
    assert MassTable(frame, [frame.omega, 1], [[0.5, 0.5]]).focal.dtype == np.int64


@pytest.mark.parametrize("size", [64, 65, 70, 128, 1000])
def test_a_wide_frame_formats_parses_and_checks(size):
    frame = Frame(f"c{k}" for k in range(size))
    assert frame.omega == 2**size - 1
    assert are_wide(frame.singletons)
    assert frame.singletons.tolist() == [2**k for k in range(size)]
    last = frame.mask([f"c{size - 1}", "c0"])
    assert last == 2 ** (size - 1) + 1
    assert frame.members(last) == ("c0", f"c{size - 1}")
    for mask in (0, 1, last, frame.omega):
        assert frame.parse(frame.format(mask)) == mask
    with pytest.raises(DataError, match="does not fit"):
        frame.check_mask(frame.omega + 1)
    with pytest.raises(DataError, match="2\\^"):
        frame.powerset()


def test_frames_have_a_largest_size():
    assert Frame(range(4096)).size == 4096
    with pytest.raises(DataError, match="at most 4096 classes, but 4097"):
        Frame(range(4097))


def test_masks_on_both_sides_of_2_to_63_keep_every_bit():
    frame = Frame(range(64))
    focal = [2**63, 1, 2**63 + 1, frame.omega]
    table = MassTable(frame, focal, np.full((1, 4), 0.25))
    assert table.focal.tolist() == focal
    assert_array_equal(table.contour()[0, [0, 1, 63]], [0.75, 0.25, 0.75])


@pytest.mark.parametrize("size", [5, 63, 64, 70, 200])
def test_members_and_masks_are_inverse(size):
    rng = np.random.default_rng(size)
    flags = rng.random((30, size)) < 0.3
    sets = masks.masks_of(flags)
    assert sets.tolist() == [sum(1 << int(k) for k in np.flatnonzero(row)) for row in flags]
    assert_array_equal(masks.member_flags(size, sets), flags)
    starts, members = masks.member_lists(size, sets)
    for j, row in enumerate(flags):
        assert_array_equal(members[starts[j] : starts[j + 1]], np.flatnonzero(row))


# -- what one may ask of a table ---------------------------------------------------------------


@given(tables(normal=True))
def test_numbers_per_class_and_per_row(small):
    wide = widen(small)
    k = small.frame.size
    inside = list(PLACES[:k])
    for ask in (MassTable.contour, MassTable.pignistic):
        answer = ask(wide)
        assert_allclose(answer[:, inside], ask(small), atol=1e-12)
        assert_array_equal(np.delete(answer, inside, axis=1), 0.0)
    for ask in (
        MassTable.conflict,
        MassTable.discord,
        MassTable.strife,
        MassTable.pignistic_entropy,
        MassTable.total_uncertainty,
    ):
        assert_allclose(ask(wide), ask(small), atol=1e-10)
    assert_allclose(
        wide.nonspecificity() * np.log(70), small.nonspecificity() * np.log(k), atol=1e-12
    )
    assert_array_equal(wide.is_bayesian(), small.is_bayesian())
    assert_array_equal(wide.is_consonant(), small.is_consonant())


@given(tables(), st.integers(0, 15))
def test_numbers_of_a_set(small, mask):
    mask &= small.frame.omega
    wide = widen(small)
    for ask in (
        MassTable.mass_of,
        MassTable.belief,
        MassTable.plausibility,
        MassTable.commonality,
    ):
        assert_allclose(ask(wide, widen_mask(mask)), ask(small, mask), atol=1e-15)


@given(tables(normal=True), st.integers(0, 15), st.floats(0, 1))
def test_other_tables(small, mask, rate):
    mask &= small.frame.omega
    wide = widen(small)
    assert_same(wide.normalise(), small.normalise())
    assert_same(wide.discount(rate), small.discount(rate))
    assert_same(wide.condition(widen_mask(mask)), small.condition(mask))
    assert_same(wide.compact(), small.compact())
    assert wide.compact().focal.tolist() == [widen_mask(m) for m in small.compact().focal]
    wider = [*wide.focal[::-1], *set(WIDE.singletons) - set(wide.focal)]
    assert wide.on(wider).equals(wide)
    rates = np.linspace(0.0, 0.6, small.frame.size)
    spread = np.zeros(70)
    spread[list(PLACES[: small.frame.size])] = rates
    assert_same(wide.discount_contextually(spread), small.discount_contextually(rates))


@given(tables(rows=(2, 3)))
def test_slicing_stacking_and_pickling(small):
    wide = widen(small)
    assert_same(wide[1:], small[1:])
    assert_same(MassTable.stack([wide, wide[:1]]), MassTable.stack([small, small[:1]]))
    assert pickle.loads(pickle.dumps(wide)).equals(wide)
    with pytest.raises(DataError, match="2\\^70 subsets"):
        wide.dense()


# -- constructors -------------------------------------------------------------------------------


def test_from_hard():
    y = np.array([3.0, 65.0, np.nan, 0.0])
    table = MassTable.from_hard(y, WIDE)
    assert are_wide(table.focal)
    assert table.contour().argmax(axis=1).tolist() == [3, 65, 0, 0]
    assert_array_equal(table.contour()[2], 1.0)
    assert MassTable.from_hard(np.arange(100)).frame.size == 100


def test_from_sets():
    table = MassTable.from_sets([{"w3", "w69"}, "w64", 1 << 65, WIDE.omega, 0], WIDE)
    flags = masks.member_flags(70, table.focal)[table.mass.argmax(axis=1)]
    assert [np.flatnonzero(row).tolist() for row in flags] == [
        [3, 69],
        [64],
        [65],
        list(range(70)),
        [],
    ]


def test_from_contour_and_probabilities():
    rng = np.random.default_rng(0)
    contour = rng.random((20, 70))
    table = MassTable.from_contour(contour, WIDE)
    assert are_wide(table.focal)
    assert_allclose(table.contour(), contour, atol=1e-12)
    assert table.is_consonant().all()
    probabilities = rng.dirichlet(np.ones(70), size=5)
    bayesian = MassTable.from_probabilities(probabilities, WIDE)
    assert_allclose(bayesian.pignistic(), probabilities, atol=1e-15)
    assert bayesian.is_bayesian().all()


def test_from_guess_and_doubt():
    table = MassTable.from_guess_and_doubt(["w2", "w69"], [0.25, 1.0], WIDE)
    assert_array_equal(table.mass_of(WIDE.mask(["w2"])), [0.75, 0.0])
    assert_array_equal(table.mass_of(WIDE.omega), [0.25, 1.0])


def test_a_table_that_does_not_fit_in_memory_is_refused():
    contour = np.random.default_rng(0).random((3000, 70))
    with pytest.raises(DataError, match="do not fit in memory"):
        MassTable.from_contour(contour)


# -- combination, distances, decisions ---------------------------------------------------------


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != "cautious"])
@given(several_tables(omega=True))
def test_rules_without_a_power_set(rule, sources):
    frame = sources[0].frame
    wide = combine([widen(source) for source in sources], rule)
    assert_same(wide, combine(sources, rule), 1e-9)
    if rule in {"conjunctive", "dempster", "disjunctive", "average"}:
        assert {narrow_mask(mask) for mask in wide.focal} <= set(frame.powerset().tolist())


def test_rules_with_a_power_set_are_refused():
    table = MassTable.from_hard(["w1"], WIDE).discount(0.1)
    with pytest.raises(DataError, match="2\\^70 subsets"):
        combine([table, table], "cautious")
    with pytest.raises(DataError, match="2\\^70 subsets"):
        derive([table, table], "cautious")
    with pytest.raises(DataError, match="2\\^70 subsets"):
        generalised_bayes(np.ones((1, 70)))


def test_the_algebra_shows_the_same_masses():
    one = MassTable(WIDE, [1, WIDE.omega], [[0.6, 0.4]])
    two = MassTable(WIDE, [1 << 69, WIDE.omega], [[0.3, 0.7]])
    steps = derive([one, two], "dempster")
    together = combine([one, two])
    for mask, mass in steps[-1].masses.items():
        assert_allclose(together.mass_of(mask), mass)


def test_generalised_bayes_with_a_bayesian_prior():
    rng = np.random.default_rng(1)
    prior, likelihood = rng.dirichlet(np.ones(70)), rng.random((4, 70))
    posterior = generalised_bayes(
        likelihood, MassTable.from_probabilities(prior[None], WIDE)
    ).normalise()
    expected = prior * likelihood
    assert_allclose(
        posterior.pignistic(), expected / expected.sum(axis=1, keepdims=True), atol=1e-12
    )


@given(several_tables(sources=(2, 2)))
def test_distances(sources):
    one, two = sources
    assert_allclose(jousselme(widen(one), widen(two)), jousselme(one, two), atol=1e-7)
    assert_allclose(jousselme_by_row(widen(one), widen(two)), jousselme_by_row(one, two), atol=1e-7)


@given(tables(normal=True, classes=(2, 4)), st.floats(0.05, 0.95))
def test_decisions(small, cost):
    # A class that is impossible never ties with a possible one where some class has a belief.
    assume((small.normalise().contour().max(axis=1) > 0.5).all())
    wide = widen(small)
    places = np.array(PLACES)
    for decide in (max_pignistic, max_plausibility):
        assert_array_equal(decide(wide), places[decide(small)])
    believed = small.mass @ np.equal(small.focal[:, None], small.frame.singletons).astype(float)
    sure = believed.max(axis=1) > 0
    assert_array_equal(max_belief(wide)[sure], places[max_belief(small)][sure])
    with_rejection = decide_with_rejection(small, cost)
    assert_array_equal(
        decide_with_rejection(wide, cost),
        np.where(with_rejection < 0, -1, places[with_rejection]),
    )


@given(tables(normal=True, classes=(2, 4)))
def test_costs(small):
    rng = np.random.default_rng(0)
    costs = np.round(rng.random((small.frame.size, 3)), 2)
    spread = np.zeros((70, 3))
    spread[list(PLACES[: small.frame.size])] = costs
    wide = widen(small)
    for criterion in ("pignistic", "lower", "upper", "hurwicz"):
        assert_allclose(
            expected_costs(wide, spread, criterion),
            expected_costs(small, costs, criterion),
            atol=1e-12,
        )
    for choose in (interval_dominance, strong_dominance, weak_dominance):
        assert_array_equal(choose(wide, spread), choose(small, costs))
    assert_array_equal(decide_by_cost(wide, spread), decide_by_cost(small, costs))


@given(tables(normal=True, classes=(2, 4)))
def test_sets_of_classes_that_are_not_dominated(small):
    for choose in (interval_dominance, strong_dominance, weak_dominance):
        kept = choose(widen(small))
        assert kept.dtype == object
        # An impossible class may stand beside possible ones that are no better for sure.
        possible = [narrow_mask(mask) & small.frame.omega for mask in kept]
        assert possible == choose(small).tolist()


@given(several_tables(omega=True, empty=False))
def test_pcr6(sources):
    wide = combine_pcr6([widen(source) for source in sources])
    assert_same(wide, combine_pcr6(sources), 1e-9)


@given(tables(normal=True), st.floats(0.0, 1.0))
def test_contextual_corrections(small, rate):
    k = small.frame.size
    contexts = [widen_mask(1 << j) for j in range(k)]
    rates = np.full(k, rate)
    assert_same(
        reinforce_contextually(widen(small), rates, contexts),
        reinforce_contextually(small, rates, [1 << j for j in range(k)]),
    )
    negated = negate_contextually(widen(small), rates[:1], [widen_mask(1)])
    assert are_wide(negated.focal)
    assert_allclose(negated.mass.sum(axis=1), 1.0)


def test_the_bold_rule_and_decombination_are_refused():
    table = MassTable(WIDE, [0, 1, WIDE.omega], [[0.2, 0.3, 0.5]])
    with pytest.raises(DataError, match="2\\^70 subsets"):
        combine_bold([table, table])
    with pytest.raises(DataError, match="2\\^70 subsets"):
        decombine(table, table)


def test_data_frames_there_and_back():
    table = MassTable(WIDE, [1, 1 << 69, WIDE.omega], [[0.2, 0.3, 0.5]])
    assert MassTable.from_frame(table.to_frame(), WIDE).equals(table)
    assert "w69" in table._repr_html_()
