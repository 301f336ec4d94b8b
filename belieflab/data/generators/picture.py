"""A small picture, drawn here: four surfaces whose colours run into each other at the borders."""

import numpy as np
from numpy.typing import NDArray

from belieflab.data.dataset import Dataset
from belieflab.data.image_features import COLOURS

Floats = NDArray[np.float64]

HEIGHT, WIDTH = 72, 96
NAMES = ("sky", "hill", "lake", "sun")
PAINTS = np.array([[0.66, 0.80, 0.93], [0.36, 0.56, 0.27], [0.17, 0.32, 0.55], [0.97, 0.80, 0.30]])
BLUR, NOISE, LEVELS = 1.6, 0.06, 255.0
"""Standard deviations of the blur in pixels and of the noise; levels of a colour in a file."""


def draw_picture(_rng: np.random.Generator) -> Dataset:
    """Sun, sky, hill and lake, 96 × 72 pixels: always the same, and blurred before the noise."""
    truth = _surfaces()
    noise = NOISE * np.random.default_rng(20).standard_normal((HEIGHT, WIDTH, 3))
    seen = np.clip(_blurred(PAINTS[truth]) + noise, 0.0, 1.0)
    return Dataset(
        X=(np.rint(LEVELS * seen) / LEVELS).reshape(-1, 3),
        feature_names=COLOURS,
        truth=truth.ravel(),
        class_names=NAMES,
        name="Picture",
        source="A picture of 96 × 72 pixels, drawn for belieflab: blurred, then noisy.",
        image_shape=(HEIGHT, WIDTH),
    )


def _surfaces() -> NDArray[np.int64]:
    """Which surface each pixel shows [shape=(72, 96)]."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float64)
    truth = np.zeros((HEIGHT, WIDTH), dtype=np.int64)
    truth[np.hypot(y - 17, x - 71) < 11.5] = 3
    truth[y > 38 + 7 * np.sin(x / 15) - 0.08 * x] = 1
    truth[((y - 59) / 8.5) ** 2 + ((x - 37) / 25) ** 2 < 1] = 2
    return truth


def _blurred(image: Floats) -> Floats:
    """Every band smoothed by a Gaussian, down and then across; the edge goes on outside."""
    reach = int(np.ceil(3 * BLUR))
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / BLUR) ** 2)
    weights /= weights.sum()
    for axis in (0, 1):
        padding = [(reach, reach) if each == axis else (0, 0) for each in range(3)]
        wide = np.pad(image, padding, mode="edge")
        parts = [
            weight * np.take(wide, np.arange(k, k + image.shape[axis]), axis)
            for k, weight in enumerate(weights)
        ]
        image = np.sum(parts, axis=0)
    return image
