import subprocess
import sys

import numpy as np
import pytest

from belieflab.data import load_sample


@pytest.mark.parametrize(
    ("key", "loader"),
    [("iris", "load_iris"), ("wine", "load_wine"), ("breast-cancer", "load_breast_cancer")],
)
def test_equal_to_scikit_learns_own(key, loader):
    from sklearn import datasets

    theirs = getattr(datasets, loader)()
    ours = load_sample(key)
    assert np.array_equal(ours.X, theirs.data)
    assert np.array_equal(ours.truth, theirs.target)
    assert ours.feature_names == tuple(theirs.feature_names)
    assert ours.class_names == tuple(theirs.target_names)


def test_samples_load_without_scikit_learn_scipy_or_pandas():
    code = (
        "import sys; from belieflab.data import load_sample;"
        "[load_sample(k) for k in ('iris', 'wine', 'breast-cancer', 'crabs', 'gaussians')];"
        "sys.exit(bool({'sklearn', 'scipy', 'pandas'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_crabs_are_the_published_figures():
    crabs = load_sample("crabs")
    assert crabs.X.shape == (200, 5)
    assert np.bincount(crabs.truth).tolist() == [50, 50, 50, 50]
    assert crabs.X.mean(axis=0) == pytest.approx([15.583, 12.7385, 32.1055, 36.4145, 14.0305])
    assert crabs.X[0].tolist() == [8.1, 6.7, 16.1, 19.0, 7.0]
    assert crabs.X[-1].tolist() == [23.1, 20.2, 46.2, 52.5, 21.1]
    assert crabs.class_names[crabs.truth[0]] == "blue male"
    assert crabs.class_names[crabs.truth[-1]] == "orange female"


def test_butterfly_has_two_mirrored_wings_a_bridge_and_an_outlier():
    butterfly = load_sample("butterfly")
    assert butterfly.truth is None
    points = {tuple(point) for point in butterfly.X.tolist()}
    assert len(points) == 12
    assert {(0.0, 0.0), (10.0, 10.0)} <= points
    wings = points - {(10.0, 10.0)}
    assert {(-x, y) for x, y in wings} == wings


def test_four_class_has_four_equal_classes():
    four = load_sample("four-class")
    assert four.X.shape == (400, 2)
    assert np.bincount(four.truth).tolist() == [100, 100, 100, 100]
    assert four.X[0].tolist() == [-2.1454032717941959874, -1.610745678593952235]
