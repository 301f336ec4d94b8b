import numpy as np
import pytest

from belieflab import DataError
from belieflab.data.dataset import Dataset
from belieflab.data.projection import find_projection
from belieflab.data.samples import load_sample
from belieflab.mixture.gaussian import GaussianParameters, gaussian_log_joint
from belieflab.mixture.label_noise import NoisyParameters
from belieflab.mixture.planar import LEVELS, see
from belieflab.mixture.proportions import Proportions
from belieflab.mixture.weibull import WeibullParameters

SPAN = (1.0, 9.0)


@pytest.fixture
def data():
    rng = np.random.default_rng(3)
    return Dataset(rng.normal(size=(400, 3)) @ rng.normal(size=(3, 3)), ("a", "b", "c"))


@pytest.fixture
def parameters():
    rng = np.random.default_rng(4)
    roots = rng.normal(size=(2, 3, 3))
    return GaussianParameters(
        np.array([0.3, 0.7]), rng.normal(size=(2, 3)), roots @ roots.swapaxes(1, 2)
    )


@pytest.mark.parametrize("axes", [("x1", "x3"), ("pc1", "pc2"), ("x2", "pc1")])
def test_an_ellipse_holds_95_percent_of_what_its_component_throws_on_the_plane(
    data, parameters, axes
):
    view = find_projection(data, *axes)
    outline = see(parameters, view).outlines("95 %", SPAN)
    rng = np.random.default_rng(5)
    for k in range(2):
        draws = rng.multivariate_normal(parameters.means[k], parameters.covariances[k], 40_000)
        places = draws @ view.loadings - view.shift
        assert inside(places, outline[k]).mean() == pytest.approx(0.95, abs=0.005)


def test_one_and_two_sigma_are_distances_in_deviations(data, parameters):
    view = find_projection(data, "x1", "x2")
    seen = see(parameters, view)
    inverse = np.linalg.inv(parameters.covariances[0][:2, :2])
    for level, radius in (("1 σ", 1.0), ("2 σ", 2.0)):
        steps = seen.outlines(level, SPAN)[0] - parameters.means[0, :2]
        np.testing.assert_allclose(np.einsum("ij,jk,ik->i", steps, inverse, steps), radius**2)


def test_the_plane_of_two_features_shows_the_mixture_itself():
    rng = np.random.default_rng(0)
    flat = Dataset(rng.normal(size=(50, 2)), ("a", "b"))
    parameters = GaussianParameters(
        np.array([0.4, 0.6]), rng.normal(size=(2, 2)), np.tile(np.eye(2), (2, 1, 1))
    )
    seen = see(parameters, find_projection(flat, "x1", "x2"))
    np.testing.assert_allclose(seen.log_joint(flat.X), gaussian_log_joint(parameters, flat.X))


def test_the_marginal_integrates_to_the_proportions(data, parameters):
    seen = see(parameters, find_projection(data, "pc1", "x2"))
    side = np.linspace(-25, 25, 401)
    places = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    total = np.exp(seen.log_joint(places)).sum(axis=0) * (side[1] - side[0]) ** 2
    np.testing.assert_allclose(total, parameters.weights, rtol=1e-3)


def test_one_feature_over_the_row_number_is_a_band():
    line = Dataset(np.arange(9.0)[:, None], ("a",))
    parameters = GaussianParameters(np.ones(1), np.array([[2.0]]), np.array([[[4.0]]]))
    seen = see(parameters, find_projection(line, "x1", "row"))
    outline = seen.outlines("1 σ", SPAN)[0]
    assert outline[:, 0].min() == 0.0 and outline[:, 0].max() == 4.0
    assert outline[:, 1].min() == 1.0 and outline[:, 1].max() == 9.0
    np.testing.assert_array_equal(seen.centres(SPAN), [[2.0, 5.0]])
    assert seen.log_joint(np.array([[2.0, 77.0]]))[0, 0] == pytest.approx(
        -0.5 * np.log(2 * np.pi * 4)
    )


def test_the_same_axis_twice_is_a_line_not_a_breakdown(data, parameters):
    seen = see(parameters, find_projection(data, "x1", "x1"))
    outline = seen.outlines("95 %", SPAN)
    np.testing.assert_allclose(outline[..., 0], outline[..., 1], atol=1e-6)
    assert np.isfinite(seen.log_joint(np.ones((2, 2)))).all()


def test_a_weibull_outline_holds_its_share_and_stays_positive():
    parameters = WeibullParameters(np.ones(1), np.array([[1.5, 4.0]]), np.array([[1.0, 3.0]]))
    rng = np.random.default_rng(1)
    draws = parameters.scales * rng.weibull(parameters.shapes, size=(40_000, 2))
    data = Dataset(draws[:100], ("a", "b"))
    outline = see(parameters, find_projection(data, "x1", "x2")).outlines("95 %", SPAN)[0]
    assert (outline > 0).all()
    assert inside(draws, outline).mean() == pytest.approx(0.95, abs=0.005)
    seen = see(parameters, find_projection(data, "x1", "x2"))
    assert seen.log_joint(np.array([[-1.0, 2.0]]))[0, 0] == -np.inf


def test_weibulls_along_other_directions_keep_their_moments():
    parameters = WeibullParameters(np.ones(1), np.array([[1.5, 4.0]]), np.array([[1.0, 3.0]]))
    draws = parameters.scales * np.random.default_rng(1).weibull(
        parameters.shapes, size=(200_000, 2)
    )
    view = find_projection(Dataset(draws, ("a", "b")), "pc1", "pc2")
    centre = see(parameters, view).centres(SPAN)[0]
    np.testing.assert_allclose(centre, (draws @ view.loadings - view.shift).mean(axis=0), atol=0.01)


def test_flips_are_looked_through_and_other_densities_refused(data, parameters):
    view = find_projection(data, "x1", "x2")
    noisy = see(NoisyParameters(parameters, np.eye(2)), view)
    np.testing.assert_array_equal(noisy.centres(SPAN), see(parameters, view).centres(SPAN))
    with pytest.raises(DataError, match="Gaussian and Weibull"):
        see(Proportions(np.ones(1)), view)


def test_every_level_has_a_meaning():
    iris = load_sample("iris")
    parameters = GaussianParameters(
        np.ones(1), iris.X.mean(axis=0)[None], np.cov(iris.X.T, bias=True)[None]
    )
    view = find_projection(iris, "pc1", "pc2")
    widths = [np.ptp(see(parameters, view).outlines(level, SPAN)[0, :, 0]) for level in LEVELS]
    assert widths[1] < widths[2] < widths[0]


def inside(places, outline):
    """Whether places lie inside a star-shaped outline around its middle."""
    middle = outline[:-1].mean(axis=0)
    angles = np.arctan2(*(outline[:-1] - middle).T[::-1])
    radii = np.hypot(*(outline[:-1] - middle).T)
    order = np.argsort(angles)
    theirs = np.arctan2(*(places - middle).T[::-1])
    limit = np.interp(theirs, angles[order], radii[order], period=2 * np.pi)
    return np.hypot(*(places - middle).T) <= limit
