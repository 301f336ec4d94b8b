"""Near-certain sources against each other: right, or one sentence; never NaN, never vacuous."""

from fractions import Fraction

import naive_beliefs as naive
import numpy as np
import pytest

from belieflab import DataError, MassTable
from belieflab.belief import combine, conjunction


@pytest.fixture(params=["pairs", "commonalities"], autouse=True)
def path(request, monkeypatch):
    """Both ways to a conjunctive combination."""
    wanted = request.param == "commonalities"
    monkeypatch.setattr(conjunction, "_commonalities_pay", lambda *_: wanted)


def sure(mask, doubt, n_classes=2, rows=1):
    omega = (1 << n_classes) - 1
    return MassTable(range(n_classes), [mask, omega], np.tile([1 - doubt, doubt], (rows, 1)))


def leaning(share):
    """Bayesian: class a gets the share."""
    return MassTable("ab", [1, 2], [[share, 1 - share]])


# -- Dempster's rule ----------------------------------------------------------------


@pytest.mark.parametrize("count", [50, 150, 400, 2_000])
def test_one_side_after_the_other_is_as_good_as_in_turns(count):
    """Half for a, half for b, one side first: the class that underflows comes back."""
    for first, second in ((leaning(0.999), leaning(0.001)), (sure(1, 1e-6), sure(2, 1e-6))):
        blocks = combine([first] * count + [second] * count, "dempster")
        np.testing.assert_allclose(blocks.pignistic(), 0.5, rtol=1e-8)
        turns = combine([first, second] * count, "dempster")
        np.testing.assert_allclose(turns.pignistic(), 0.5, rtol=1e-8)


def test_one_source_more_on_one_side_decides():
    sources = [leaning(0.999)] * 400 + [leaning(0.001)] * 401
    assert combine(sources).pignistic()[0] == pytest.approx([0.001, 0.999], rel=1e-8)


def test_hundreds_of_sources_on_one_side_leave_no_doubt_that_a_number_can_hold():
    combined = combine([sure(1, 1e-6)] * 500)
    assert combined.pignistic().tolist() == [[1.0, 0.0]]
    assert combined.mass.sum() == 1.0
    assert combine([leaning(0.999)] * 500).pignistic().tolist() == [[1.0, 0.0]]


@pytest.mark.parametrize("doubt", [1e-17, 1e-200, 1e-300, 5e-324])
def test_two_or_three_sources_that_are_almost_sure_of_opposite_classes(doubt):
    assert combine([sure(1, doubt), sure(2, doubt)]).pignistic()[0] == pytest.approx([0.5, 0.5])
    three = combine([sure(1 << k, doubt, 3) for k in range(3)])
    np.testing.assert_allclose(three.pignistic(), 1 / 3)


def test_unions_survive_as_well_as_classes():
    """The exact combination of 300 × {a, b}, then 300 × {b, c}, with doubts, then all on {a}."""
    sources = [sure(3, 1e-3, 3)] * 300 + [sure(6, 1e-3, 3)] * 300 + [sure(1, 1e-3, 3)] * 300
    combined = combine(sources)
    # q({a}) = q({c}) … : only {a} against {b} and {c}: Ω^900 is nothing beside them.
    logs = 300 * np.log(1e-3) * np.array([1.0, 1.0])  # a excluded by 300, b by 300
    expected = np.exp(logs - logs.max()) / np.exp(logs - logs.max()).sum()
    assert combined.pignistic()[0, :2] == pytest.approx(expected, rel=1e-6)


def test_rows_of_all_kinds_together():
    mild = np.array([[0.6, 0.4], [0.9, 0.1], [0.5, 0.5]])
    first = MassTable("ab", [1, 2], np.vstack([mild, [[1 - 1e-300, 1e-300]]]))
    second = MassTable("ab", [1, 2], np.vstack([mild, [[1e-300, 1 - 1e-300]]]))
    third = MassTable("ab", [1, 2], np.vstack([mild, [[0.25, 0.75]]]))
    combined = combine([first, second, second, first, third])
    assert combined.pignistic()[3] == pytest.approx([0.25, 0.75])
    expected = mild**5 / (mild**5).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(combined.pignistic()[:3], expected, rtol=1e-12)


def test_total_conflict_beside_severe_conflict_names_its_row():
    first = MassTable("ab", [1, 2], [[1 - 1e-300, 1e-300], [0.5, 0.5], [1.0, 0.0]])
    second = MassTable("ab", [1, 2], [[1e-300, 1 - 1e-300], [0.5, 0.5], [0.0, 1.0]])
    with pytest.raises(DataError, match="Total conflict in row 3"):
        combine([first, second, first, second])


def test_too_many_classes_get_a_sentence():
    sources = [sure(1, 1e-6, 40)] * 100 + [sure(2, 1e-6, 40)] * 100
    with pytest.raises(DataError, match=r"so strongly in row 1 .* discount them first"):
        combine(sources)


# -- the cautious rule ------------------------------------------------------------------


def exact(table):
    """A row as fractions that sum to 1: the numbers themselves, Ω or the largest set the rest."""
    row = {a: Fraction(v) for a, v in naive.row_of(table).items()}
    largest = max(row, key=row.get)
    row[largest] += 1 - sum(row.values())
    return row


@pytest.mark.parametrize("doubt", [1e-3, 1e-12, 1e-17, 1e-100, 1e-300])
def test_opposing_near_certain_sources_under_the_cautious_rule(doubt):
    sources = [sure(1, doubt, 3), sure(2, doubt, 3)]
    combined = combine(sources, "cautious")
    assert combined.pignistic()[0] == pytest.approx([0.5, 0.5, 0.0], abs=2 * doubt)
    assert combined.contour()[0, :2] == pytest.approx([doubt, doubt], rel=1e-9)
    assert np.isfinite(combined.mass).all() and combined.mass.sum() == pytest.approx(1.0)
    assert combined.normalise().pignistic()[0] == pytest.approx(combined.pignistic()[0])


@pytest.mark.parametrize("seed", range(12))
def test_extreme_sources_under_the_cautious_rule_equal_exact_fractions(seed):
    generator = np.random.default_rng(seed)
    sources = []
    for _ in range(2):
        mass = 10.0 ** generator.uniform(-60, 0, 8)
        mass[0] = 0.0
        sources.append(MassTable("abc", np.arange(8), [mass / mass.sum()]))
    combined = combine(sources, "cautious")
    expected = naive.cautious([exact(source) for source in sources], naive.set_of(7))
    for mask in range(8):  # a mass is a difference of commonalities, which keep their digits
        q = float(naive.q(expected, naive.set_of(mask)))
        wanted = float(expected[naive.set_of(mask)])
        assert combined.commonality(mask)[0] == pytest.approx(q, rel=1e-10)
        assert combined.mass_of(mask)[0] == pytest.approx(wanted, abs=1e-10 * q)


def test_what_no_number_can_hold_is_said():
    """Three sides of 5e-324 each: every commonality is below the smallest number."""
    sources = [sure(1 << k, 5e-324, 3) for k in range(3)]
    with pytest.raises(DataError, match=r"cautious rule .* row 1"):
        combine(sources, "cautious")
