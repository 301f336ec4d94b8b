"""Several steps of EM of a star at once; see `belieflab.bayes.star_em`."""

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes.star_kernel import expect_star, fit_star
from belieflab.compiling import kernel

Floats = NDArray[np.float64]
Flag = NDArray[np.int64]

GOING_ON, CONVERGED, FELL = 0, 1, 2
"""Why some steps of EM ended."""


@kernel
def run_star(
    features: Floats,
    log_plausibility: Floats,
    row_weights: Floats,
    floors: Floats,
    root: int,
    smallest: float,
    limits: Floats,
    criterion: float,
    priors: Floats,
    means: Floats,
    slopes: Floats,
    variances: Floats,
    criteria: Floats,
    states: Floats,
    notes: Flag,
    stop: Flag,
) -> tuple[int, int]:
    """Some steps of EM at once, as `mixture.em.run_em` makes them; returns how many, and why so.

    From the parameters given, whose places hold those after the last M step at the end. `limits`
    are (absolute, relative, rounding): an increase of L below absolute + relative |L| has
    converged, a fall by more than rounding max(|L|, Σ w) is refused; then Σ w, and what features
    that are not here add to L.
    `criterion` is L of the step before, -∞ at the start. Per step its L goes to `criteria`
    [shape=(steps,)], its parameters to `states` [shape=(steps, K, 1 + 3 p)] (prior, means, slopes,
    variances) and what was met before it to `notes` (1: a floor, 2: a class without objects).
    """
    n_classes, p = means.shape
    counts, first = np.empty(n_classes), np.empty((n_classes, p))
    squares, crosses = np.empty((n_classes, p)), np.empty((n_classes, p))
    none, met = np.empty((n_classes, 0)), 0
    for step in range(len(criteria)):
        found = expect_star(
            features,
            log_plausibility,
            row_weights,
            1.0,
            priors,
            means,
            slopes,
            1.0 / np.sqrt(variances),
            max(root, 0),
            0,
            features.shape[1],
            counts,
            first,
            squares,
            crosses,
            none,
            stop,
        )
        found += limits[4]
        if not np.isfinite(found) or found < criterion - limits[2] * max(abs(criterion), limits[3]):
            return step, FELL
        criteria[step], notes[step] = found, met
        states[step, :, 0] = priors
        states[step, :, 1 : 1 + p] = means
        states[step, :, 1 + p : 1 + 2 * p] = slopes
        states[step, :, 1 + 2 * p :] = variances
        if found - criterion < limits[0] + limits[1] * abs(criterion) and criterion > -np.inf:
            return step + 1, CONVERGED
        criterion = found
        if fit_star(
            counts, first, squares, crosses, smallest, floors, root, means, slopes, variances
        ):
            met |= 1
        total = 0.0
        for k in range(n_classes):
            if counts[k] > smallest:
                total += counts[k]
            else:
                counts[k] = 0.0
                met |= 2
        for k in range(n_classes):
            priors[k] = counts[k] / total
    return len(criteria), GOING_ON
