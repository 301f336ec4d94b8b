"""Figures 2 and 3 of Côme et al. 2009: what precise labels are worth, and how they ease EM."""

from collections.abc import Mapping
from typing import Any

from belieflab.data.dataset import Dataset
from belieflab.experiments.cells import Cell, Job, Outcome
from belieflab.experiments.experiment import Experiment, Row, Summary, of_sweep
from belieflab.experiments.papers.come2009_tables import SOURCE
from belieflab.experiments.papers.numbers import read_numbers
from belieflab.experiments.sweep import (
    FRESH,
    Assessment,
    DataChoice,
    LawChoice,
    MethodChoice,
    Sweep,
)
from belieflab.mixture.sweep import (
    PAPER_LABEL_SETS,
    PAPER_LEVELS,
    PAPER_STARTS,
    CellKey,
    LandscapeSweep,
    load_paper_sample,
)

LANDSCAPE = "landscape"
"""Task: many starts on one label set, how many maxima they end on and after how many steps."""

STEPS = 20
"""Levels of Figure 2: 0, 0.05, …, 1."""


def make_figure2() -> Experiment:
    """Box plots of error rates over nonspecificity, for three distances and two sizes."""
    sweep = Sweep(
        name="come2009-fig2",
        data=tuple(
            DataChoice(
                "gaussians",
                {"classes": 2, "dimension": 10, "distance": distance, "size": size},
                title=f"δ = {distance:g}, N = {size}",
            )
            for distance in (1.0, 2.0, 4.0)
            for size in (1000, 2000)
        ),
        law=LawChoice("nonspecificity", "ns"),
        levels=tuple(step / STEPS for step in range(STEPS + 1)),
        methods=(
            MethodChoice("soft", {"start": "true parameters", "tol": 1e-8, "max_iter": 20_000}),
        ),
        replicates=200,
        test=Assessment(FRESH, size=5000),
    )
    return of_sweep(
        sweep,
        title="Error rates over the nonspecificity of the labels (Figure 2)",
        source=f"{SOURCE}, Figure 2",
        quick=3,
        column_title="mean nonspecificity of the labels (%)",
        lower_is_better=None,
        choices=(
            "The paper prints no numbers, only box plots; compare the shapes.",
            "Nonspecificity 0 is supervised and 1 unsupervised learning. Each label's value is "
            "uniform within 0.05 of the mean.",
            "EM starts from the true parameters and stops at a relative increase of 1e-8; the "
            "paper does not say. Earlier stops would hide how far unsupervised learning drifts.",
        ),
        draw=_draw_boxes,
    )


def make_figure3() -> Experiment:
    """Distinct maxima and iterations over nonspecificity, 200 starts, ten label sets."""
    rows = []
    for panel, measure in (
        ("distinct local maxima", "score"),
        ("iterations to convergence", "iterations"),
    ):
        for level in PAPER_LEVELS:
            cell = Cell(LANDSCAPE, {"level": level, "starts": PAPER_STARTS})
            rows.append(Row(panel, "", f"ns = {level:g}", cell, measure, at=level))
    return Experiment(
        name="come2009-fig3",
        title="Local maxima and iterations over the nonspecificity of the labels (Figure 3)",
        source=f"{SOURCE}, Figure 3",
        rows=tuple(rows),
        replicates=PAPER_LABEL_SETS,
        quick=1,
        value_title="mean over label sets",
        column_title="mean nonspecificity of the labels",
        paper=read_numbers("come2009-fig3"),
        choices=(
            "The paper draws curves without numbers; its text says that a single maximum is found "
            "below nonspecificity 0.25, which is the number compared here.",
            "Every start runs until the relative increase is below 1e-12 before maxima are counted "
            "(distinct when their parameters are more than 0.001 apart, as in the paper, here for "
            "standardised features; no relabelling): stopped at 1e-6, copies of one maximum count "
            "as up to 200.",
            "Iterations are those until the relative increase falls below 1e-6.",
            "One sample of 1000 points serves all ten label sets. A label's nonspecificity is "
            "uniform within 0.05 of the mean.",
        ),
    )


def explore(job: Job, _given: Mapping[str, Dataset]) -> Outcome:
    """One label set of Figure 3; the score is the number of maxima."""
    parts = job.cell.parameters
    sweep = LandscapeSweep(
        load_paper_sample(job.seed), n_starts=parts["starts"], seed=job.seed, batch=parts["starts"]
    )
    [*_, cell] = sweep.grow_cell(CellKey(parts["level"], job.replicate))
    return Outcome(float(cell.n_maxima), cell.iterations)


def _draw_boxes(experiment: Experiment, summaries: list[Summary], **look: Any) -> Any:
    from belieflab.figures.papers.panels import BoxPanel, draw_boxes

    panels = []
    for panel in dict.fromkeys(summary.row.panel for summary in summaries):
        here = [summary for summary in summaries if summary.row.panel == panel and summary.values]
        if here:
            places = [summary.row.at or 0.0 for summary in here]
            panels.append(BoxPanel(panel, places, [summary.values for summary in here]))
    if not panels:
        return None
    return draw_boxes(panels, experiment.column_title, experiment.value_title, **look)
