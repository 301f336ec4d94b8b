"""Classes that no straight line parts: rings and moons."""

import numpy as np
from numpy.typing import NDArray

from belieflab.data.dataset import Dataset
from belieflab.data.generators.names import numbered


def draw_rings(
    rng: np.random.Generator, *, rings: int = 2, noise: float = 0.15, size: int = 400
) -> Dataset:
    """Concentric circles of radii 1, 2, …, one class each, with Gaussian noise around them."""
    truth = equal_shares(rng, rings, size)
    angle = 2 * np.pi * rng.random(size)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    return Dataset(
        X=(truth + 1)[:, None] * circle + noise * rng.standard_normal((size, 2)),
        feature_names=("x1", "x2"),
        truth=truth,
        class_names=numbered("ring", rings),
        name="Rings",
        source=f"{rings} generated rings around one centre.",
    )


def draw_moons(rng: np.random.Generator, *, noise: float = 0.15, size: int = 400) -> Dataset:
    """Two half circles of radius 1 that grip into each other, with Gaussian noise around them."""
    truth = equal_shares(rng, 2, size)
    angle = np.pi * rng.random(size)
    upper = np.column_stack([np.cos(angle), np.sin(angle)])
    lower = np.array([1.0, 0.5]) - upper
    return Dataset(
        X=np.where(truth[:, None] == 0, upper, lower) + noise * rng.standard_normal((size, 2)),
        feature_names=("x1", "x2"),
        truth=truth,
        class_names=("upper moon", "lower moon"),
        name="Moons",
        source="Two generated half circles that grip into each other.",
    )


def equal_shares(rng: np.random.Generator, classes: int, size: int) -> NDArray[np.int64]:
    """Classes in random order, their sizes as equal as the total allows [shape=(n,)]."""
    return rng.permutation(np.arange(size, dtype=np.int64) % classes)
