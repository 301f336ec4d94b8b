"""Every argument of every method is checked at fit and answered in one sentence."""

import inspect

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from belieflab import DataError
from belieflab.clustering import CECM, ECM, EVCLUS, RECM, EKNNclus, SpatialECM

METHODS = (ECM, RECM, CECM, SpatialECM, EVCLUS, EKNNclus)
RNG = np.random.default_rng(0)
X = RNG.normal(size=(12, 2))
DATA = {RECM: cdist(X, X), SpatialECM: RNG.normal(size=(4, 5))}

REAL = (np.nan, np.inf, "much", None, True)
WHOLE = (2.5, -5, "two", None, True)
BAD = {
    "n_clusters": (0, *WHOLE),
    "alpha": (-1, 1e300, *REAL),
    "beta": (0, -1, *REAL),
    "delta": (0, -1, 1e300, *REAL[:3], True),
    "delta_quantile": (-0.1, 1.1, *REAL[:3]),
    "focal": ("some", 3, None),
    "init": ("best", 3),
    "n_init": (0, *WHOLE),
    "tol": (-1, *REAL),
    "max_iter": WHOLE,
    "random_state": (-1, 1.5, "seed"),
    "metric": ("cosine", None, 2),
    "keep_history": ("yes", None, 1),
    "xi": (-0.1, 1.1, *REAL),
    "squared": ("yes", None),
    "neighbour_weight": (-0.1, 1.1, *REAL),
    "radius": (0, *WHOLE),
    "n_partners": (0, 2.5, -5, "two"),
    "d0": (0, -1, *REAL[:3]),
    "n_neighbors": (0, 2.5, -5, "two"),
    "q": (-0.1, 1.1, *REAL),
    "weights": ("columns", None),
    "n_start": (0, 2.5, -5, "two"),
}


def cases():
    for method in METHODS:
        for name in inspect.signature(method).parameters:
            yield from ((method, name, value) for value in BAD[name])
    yield from [(ECM, "beta", 1), (RECM, "beta", 1), (EVCLUS, "xi", 1), (SpatialECM, "beta", 1)]
    yield from [(ECM, "init", None), (SpatialECM, "metric", "mahalanobis")]


@pytest.mark.parametrize("method, name, value", list(cases()))
def test_what_is_not_allowed_is_refused_by_name(method, name, value):
    with pytest.raises(DataError, match=rf"^{name} must be .*; found "):
        method(**{name: value}).fit(DATA.get(method, X))


@pytest.mark.parametrize("method", METHODS)
def test_every_argument_has_a_constraint(method):
    assert set(method.constraints) == set(inspect.signature(method).parameters)


@pytest.mark.parametrize("method", [ECM, RECM, CECM, SpatialECM])
@pytest.mark.parametrize("delta", [1e-300, 1e-150, 1e150])
def test_extreme_deltas_give_numbers(method, delta):
    model = method(2, delta=delta, random_state=0).fit(DATA.get(method, X))
    assert np.isfinite(model.criterion_)
    assert np.isfinite(model.prototypes_).all()
    assert np.isfinite(model.partition_.mass).all()


@pytest.mark.parametrize("beta", [1 + 1e-12, 1e6, 1e300])
@pytest.mark.parametrize("alpha", [0, 100])
@pytest.mark.parametrize("method", [ECM, RECM])
def test_extreme_powers_give_numbers(method, alpha, beta):
    model = method(3, alpha, beta, random_state=0).fit(DATA.get(method, X))
    assert np.isfinite(model.criterion_)
    assert np.isfinite(model.partition_.mass).all()


@pytest.mark.parametrize("method", [ECM, CECM, EVCLUS, EKNNclus])
@pytest.mark.parametrize("scale, sentence", [(1e153, "so far apart"), (1e-155, "so close")])
def test_points_beyond_floating_point_raise_a_clear_error(method, scale, sentence):
    with pytest.raises(DataError, match=sentence):
        method().fit(X * scale)


@pytest.mark.parametrize("method", [ECM, CECM, EVCLUS, EKNNclus, RECM])
@pytest.mark.parametrize("scale", [2.0**-300, 2.0**20, 2.0**300])
def test_units_do_not_matter(method, scale):
    """Powers of two change no digit, so the runs are the same to the last one."""
    own = {"delta": 3.0} if method in (ECM, CECM, RECM) else {}
    model = method(random_state=0, **own).fit(DATA.get(method, X))
    own = {name: value * scale for name, value in own.items()}
    other = method(random_state=0, **own).fit(DATA.get(method, X) * scale)
    assert other.n_iter_ == model.n_iter_
    assert other.ending_ == model.ending_
    np.testing.assert_array_equal(other.labels_, model.labels_)
    if method is EVCLUS:
        assert other.criterion_ == pytest.approx(model.criterion_, rel=1e-12)
    elif method is not EKNNclus:
        np.testing.assert_allclose(other.history_.criterion, model.history_.criterion * scale**2,
                                   rtol=1e-9)  # fmt: skip


@pytest.mark.parametrize("scale", [1e153, 1e-155])
@pytest.mark.parametrize(
    "model", [RECM(), EVCLUS(metric="precomputed"), EKNNclus(metric="precomputed")]
)
def test_dissimilarities_beyond_floating_point_raise_a_clear_error(model, scale):
    with pytest.raises(DataError, match="leaves the range of numbers"):
        model.fit(DATA[RECM] * scale)


@pytest.mark.parametrize("beta, scale", [(1e3, 1e3), (1e3, 1e-3), (1e300, 10.0), (4, 1e-100)])
def test_powers_of_distances_beyond_floating_point_raise_a_clear_error(beta, scale):
    with pytest.raises(DataError, match=r"to the power of beta .* leave the range of numbers"):
        EKNNclus(3, beta=beta).fit(X * scale)


def test_few_neighbours_and_few_labels_raise_errors_about_the_arguments_not_the_data():
    with pytest.raises(DataError, match="from 1 to 11"):
        EKNNclus(12).fit(X)
    with pytest.raises(DataError, match="13 clusters need at least as many objects; found 12"):
        ECM(13, focal="simple").fit(X)
