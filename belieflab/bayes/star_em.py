"""EM of naive Bayes and of AODE's models, some steps at a time in compiled code.

One step on a few thousand objects takes less time than Python needs between two of them. The
steps are those of `mixture.em.run_em`, which does the same for all other networks.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes.components import NetworkComponents
from belieflab.bayes.density import NetworkParameters
from belieflab.bayes.star_em_kernel import CONVERGED, FELL, run_star
from belieflab.errors import DataError
from belieflab.iteration import Ending, check_stop, current_flag
from belieflab.mixture.components import StepMaker
from belieflab.mixture.em import NO_START, ROUNDING, MixtureLoop, MixtureStep, StopRule
from belieflab.mixture.expectation_kernel import EMPTY_COUNT
from belieflab.segments import SEGMENT_ROWS

Floats = NDArray[np.float64]

STEPS = 8
"""Steps at a time."""


def has_compiled_steps(components: StepMaker, stop: StopRule) -> bool:
    """Whether these densities are a star on few enough rows, and EM ends by the likelihood."""
    return (
        type(components) is NetworkComponents
        and components.is_star
        and components.label_model is None
        and components.n <= SEGMENT_ROWS
        and stop.by != "posterior"
    )


def run_star_em(
    components: NetworkComponents,
    log_plausibility: Floats,
    start: NetworkParameters,
    stop: StopRule,
    first_iteration: int,
) -> MixtureLoop:
    """What `run_em` yields and returns for a star."""
    weights, (means, slopes, variances) = start.weights.copy(), components.star_parameters(start)
    total = components.total_weight
    offset = components.class_free_likelihood
    limits = np.array([*stop.limits(total), ROUNDING, total, offset])
    smallest = EMPTY_COUNT * components.total_weight / components.n
    given = (components.features, log_plausibility, components.row_weights, components.floors)
    iteration, criterion, left = first_iteration, -np.inf, stop.max_iter + 1
    while left > 0:
        criteria, notes = np.empty(min(STEPS, left)), np.empty(min(STEPS, left), dtype=np.int64)
        states = np.empty((len(criteria), len(means), 1 + 3 * means.shape[1]))
        done, why = run_star(
            *given,
            components.root,
            smallest,
            limits,
            criterion,
            weights,
            means,
            slopes,
            variances,
            criteria,
            states,
            notes,
            current_flag().array,
        )
        check_stop()
        if done == 0 and iteration == first_iteration:
            raise DataError(NO_START)
        for place in range(done):
            yield _step(
                components, start, iteration + place, criteria[place], states[place], notes[place]
            )
        iteration, left = iteration + done, left - done
        if why != 0:
            return {CONVERGED: Ending.CONVERGED, FELL: Ending.FELL}[why]
        criterion = float(criteria[done - 1])
    return Ending.MAX_ITER


def _step(
    components: NetworkComponents,
    start: NetworkParameters,
    iteration: int,
    criterion: float,
    state: Floats,
    met: int,
) -> MixtureStep:
    if met & 1:
        components.note_floor()
    if met & 2:
        components.note_empty()
    p = len(components.order)
    parameters = start._replace(
        weights=state[:, 0].copy(),
        means=start.means.copy(),
        coefficients=start.coefficients.copy(),
        variances=start.variances.copy(),
    )
    parts = state[:, 1 : 1 + p], state[:, 1 + p : 1 + 2 * p], state[:, 1 + 2 * p :]
    components.put_star_parameters(parameters, *parts)
    notes = tuple(components.notes.values())
    return MixtureStep(iteration, float(criterion), parameters, notes=notes)
