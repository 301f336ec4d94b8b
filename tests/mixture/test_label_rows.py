"""Labels read in segments are what the whole table of masses says."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belieflab import DataError, MassTable
from belieflab.belief.labels import as_mass_table
from belieflab.mixture.label_rows import log_contours, pignistic_of_contours, read_label_rows
from belieflab.segments import SEGMENT_ROWS

RNG = np.random.default_rng(0)
N = 40
PLAUSIBILITY = RNG.uniform(size=(N, 3))
PLAUSIBILITY[np.arange(N), RNG.integers(0, 3, N)] = 1.0

LABELS = {
    "integers": RNG.integers(0, 3, N),
    "far apart": RNG.choice([-5, 70_000, 10**12], N),
    "names with gaps": np.array(["a", "b", None, "c"] * 10, dtype=object),
    "floats with gaps": np.array([0.0, 1.0, np.nan, 2.0] * 10),
    "plausibilities": PLAUSIBILITY,
    "subnormal plausibilities": PLAUSIBILITY * 0.5,
    "whole plausibilities": np.eye(3, dtype=int)[RNG.integers(0, 3, N)],
    "frame": pd.DataFrame(PLAUSIBILITY, columns=["x", "y", "z"]),
    "masses": MassTable.from_guess_and_doubt(RNG.integers(0, 3, N), RNG.uniform(size=N)),
    "nothing": None,
}


@pytest.mark.parametrize("kind", LABELS)
def test_rows_are_those_of_the_table(kind):
    y = LABELS[kind]
    table, classes = as_mass_table(y, N, n_classes=3)
    rows = read_label_rows(y, N, 3, None)
    assert rows.classes.tolist() == classes.tolist() and rows.classes.dtype == classes.dtype
    for part, of in ((rows, table), (rows.only(np.arange(N) % 2 == 0), table[::2])):
        assert len(part) == len(of)
        np.testing.assert_allclose(part.contours(3, 17), of.contour()[3:17], atol=1e-15)
        np.testing.assert_allclose(part.pignistic(3, 17), of.pignistic()[3:17], atol=1e-15)
        np.testing.assert_allclose(part.table().contour(), of.contour(), atol=1e-15)


def test_a_value_that_means_unknown_is_unknown():
    rows = read_label_rows([0, 1, -1, 2], 4, None, -1)
    assert rows.classes.tolist() == [0, 1, 2]
    assert rows.contours(0, 4).tolist() == [[1, 0, 0], [0, 1, 0], [1, 1, 1], [0, 0, 1]]
    assert rows.pignistic(2, 3).tolist() == [[1 / 3] * 3]


@given(st.integers(0, 10**6), st.integers(1, 6))
def test_pignistic_probabilities_of_a_contour(seed, n_classes):
    rng = np.random.default_rng(seed)
    contours = rng.integers(0, 5, (20, n_classes)) / 4
    contours[0] = 0
    expected = MassTable.from_contour(contours).pignistic()
    np.testing.assert_allclose(pignistic_of_contours(contours), expected, atol=1e-14)


def test_logarithms_of_many_rows():
    n = SEGMENT_ROWS + 100
    plausibility = np.ones((n, 2))
    assert log_contours(read_label_rows(plausibility, n, None, None)).shape == (2, 0)
    plausibility[-3] = [0.5, 1.0]
    logs = log_contours(read_label_rows(plausibility, n, None, None))
    np.testing.assert_array_equal(logs, np.log(plausibility).T)
    assert logs.flags.c_contiguous
    plausibility[-2] = 0
    with pytest.raises(DataError, match=f"row {n - 1} makes every class impossible"):
        log_contours(read_label_rows(plausibility, n, None, None))
    plausibility[-1, 1] = 1.5
    with pytest.raises(DataError, match=f"Row {n} has the plausibility 1.5 in column 2"):
        read_label_rows(plausibility, n, None, None)


def test_what_looks_like_probabilities_is_warned_about_once_whatever_the_segments():
    n = SEGMENT_ROWS + 100
    shares = np.tile([0.4, 0.6], (n, 1))
    shares[:SEGMENT_ROWS] = [0.0, 1.0]
    with pytest.warns(UserWarning, match="look like probabilities") as caught:
        read_label_rows(shares, n, None, None)
    assert len(caught) == 1


def test_labels_of_another_length_are_refused():
    for y in (np.zeros(5), np.ones((5, 2)), MassTable.vacuous(5, range(2))):
        with pytest.raises(DataError, match="4 objects but 5 labels"):
            read_label_rows(y, 4, None, None)
