"""Suspect labels against sums straight from the definitions, and beliefs without the object."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belieflab import DataError, Frame, MassTable
from belieflab.evaluation import held_out_masses, suspects
from belieflab.evaluation.classifiers import CLASSIFIERS, FittedProbabilities
from belieflab.evaluation.suspects import weigh
from belieflab.neighbors import EvidentialKNN

ABC = Frame(["a", "b", "c"])


def random_table(rng, n, size, empty=True):
    """Mass functions on random sets, some of them on one set alone."""
    frame = Frame([f"k{j}" for j in range(size)])
    focal = np.unique(rng.integers(0 if empty else 1, frame.omega + 1, 6))
    mass = rng.dirichlet(np.full(len(focal), 0.4), n)
    mass[:2] = np.eye(len(focal))[rng.integers(0, len(focal), 2)]
    return MassTable(frame, focal, mass)


def as_sets(table, row):
    """One mass function as a dictionary of frozen sets, normalised; None when all is on ∅."""
    masses = {
        frozenset(k for k in range(table.frame.size) if int(mask) >> k & 1): float(value)
        for mask, value in zip(table.focal, table.mass[row], strict=True)
        if value > 0
    }
    total = sum(value for held, value in masses.items() if held)
    return None if total <= 0 else {A: m / total for A, m in masses.items() if A}


def weigh_slowly(table, labels):
    """Every object by the definitions, in the order of suspicion."""
    size, found = table.frame.size, []
    omega = frozenset(range(size))
    for row in range(len(table)):
        m, y = as_sets(table, row), as_sets(labels, row)
        if m is None or y is None:
            continue
        bel = lambda B, m=m: sum(v for A, v in m.items() if A <= B)  # noqa: E731
        betp = [sum(v / len(A) for A, v in m.items() if k in A) for k in range(size)]
        against = sum(v * w for A, v in m.items() for B, w in y.items() if not A & B)
        support = sum(w * bel(B) for B, w in y.items() if B != omega)
        support += y.get(omega, 0.0) * sum(bel(frozenset([k])) for k in range(size)) / size
        probability = sum(w * sum(betp[k] for k in B) for B, w in y.items())
        order = sorted(range(size), key=lambda k, b=betp: (-round(b[k], 12), k))
        prefix = next(
            order[:j] for j in range(1, size + 1) if bel(frozenset(order[:j])) >= 0.5 - 1e-12
        )
        mask = sum(1 << k for k in prefix)
        ignorance = m.get(omega, 0.0)
        found.append((row, against, support, ignorance, probability, mask))
    return sorted(found, key=lambda each: (-round(each[1], 12), round(each[4], 12), each[0]))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 5))
def test_numbers_and_order_are_those_of_the_definitions(seed, size):
    rng = np.random.default_rng(seed)
    table, labels = random_table(rng, 12, size), random_table(rng, 12, size)
    found, slow = weigh(table, labels), weigh_slowly(table, labels)
    assert found.rows.tolist() == [each[0] for each in slow]
    columns = (found.against, found.support, found.ignorance, found.probability)
    np.testing.assert_allclose(
        np.array(columns).T.reshape(-1, 4),
        [each[1:5] for each in slow] or np.empty((0, 4)),
        atol=1e-12,
    )
    assert found.suggested.tolist() == [each[5] for each in slow]
    assert (found.against + found.support <= 1 + 1e-9).all()
    assert suspects(table, labels).attrs["left_out"] == 12 - len(slow)


def test_by_hand():
    # m({a}) = 0.2, m({b}) = 0.5, m({a, b}) = 0.1, m(Ω) = 0.2
    evidence = MassTable(ABC, [1, 2, 3, 7], np.tile([0.2, 0.5, 0.1, 0.2], (5, 1)))
    labels = MassTable(
        ABC,
        [1, 3, 4, 7],
        [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0.6, 0, 0, 0.4], [0, 0, 0, 1]],
    )
    found = suspects(evidence, labels)
    # {c} meets Ω alone; the guess a with doubt 0.4 is contradicted by 0.6 · 0.5
    assert found.index.tolist() == [2, 0, 3, 1, 4]
    assert found["against"].round(12).tolist() == [0.8, 0.5, 0.3, 0.0, 0.0]
    # 0.6 · 0.2 + 0.4 · (0.2 + 0.5) / 3 for the doubt; bel({a, b}) = 0.8 for the set
    expected = [0.0, 0.2, 0.6 * 0.2 + 0.4 * 0.7 / 3, 0.8, 0.7 / 3]
    np.testing.assert_allclose(found["for"], expected, atol=1e-12)
    assert found["ignorance"].tolist() == [0.2] * 5
    assert found["label"].tolist() == ["c", "a", "a", "{a, b}", "Ω"]
    assert set(found["points to"]) == {"b"}  # bel({b}) is exactly ½


def test_a_set_is_ambiguous_and_total_ignorance_is_not():
    evidence = MassTable(ABC, [1, 2, 4, 6, 7], [[0.1, 0.4, 0.4, 0, 0.1], [0.2, 0, 0, 0.1, 0.7]])
    found = suspects(evidence, ["a", "b"]).sort_index()
    assert found["points to"].tolist() == ["{b, c}", "Ω"]
    assert found["ambiguous"].tolist() == ["between b and c", ""]


def test_equal_evidence_is_ranked_by_probability():
    evidence = MassTable(ABC, [2, 3, 5, 7], [[0.5, 0, 0, 0.5], [0.5, 0.5, 0, 0], [0.5, 0, 0.5, 0]])
    # pl(a) = ½ in all; BetP(a) = 1/6, ¼, ¼
    assert suspects(evidence, ["a", "a", "a"]).index.tolist() == [0, 1, 2]
    assert suspects(evidence[[1, 0, 2]], ["a", "a", "a"]).index.tolist() == [1, 0, 2]


def test_the_ratio_does_not_depend_on_doubt_but_for_ties():
    # the masses are on single classes, so they are the pignistic probabilities
    evidence = MassTable(ABC, [1, 2, 4], [[0.3, 0.6, 0.1], [0.1, 0.8, 0.1]])[[0, 0, 0, 1, 1]]
    labels = MassTable(
        ABC,
        [1, 5, 7],
        [[1, 0, 0], [0.5, 0, 0.5], [0, 1, 0], [0.2, 0, 0.8], [0, 0, 1]],
    )
    # ratios: 0.3 / 0.6 twice, 0.4 / 0.6 for {a, c}, 0.1 / 0.8, and no rival of Ω
    assert suspects(evidence, labels, by="ratio").index.tolist() == [3, 1, 0, 2, 4]
    assert suspects(evidence, labels).index.tolist() == [0, 2, 1, 3, 4]
    both = [suspects(evidence, labels, by=by).sort_index() for by in ("against", "ratio")]
    pd.testing.assert_frame_equal(*both)
    with pytest.raises(DataError, match="ranked by"):
        suspects(evidence, labels, by="nothing")


def test_the_ratio_counts_part_of_the_ignorance():
    masses = [[0.1, 0.4, 0.0, 0.5], [0.25, 0.6, 0.15, 0.0], [0.0, 0.1, 0.0, 0.9]]
    evidence = MassTable(ABC, [1, 2, 4, 7], masses)
    naive = [(a + 0.1 * o) / (max(b, c) + 0.1 * o) for a, b, c, o in masses]
    assert suspects(evidence, ["a"] * 3, by="ratio").index.tolist() == np.argsort(naive).tolist()
    pignistic = evidence.pignistic()
    plain = pignistic[:, 0] / pignistic[:, 1:].max(axis=1)
    assert np.argsort(plain).tolist() != np.argsort(naive).tolist()


def test_conflict_is_divided_out_and_total_conflict_left_out_and_counted():
    evidence = MassTable(ABC, [0, 1, 2], [[0.5, 0.25, 0.25], [1, 0, 0], [0, 1, 0]])
    labels = MassTable(ABC, [0, 1, 2], [[0.9, 0.1, 0], [0, 1, 0], [0.5, 0, 0.5]])
    found = suspects(evidence, labels)
    assert found.index.tolist() == [2, 0]
    assert found["against"].tolist() == [1.0, 0.5]
    assert found.attrs["left_out"] == 1


def test_labels_of_every_kind_on_the_classes_of_the_evidence():
    evidence = MassTable(ABC, [1, 2], [[0.9, 0.1], [0.2, 0.8]])
    expected = suspects(evidence, MassTable.from_hard(["b", "b"], ABC))
    turned = MassTable.from_hard(["b", "b"], ["c", "b", "a"])
    columns = pd.DataFrame({"c": [0.0, 0.0], "a": [0.0, 0.0], "b": [1.0, 1.0]})
    for y in (["b", "b"], turned, columns, np.array([[0, 1.0, 0], [0, 1, 0]]), [1, 1]):
        pd.testing.assert_frame_equal(suspects(evidence, y), expected)
    unknown = suspects(evidence, ["b", None])
    assert (unknown.index.tolist(), unknown["label"].tolist()) == ([0, 1], ["b", "Ω"])
    with pytest.raises(DataError, match="same"):
        suspects(evidence, MassTable.from_hard(["b", "b"], ["b", "d"]))
    with pytest.raises(DataError):
        suspects(evidence, ["a"])


def test_a_frame_of_more_classes_than_bits():
    rng, frame = np.random.default_rng(0), Frame(range(70))
    table = MassTable.from_probabilities(rng.dirichlet(np.ones(70), 8), frame)
    given = rng.integers(0, 70, 8)
    found = suspects(table, given).sort_index()
    np.testing.assert_allclose(found["for"], table.pignistic()[np.arange(8), given])
    np.testing.assert_allclose(found["for"] + found["against"], 1.0)


# -- beliefs without the object -------------------------------------------------------------------


def two_clouds(n=40, seed=0):
    """Points of two classes; the third feature is the number of the object."""
    rng = np.random.default_rng(seed)
    classes = np.arange(n) % 2
    return np.column_stack([rng.normal(3.0 * classes[:, None], 1.0, (n, 2)), np.arange(n)]), classes


class Watched(FittedProbabilities):
    """A classifier that writes down what it learned from and what it was asked."""

    def __init__(self, seen, X, labels):
        super().__init__(labels.frame)
        self.seen, self.learned = seen, set(X[:, 2].astype(int).tolist())

    def predict_proba(self, X):
        self.seen.append((self.learned, set(X[:, 2].astype(int).tolist())))
        return np.full((len(X), self.frame.size), 1.0 / self.frame.size)


def test_no_object_is_learned_from_before_it_is_asked_about():
    X, y = two_clouds()
    seen = []
    entry = replace(
        CLASSIFIERS["logistic"],
        key="watched",
        fit=lambda X, labels, *, seed: Watched(seen, X, labels),
    )
    groups, training = np.arange(40) // 4, np.arange(40) < 30
    with CLASSIFIERS.temporarily(entry):
        held_out_masses(X, y, "watched", folds=5, groups=groups, training=training)
        assert len(seen) == 6
        assert sorted(row for _, asked in seen for row in asked) == list(range(40))
        for learned, asked in seen:
            assert learned <= set(range(30))
            crossed = {groups[row] for row in learned} & {groups[row] for row in asked}
            assert crossed <= {7}  # rows 28 to 31: two of them are kept apart by the split itself
            assert not learned & asked
        seen.clear()
        held_out_masses(X, y, "watched", folds=4, random_state=3)
        again = [asked for _, asked in seen]
        shares = [np.mean([y[row] for row in asked]) for asked in again]
        assert np.ptp(shares) <= 0.1 + 1e-12  # folds are balanced by the labels
        seen.clear()
        held_out_masses(X, y, "watched", folds=4, random_state=3)
        assert [asked for _, asked in seen] == again
        with pytest.raises(DataError, match="two groups"):
            held_out_masses(X, y, "watched", groups=np.zeros(40))
        with pytest.raises(DataError, match="40 values"):
            held_out_masses(X, y, "watched", groups=[1, 2])


def test_neighbours_leave_each_object_out_alone():
    X, y = two_clouds()
    labels = MassTable.from_guess_and_doubt(y, np.linspace(0, 0.5, 40))
    labels = MassTable(
        labels.frame,
        labels.focal,
        np.where(np.arange(40)[:, None] == 5, [0.0, 0.0, 1.0], labels.mass),
    )  # object 5 has no label
    for rule in ("class", "single"):
        found = held_out_masses(X, labels, "eknn", neighbors=5, gamma=rule)
        for row in (0, 5, 17):
            others = np.delete(np.arange(40), row)
            alone = EvidentialKNN(5, gamma=rule).fit(X[others], labels[others])
            assert found[[row]].equals(alone.predict_mass(X[[row]]), 1e-12)


def test_flipped_labels_come_first_with_every_kind_of_classifier():
    X, y = two_clouds(60)
    given = y.copy()
    given[[6, 21]] = 1 - given[[6, 21]]
    for key in ("eknn", "soft", "naive-bayes", "logistic", "weighted-knn"):
        beliefs = held_out_masses(X[:, :2] * [1, 1], given, key)
        assert len({6, 21} & set(suspects(beliefs, given).index[:5])) == 2, key


def test_labels_that_say_nothing_or_contradict_themselves():
    X, _ = two_clouds(10)
    nothing = held_out_masses(X, MassTable.vacuous(10, ["a", "b"]), "eknn")
    assert (nothing.mass_of(3) == 1).all()
    lost = MassTable(["a", "b"], [0, 1, 2], np.eye(3)[[0, *[1, 2] * 4, 1]])
    found = suspects(held_out_masses(X, lost, "logistic", folds=3), lost)
    assert (len(found), found.attrs["left_out"]) == (9, 1)
    with pytest.raises(DataError, match="no classifier"):
        held_out_masses(X, np.arange(10) % 2, "nothing")
