"""Evidential c-means for images beside its equation."""

import numpy as np
import pytest

from belieflab import DataError
from belieflab.clustering import ECM, SpatialECM


def striped(seed=0, noise=0.7):
    rng = np.random.default_rng(seed)
    truth = np.zeros((12, 15), dtype=int)
    truth[:, 7:] = 1
    return truth * 2.0 + noise * rng.normal(size=truth.shape), truth


def neighbourhood(shape, row, column, weight, radius):
    """(row, column, w) of a pixel and its neighbours, straight from the definition."""
    around = [
        (r, c)
        for r in range(max(0, row - radius), min(shape[0], row + radius + 1))
        for c in range(max(0, column - radius), min(shape[1], column + radius + 1))
        if (r, c) != (row, column)
    ]
    return [(row, column, 1 - weight)] + [(r, c, weight / len(around)) for r, c in around]


@pytest.mark.parametrize("radius", [1, 2])
def test_masses_and_criterion_are_their_definition(radius):
    image = np.stack([striped(0)[0], striped(1)[0]], axis=2)
    model = SpatialECM(2, delta=3, neighbour_weight=0.6, radius=radius, max_iter=2, random_state=0)
    model.fit(image)
    centres = [None, model.prototypes_[0], model.prototypes_[1], model.prototypes_.mean(axis=0)]
    criterion = 0.0
    for i in range(image.shape[0] * image.shape[1]):
        near = neighbourhood(image.shape, *divmod(i, image.shape[1]), 0.6, radius)
        costs = np.array([9.0, 0, 0, 0])
        for mask in (1, 2, 3):
            gap = sum(w * ((image[r, c] - centres[mask]) ** 2).sum() for r, c, w in near)
            costs[mask] = gap * (2 if mask == 3 else 1)
        mass = (1 / costs) / (1 / costs).sum()
        np.testing.assert_allclose(model.partition_.mass[i], mass, atol=1e-9)
        criterion += (mass**2 * costs).sum()
    assert model.criterion_ == pytest.approx(criterion)


@pytest.mark.parametrize("weight", [0.2, 0.5, 1.0])
def test_the_criterion_never_rises(weight):
    for seed in range(5):
        model = SpatialECM(3, delta=3, neighbour_weight=weight, random_state=seed, tol=1e-12)
        criteria = model.fit(striped(seed)[0]).history_.criterion
        assert (np.diff(criteria) <= 1e-9 * criteria[:-1]).all()


def test_neighbours_mend_a_noisy_image():
    image, truth = striped()
    start = [[0.0], [2.0]]
    plain = ECM(2, delta=5, init=start).fit(image.reshape(-1, 1))
    spatial = SpatialECM(2, delta=5, init=start, neighbour_weight=0.9).fit(image)
    mistakes = (spatial.labels_image() != truth).sum()
    assert mistakes < 0.5 * (plain.labels_.reshape(truth.shape) != truth).sum()


def test_the_same_image_is_predicted_as_it_was():
    image, _ = striped()
    model = SpatialECM(2, delta=5, random_state=0).fit(image)
    np.testing.assert_allclose(model.predict_mass(image).mass, model.partition_.mass, atol=1e-12)
    assert (model.predict(image[:4]) == model.predict_mass(image[:4]).labels()).all()


def test_without_neighbours_it_is_ecm():
    image, _ = striped()
    plain = ECM(2, delta=5, random_state=0).fit(image.reshape(-1, 1))
    spatial = SpatialECM(2, delta=5, random_state=0, neighbour_weight=0).fit(image)
    np.testing.assert_allclose(spatial.partition_.mass, plain.partition_.mass, atol=1e-9)


def test_bad_images_raise_a_clear_error():
    with pytest.raises(DataError, match="found shape"):
        SpatialECM(2).fit(np.zeros(5))
