"""Anderson's acceleration of a fixed-point iteration x ← g(x), for the last stretch of EM.

Near its limit EM contracts linearly, and slowly where components overlap. The residuals
f(x) = g(x) - x of the last steps then span the directions in which it is slow. The next point is
the combination of the last images whose combined residual is smallest (Anderson 1965; Walker and
Ni 2011): x⁺ = g - Σ_i γ_i Δg_i with γ = argmin ‖f - Σ_i γ_i Δf_i‖.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel, summing_kernel

DEPTH = 6
"""How many steps back the combination looks."""

SMALLEST_PIVOT = 1e-12
"""Of the normal equations with a unit diagonal: below it a change depends on newer ones."""

STEADY_STEPS, STEADY_CHANGE = 3, 0.01
"""EM contracts linearly when in each of so many steps 1 - ratio changed by less than this share.

Passing by a saddle its moves shrink too, but the ratio then goes on rising towards 1 and above.
"""

REACH, LONGEST_STEP = 1.0, 0.1
"""Longest step beyond the image: in units of the way that the ratio leaves to go, and outright."""

MAX_DRIFT = 3.0
"""How far a run may end from where acceleration began, in the same units."""

LARGEST_GROWTH = 2.0
"""Growth of a move after which the past is forgotten."""

NORM, RATIO, STEADY, CHANGES, PACE, BEGAN, RANGE, LONGEST_ACCELERATED = 0, 1, 2, 3, 4, 5, 6, 7
"""Places in `Track.numbers`: length of the last move, its ratio to the one before, steady steps,
changes remembered (-1: not even a move), ratio / (1 - ratio) when acceleration began, the length of
the move then (0: not accelerated), how far from there the run may go, and the longest move from
which it may be accelerated."""
N_NUMBERS = 8

Floats = NDArray[np.float64]


class Track(NamedTuple):
    """The last steps of a run: x, its image g(x), the residual g(x) - x, and their changes.

    `anchor` is where acceleration began. `numbers` holds what changes from step to step.
    """

    image: Floats
    residual: Floats
    last_image: Floats
    last_residual: Floats
    image_changes: Floats
    residual_changes: Floats
    anchor: Floats
    numbers: Floats


@kernel
def make_track(size: int) -> Track:
    """An empty track of vectors of that size."""
    numbers = np.zeros(N_NUMBERS)
    numbers[CHANGES] = -1.0
    numbers[LONGEST_ACCELERATED] = np.inf
    return Track(
        np.zeros(size),
        np.zeros(size),
        np.zeros(size),
        np.zeros(size),
        np.zeros((DEPTH, size)),
        np.zeros((DEPTH, size)),
        np.zeros(size),
        numbers,
    )


@kernel
def reset(track: Track) -> None:
    """Forget the past steps; acceleration waits until EM contracts steadily again."""
    track.numbers[CHANGES] = -1.0
    track.numbers[STEADY] = 0.0


@kernel
def record(track: Track, here: Floats, image: Floats) -> None:
    """Take in one step of the iteration, from `here` to its image."""
    numbers = track.numbers
    last_norm, last_ratio = numbers[NORM], numbers[RATIO]
    track.image[:] = image
    track.residual[:] = image - here
    norm = np.sqrt(inner(track.residual, track.residual))
    numbers[NORM] = norm
    if numbers[CHANGES] < 0 or norm > LARGEST_GROWTH * last_norm:
        reset(track)
        numbers[CHANGES] = 0.0
        numbers[RATIO] = 0.0
    else:
        row = int(numbers[CHANGES]) % DEPTH
        track.image_changes[row] = track.image - track.last_image
        track.residual_changes[row] = track.residual - track.last_residual
        numbers[CHANGES] += 1.0
        if not is_steady(track):
            ratio = norm / last_norm
            steady = ratio < 1.0 and abs(ratio - last_ratio) <= STEADY_CHANGE * (1.0 - ratio)
            numbers[STEADY] = numbers[STEADY] + 1.0 if steady else 0.0
            numbers[RATIO] = ratio
    track.last_image[:] = track.image
    track.last_residual[:] = track.residual


@kernel
def is_steady(track: Track) -> bool:
    """Whether the iteration contracts linearly, and its moves are short enough."""
    numbers = track.numbers
    return bool(numbers[STEADY] >= STEADY_STEPS and numbers[NORM] <= numbers[LONGEST_ACCELERATED])


@kernel
def propose(track: Track, out: Floats) -> None:
    """Write an accelerated point beyond the last image; the first one drops the anchor there."""
    numbers = track.numbers
    if numbers[BEGAN] == 0.0:
        numbers[BEGAN] = numbers[NORM]
        numbers[PACE] = numbers[RATIO] / (1.0 - numbers[RATIO])
        numbers[RANGE] = MAX_DRIFT * numbers[PACE] * numbers[NORM]
        track.anchor[:] = track.image
    longest = min(LONGEST_STEP, REACH * numbers[PACE] * numbers[NORM])
    extrapolate(track, int(numbers[CHANGES]), longest, out)


@kernel
def has_drifted(track: Track, point: Floats) -> bool:
    """Whether a point lies farther from the anchor than the way that was left to go there."""
    if track.numbers[BEGAN] == 0.0:
        return False
    total = 0.0
    for i in range(point.shape[0]):
        total += (point[i] - track.anchor[i]) ** 2
    return bool(np.sqrt(total) > track.numbers[RANGE])


@kernel
def return_to_anchor(track: Track, out: Floats) -> None:
    """Write the anchor, and do not accelerate again before moves are half as long as there."""
    out[:] = track.anchor
    track.numbers[LONGEST_ACCELERATED] = 0.5 * track.numbers[BEGAN]
    track.numbers[BEGAN] = 0.0
    reset(track)


@summing_kernel
def inner(a: Floats, b: Floats) -> float:
    """Σ_i a_i b_i."""
    total = 0.0
    for i in range(a.shape[0]):
        total += a[i] * b[i]
    return total


@kernel
def extrapolate(track: Track, n_changes: int, longest: float, out: Floats) -> None:
    """Write the combination of the last images, at most `longest` away from the last."""
    depth = min(n_changes, DEPTH)
    shares = combine(track.residual, track.residual_changes, n_changes, depth)
    out[:] = 0.0
    for a in range(depth):
        row = track.image_changes[(n_changes - 1 - a) % DEPTH]
        for i in range(out.shape[0]):
            out[i] -= shares[a] * row[i]
    length = np.sqrt(inner(out, out))
    scale = 1.0 if length <= longest else longest / length
    for i in range(out.shape[0]):
        out[i] = track.image[i] + scale * out[i]


@kernel
def combine(residual: Floats, changes: Floats, n_changes: int, depth: int) -> Floats:
    """γ [shape=(depth,)], the newest change first; those that add nothing new get 0.

    Change t stands in row t mod DEPTH. The normal equations are scaled to a unit diagonal, as
    residuals shrink by orders of magnitude, and solved by Cholesky's method; it ends at the first
    change that depends on newer ones.
    """
    table, right = np.zeros((depth, depth)), np.zeros(depth)
    scales, shares = np.zeros(depth), np.zeros(depth)
    for a in range(depth):
        newer = changes[(n_changes - 1 - a) % DEPTH]
        square = inner(newer, newer)
        if not square > 0.0:
            depth = a
            break
        scales[a] = 1.0 / np.sqrt(square)
        right[a] = scales[a] * inner(newer, residual)
        for b in range(a + 1):
            older = changes[(n_changes - 1 - b) % DEPTH]
            table[a, b] = scales[a] * scales[b] * inner(newer, older)
    rank = 0
    for a in range(depth):
        for b in range(a + 1):
            value = table[a, b]
            for c in range(b):
                value -= table[a, c] * table[b, c]
            if b < a:
                table[a, b] = value / table[b, b]
            elif value > SMALLEST_PIVOT:
                table[a, a] = np.sqrt(value)
                rank = a + 1
        if rank <= a:
            break
    for a in range(rank):
        for c in range(a):
            right[a] -= table[a, c] * right[c]
        right[a] /= table[a, a]
    for a in range(rank - 1, -1, -1):
        for c in range(a + 1, rank):
            right[a] -= table[c, a] * right[c]
        right[a] /= table[a, a]
    for a in range(rank):
        shares[a] = scales[a] * right[a]
    return shares
