"""How far each annotator counts: weights that are learned, and what they do to a table."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.crowd.analysis import CrowdAnalysis
from belieflab.crowd.learning import analyse
from belieflab.data.crowd_answers import CrowdAnswers

Floats = NDArray[np.float64]


def learn_weights(
    answers: CrowdAnswers,
    model: str,
    weights: Floats,
    training: NDArray[np.bool_] | None = None,
) -> Floats:
    """How far the model believes each when all count the same; the muted stay so."""
    heard = (weights > 0).astype(np.float64)
    found = analyse(answers, len(weights), model, heard, training=training)
    return np.asarray(heard * found.believed)


def weighted_table(
    analysis: CrowdAnalysis,
    names: Sequence[str],
    weights: Floats,
    truth: NDArray[np.int64] | None = None,
) -> pd.DataFrame:
    """One row per annotator with the weight that their answers have.

    Answers that are discounted already are found more reliable: both together count.
    """
    table = analysis.table(names, truth)
    table.insert(1, "weight", weights)
    table["reliability"] *= np.where(weights > 0, weights, 1.0)
    return table
