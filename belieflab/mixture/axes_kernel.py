"""Turning the common axes of several scatter matrices, one pair of axes after another."""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel

Floats = NDArray[np.float64]


@kernel
def turn_axes(axes: Floats, scatters: Floats, squared: Floats) -> float:
    """Turn every pair of axes once, in place; returns the largest sine of a turn.

    `axes` D [shape=(p, p)] by columns, scatters W_k [shape=(K, p, p)], squared lengths a_kj
    [shape=(K, p)]. In the plane of axes l and m the unit vector u that minimises
    Σ_k (1/a_kl - 1/a_km) uᵀ W_k u becomes axis l: the lower eigenvector of a 2 × 2 matrix
    (Flury and Gautschi 1986). Σ_k tr(W_k D A_k⁻¹ Dᵀ) never rises.
    """
    n_components, p = squared.shape
    largest = 0.0
    for left in range(p - 1):
        for right in range(left + 1, p):
            on_left, across, on_right = 0.0, 0.0, 0.0
            for k in range(n_components):
                gain = 1.0 / squared[k, left] - 1.0 / squared[k, right]
                for i in range(p):
                    along_left, along_right = 0.0, 0.0
                    for j in range(p):
                        along_left += scatters[k, i, j] * axes[j, left]
                        along_right += scatters[k, i, j] * axes[j, right]
                    on_left += gain * axes[i, left] * along_left
                    across += gain * axes[i, left] * along_right
                    on_right += gain * axes[i, right] * along_right
            if across == 0.0 and on_left <= on_right:
                continue
            # the upper eigenvector stands at half this angle, the lower one a quarter turn on
            angle = 0.5 * np.arctan2(2.0 * across, on_left - on_right) + 0.5 * np.pi
            cosine, sine = np.cos(angle), np.sin(angle)
            if cosine < 0.0:
                cosine, sine = -cosine, -sine
            for i in range(p):
                before = axes[i, left]
                axes[i, left] = cosine * before + sine * axes[i, right]
                axes[i, right] = cosine * axes[i, right] - sine * before
            largest = max(largest, abs(sine))
    return largest
