"""A table or figure of a paper in one call, for a notebook."""

from pathlib import Path
from typing import Any

import pandas as pd

from belieflab.errors import DataError
from belieflab.experiments.experiment import summarise
from belieflab.experiments.papers import find_paper
from belieflab.experiments.pictures import draw_experiment
from belieflab.experiments.report import COLUMNS, as_records
from belieflab.experiments.running import run
from belieflab.experiments.store import ResultStore


def reproduce(
    name: str,
    *,
    quick: bool = False,
    replicates: int | None = None,
    seed: int | None = None,
    workers: int = 1,
    store: str | Path = ":memory:",
    data: str | Path | None = None,
) -> tuple[pd.DataFrame, Any]:
    """Compute a table or figure of a paper again, with the printed numbers beside ours.

    Parameters
    ----------
    name : str
        One of those that `python -m belieflab.experiments list` names.
    quick : bool
        A few replicates for a first look, instead of as many as the paper has.
    replicates : int, optional
        How many replicates, whatever `quick` says.
    seed : int, optional
        Another seed than the experiment's own.
    workers : int
        Processes on this machine; the numbers do not depend on it.
    store : str or Path
        A file in which results are kept: what it holds already is not computed again. By default
        nothing is kept.
    data : str or Path, optional
        A folder of original files that are not part of belieflab, for results that take one.

    Returns
    -------
    table : DataFrame
        One row per number: `panel`, `series`, `column`, `paper` (as printed), `ours`, their
        `difference`, the standard error `se`, the 95 % interval `low` to `high`, `replicates`, and
        whether it is significantly the `best`.
    figure : plotly.graph_objects.Figure
        The figure, with the paper's numbers where it prints any.

    Examples
    --------
    >>> from belieflab import reproduce
    >>> table, figure = reproduce("denoeux2015-bernoulli")
    >>> table[["column", "paper", "ours"]].round(3).head(2).to_dict("list")  # doctest: +SKIP
    """
    _require_plotly()
    experiment = find_paper(name, None if data is None else Path(data))
    count = replicates or (experiment.quick if quick else experiment.replicates)
    jobs = experiment.jobs(count, seed)
    with ResultStore(store) as kept:
        for _ in run(jobs, kept, workers=workers, given=experiment.given):
            pass
        found = kept.read(jobs[0].seed, [cell.key for cell in experiment.cells])
    known = [result for result in found if result.job.replicate < count]
    summaries = summarise(experiment, known)
    table = pd.DataFrame(as_records(summaries), columns=list(COLUMNS)).drop(columns="cell")
    return table, draw_experiment(experiment, summaries)


def _require_plotly() -> None:
    """Say so before anything is computed for a figure that cannot be drawn."""
    try:
        import plotly  # noqa: F401
    except ModuleNotFoundError:
        raise DataError(
            "The figure needs plotly, which is not installed: pip install 'belieflab[plot]'."
        ) from None
