"""Measures against soft labels: closed forms, cases by hand, slow twins, properties."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mass_strategies import tables, tables_on
from sklearn.metrics import (
    accuracy_score,
    balanced_accuracy_score,
    brier_score_loss,
    confusion_matrix,
    log_loss,
    recall_score,
)

from belieflab import DataError, MassTable
from belieflab.evaluation import (
    DecisionCosts,
    agreement,
    agreement_by_class,
    agreement_interval,
    brier_score,
    calibration_error,
    log_score,
    mean_cost,
    rejection_curve,
    reliability_diagram,
    set_scores,
    soft_accuracy,
    soft_confusion,
    utility,
)

RNG = np.random.default_rng(7)
Y = RNG.integers(3, size=60)
P = RNG.dirichlet([1, 1, 1], size=60)
ANSWERS = P.argmax(axis=1)

# {a}: 0.5, {b}: 0.2, {a, b}: 0.1, Ω: 0.2; and a label with 0.2 on ∅, the rest on {b, c}
HAND = MassTable("abc", [0, 1, 2, 3, 6, 7], [[0, 0.5, 0.2, 0.1, 0, 0.2], [0.2, 0, 0, 0, 0.8, 0]])


def test_by_hand():
    found = agreement(HAND, ["a", "a"])
    assert found.lower == pytest.approx((0.5 + 0) / 2)
    assert found.upper == pytest.approx((0.8 + 0) / 2)
    assert found.pignistic == pytest.approx((0.5 + 0.05 + 0.2 / 3) / 2)
    sets = agreement(HAND, [{"a", "b"}, ("b", "c")])
    assert sets.lower == pytest.approx((0.8 + 1) / 2)
    assert sets.upper == pytest.approx(1.0)
    assert utility(HAND, [{"a", "b"}, {"b"}], "u65") == pytest.approx(
        ((0.8 + 0.2 * 2 / 3) * 0.65 + 0.5) / 2
    )
    assert log_score(HAND, [[0.5, 0.3, 0.2], [0.2, 0.4, 0.4]]) == pytest.approx(
        -np.log([0.8 * 0.5 + 0.5 * 0.3 + 0.2 * 0.2, 0.8]).mean()
    )


def test_rows_that_say_the_empty_set_alone_are_left_out_and_counted():
    lost = MassTable("ab", [0, 1, 2], [[1, 0, 0], [0, 1, 0], [0.5, 0, 0.5]])
    assert agreement(lost, ["b", "a", "a"]) == (0.5, 0.5, 0.5, 1)
    assert set_scores(lost, [{"b"}, {"a"}, {"a", "b"}]).left_out == 1
    assert utility(lost, [0, 1, 3], "u80") == pytest.approx(0.9)
    assert brier_score(lost, [[0, 1], [1, 0], [0, 1]]) == 0.0
    with pytest.raises(DataError, match="nothing to measure by"):
        agreement_interval(lost[:1], ["a"])


def test_on_hard_labels_they_are_what_scikit_learn_computes():
    assert agreement_interval(Y, ANSWERS) == pytest.approx([accuracy_score(Y, ANSWERS)] * 2)
    by_class = agreement_by_class(Y, ANSWERS)
    for column in ("lower", "pignistic", "upper"):
        assert by_class[column][:3].tolist() == pytest.approx(
            recall_score(Y, ANSWERS, average=None).tolist()
        )
        assert by_class.loc["balanced", column] == pytest.approx(
            balanced_accuracy_score(Y, ANSWERS)
        )
    assert log_score(Y, P) == pytest.approx(log_loss(Y, P))
    two = (Y > 0).astype(int)
    assert brier_score(two, P[:, :2] / P[:, :2].sum(axis=1, keepdims=True)) == pytest.approx(
        2 * brier_score_loss(two, P[:, 1] / P[:, :2].sum(axis=1))
    )
    for weights in ("belief", "pignistic", "plausibility"):
        assert np.array_equal(soft_confusion(Y, ANSWERS, weights), confusion_matrix(Y, ANSWERS))


def naive_agreement(labels, answers):
    """Straight from the definitions, row by row and set by set."""
    sums = np.zeros(3)
    for row, answer in zip(labels.mass, answers, strict=True):
        masses = {int(a): m for a, m in zip(labels.focal, row, strict=True) if a}
        total = sum(masses.values())
        for focal, mass in masses.items():
            share = mass / total
            common = bin(focal & answer).count("1")
            sums += share * np.array(
                [focal & ~answer == 0, common / bin(focal).count("1"), common > 0]
            )
    return sums / len(labels)


@given(tables(classes=(2, 4), rows=(1, 4), normal=True), st.data())
def test_agreement_equals_its_slow_twin_and_bounds_enclose_the_pignistic_value(labels, data):
    omega = labels.frame.omega
    masks = data.draw(st.lists(st.integers(1, omega), min_size=len(labels), max_size=len(labels)))
    found = agreement(labels, [labels.frame.members(mask) for mask in masks])
    assert found[:3] == pytest.approx(naive_agreement(labels, masks), abs=1e-12)
    assert found.lower <= found.pignistic + 1e-12 <= found.upper + 2e-12
    scores = set_scores(labels, np.array(masks))
    assert scores.coverage == pytest.approx(found.pignistic)
    assert scores.discounted <= scores.u65 + 1e-12 <= scores.u80 + 2e-12
    assert scores.u80 <= scores.coverage + 1e-12
    single = [1 << (mask.bit_length() - 1) for mask in masks]
    classes = [labels.frame.names[mask.bit_length() - 1] for mask in masks]
    for kind in ("discounted", "u65", "u80"):
        assert utility(labels, single, kind) == pytest.approx(soft_accuracy(labels, classes))
    by_class = agreement_by_class(labels, classes).dropna()
    assert (by_class["lower"] <= by_class["pignistic"] + 1e-12).all()
    assert (by_class["pignistic"] <= by_class["upper"] + 1e-12).all()


def test_utilities_of_the_paper():
    """A set of two is worth 0.65 and 0.8 of a single right class, Ω of three 0.4667 and 0.6."""
    for kind, two, three in (
        ("u65", 0.65, 0.4666667),
        ("u80", 0.8, 0.6),
        ("discounted", 0.5, 1 / 3),
    ):
        assert utility([0], [{0, 1}], kind) == pytest.approx(two)
        assert utility([2], [{0, 1, 2}], kind) == pytest.approx(three)
        assert utility([2], [{0, 1}], kind) == utility([2], [set()], kind) == 0.0


def test_sets_may_come_as_masks_collections_or_flags():
    sets = [{0}, {0, 1}, {1, 2}]
    masks = np.array([1, 3, 6])
    flags = np.array([[1, 0, 0], [1, 1, 0], [0, 1, 1]], dtype=bool)
    expected = (1 + 0.65 + 0.65) / 3
    for given_sets in (sets, [list(each) for each in sets], masks, flags):
        assert utility([0, 1, 2], given_sets) == pytest.approx(expected)
    assert utility(["a", "b", "c"], masks) == pytest.approx(expected)
    assert utility([5, 7, 9], masks, classes=[5, 7, 9]) == pytest.approx(expected)
    # bit k is class k, whichever classes a fold holds
    assert utility([2, 2], np.array([4, 2])) == 0.5
    with pytest.raises(DataError, match="does not fit 2 classes"):
        utility(["a", "b"], [1, 4])
    with pytest.raises(DataError, match="u65"):
        utility([0], [{0}], "u95")
    with pytest.raises(DataError, match="2 true classes but 1 answers"):
        utility([0, 1], [{0}])


def test_reliability_bins_hold_what_they_say():
    labels = MassTable.from_guess_and_doubt(Y, 0.3)
    beliefs = MassTable.from_probabilities(P).discount(0.2)
    diagram = reliability_diagram(labels, beliefs, 5)
    assert diagram["count"].sum() == 60
    assert diagram["ignorance"].tolist() == pytest.approx([0.2] * len(diagram))
    confidence = beliefs.pignistic().max(axis=1)
    inside = (confidence >= 0.4) & (confidence < 0.6)
    row = diagram[(diagram["confidence"] >= 0.4) & (diagram["confidence"] < 0.6)].iloc[0]
    own = agreement(labels[inside], ANSWERS[inside])
    assert [row["lower"], row["pignistic"], row["upper"]] == pytest.approx(own[:3])
    perfect = reliability_diagram(["a", "b"], [[1.0, 0.0], [0.0, 1.0]])
    assert calibration_error(perfect) == 0.0


def test_rejection_curve_equals_its_slow_twin():
    labels = MassTable.from_guess_and_doubt(Y, 0.3)
    curve = rejection_curve(labels, P)
    for _, row in curve.iterrows():
        chosen = P.max(axis=1) >= row["threshold"] * (1 - 1e-12)
        own = agreement(labels[chosen], ANSWERS[chosen])
        assert row["share"] == pytest.approx(chosen.mean())
        assert [row["upper"], row["error"], row["lower"]] == pytest.approx(
            [1 - own.lower, 1 - own.pignistic, 1 - own.upper], abs=1e-12
        )
    assert curve["share"].iloc[-1] == 1.0
    tied = rejection_curve([0, 1, 0], np.full((3, 2), 0.5))
    assert len(tied) == 1


def test_confusion_spreads_doubt_and_names_sets():
    labels = MassTable.from_guess_and_doubt(["a", "b"], 0.4)
    found = soft_confusion(labels, [{"a"}, {"a", "b"}])
    assert found.loc["a", "a"] == pytest.approx(0.8)
    assert found["{a, b}"].tolist() == pytest.approx([0.2, 0.8])
    assert found.to_numpy().sum() == pytest.approx(2.0)


@given(tables_on(3, rows=(2, 4), normal=True))
def test_costs_bound_and_rejection_follows_chow(labels):
    decided = DecisionCosts().decide(labels)
    lower, middle, upper = mean_cost(labels, decided)
    own = agreement(labels, [labels.frame.names[k] for k in decided])
    assert (1 - upper, 1 - middle, 1 - lower) == pytest.approx(own[:3], abs=1e-9)
    rejecting = DecisionCosts(reject=0.4).decide(labels)
    shares = labels.pignistic().max(axis=1)
    clear = np.abs(shares - 0.6) > 1e-9
    assert ((rejecting < 0) == (shares < 0.6))[clear].all()
    none = mean_cost(labels, np.full(len(labels), -1), reject=0.0)
    assert none == (0.0, 0.0, 0.0)


def test_a_cost_matrix_moves_the_border():
    p = MassTable.from_probabilities([[0.7, 0.3], [0.9, 0.1]], "ab")
    costs = DecisionCosts([[0, 1], [4, 0]], reject=0.35)
    # answering a costs 4 p(b) = 1.2, 0.4; b costs p(a) = 0.7, 0.9; no answer 0.35
    assert costs.decide(p).tolist() == [-1, -1]
    assert DecisionCosts([[0, 1], [4, 0]], reject=0.6).decide(p).tolist() == [-1, 0]
    assert mean_cost(["a", "b"], [1, 0], [[0, 1], [4, 0]]).pignistic == 2.5
    with pytest.raises(DataError, match="no answer"):
        mean_cost(["a", "b"], [-1, 0])
