"""Numbers, table, Formula and Code of the Landscape page."""

import numpy as np
import pandas as pd

from belieflab.data.dataset import Dataset
from belieflab.iteration import Ending
from belieflab.mixture import Maximum
from belieflab.mixture.maxima import highest
from belieflab.mixture.sweep import PAPER_LABEL_SETS, LandscapeSweep
from belieflab.ui.method.code_tab import Name, format_call, snippet_for_workspace
from belieflab.ui.method.formula_tab import Formula, Symbol
from belieflab.ui.pages.landscape.run import Expedition
from belieflab.ui.pages.landscape.settings import DRAWN, GIVEN, USUAL_STARTS, Settings
from belieflab.ui.shell.workspace import Workspace

_COME = "Côme, Oukhellou, Denœux and Aknin 2009, Learning from partially supervised data"

BIG_NUMBER = """
<div style="display:flex; align-items:baseline; gap:.9rem; flex-wrap:wrap;
  font-variant-numeric:tabular-nums;">
<span class="big-number" style="font-size:3.6rem; font-weight:650; line-height:1;">{count}</span>
<span style="font-size:1.1rem;">{words}</span></div>
"""


def big_number(maxima: list[Maximum], expedition: Expedition) -> str:
    """The count of maxima as HTML, with one sentence that says what else is known."""
    n_starts, best = len(expedition.starts), highest(maxima)
    gone = sum(maximum.collapsed for maximum in maxima)
    words = [
        f"distinct {'maximum' if len(maxima) == 1 else 'maxima'} after {n_starts} "
        f"start{'' if n_starts == 1 else 's'}; {best.basin} of them end"
        f"{'s' if best.basin == 1 else ''} on the highest{' that is sound' if gone else ''}, "
        f"log-likelihood {best.criterion:,.2f}"
    ]
    if gone:
        words.append(
            f"{gone} collapsed onto too few points (crosses), where the likelihood has no bound"
        )
    slow = sum(run.ending is Ending.MAX_ITER for run in expedition.starts)
    if slow:
        words.append(f"{slow} starts were still rising when they were stopped")
    return BIG_NUMBER.format(count=len(maxima), words="; ".join(words) + ".")


def maxima_table(maxima: list[Maximum], expedition: Expedition) -> pd.DataFrame:
    """One row per maximum, highest first."""
    iterations = expedition.iterations()
    rows = {
        "log-likelihood": [maximum.criterion for maximum in maxima],
        "starts": [maximum.basin for maximum in maxima],
        "mean iterations": [float(iterations[maximum.starts].mean()) for maximum in maxima],
        "found by start": [maximum.first + 1 for maximum in maxima],
        "collapsed": [maximum.collapsed for maximum in maxima],
    }
    weights = np.array([maximum.parameters.weights for maximum in maxima])
    rows |= {f"π {k + 1}": weights[:, k].tolist() for k in range(weights.shape[1])}
    table = pd.DataFrame(rows, index=np.arange(1, len(maxima) + 1))
    table.index.name = "maximum"
    return table


def scores(maxima: list[Maximum], expedition: Expedition) -> dict[str, float]:
    """What a pinned landscape is compared by."""
    return {
        "distinct maxima": float(len(maxima)),
        "starts on the highest": float(highest(maxima).basin),
        "highest log-likelihood": highest(maxima).criterion,
        "mean iterations": float(expedition.iterations().mean()),
    }


def formulas(
    dataset: Dataset, expedition: Expedition, maxima: list[Maximum], relabel: bool
) -> list[Formula]:
    """The equations in use, with what their symbols are at present."""
    landscape = expedition.landscape
    return [
        Formula(
            "The criterion whose local maxima are counted",
            r"L(\Psi) = \sum_{i=1}^{n} \ln \sum_{k=1}^{K} pl_{ik}\, \pi_k f(x_i; \mu_k, \Sigma_k)",
            f"{_COME}, equation (50)",
            (
                Symbol("n", "objects", dataset.n),
                Symbol("K", "components", len(maxima[0].parameters.weights)),
                Symbol("L", "at the highest maximum", maxima[0].criterion),
            ),
        ),
        Formula(
            "How imprecise a label is",
            r"NS(m) = \frac{1}{\ln K} \sum_{A \neq \emptyset} m(A) \ln |A|",
            f"{_COME}, equation (54), divided by ln K",
            (Symbol("NS", "mean over the labels", _mean_nonspecificity(expedition)),),
        ),
        Formula(
            "Where a start begins",
            r"\mu_k \sim \mathcal{N}(\bar{x}, S), \quad \Sigma_k = S, \quad \pi_k = 1/K",
            f"{_COME}, footnote 3; x̄ and S are the mean and covariance of all the data",
        ),
        Formula(
            "When two solutions are two maxima",
            r"\min_{\sigma} \lVert \Psi_{\sigma} - \Psi' \rVert > d"
            if relabel
            else r"\lVert \Psi - \Psi' \rVert > d",
            f"{_COME}, §5.1.3, footnote 1; for standardised features"
            + ("; σ runs over the orders of the components" if relabel else ""),
            (
                Symbol("d", "largest distance within one maximum", landscape.distance),
                Symbol(r"\varepsilon", "increase per object at which a start ends", landscape.tol),
                Symbol(
                    r"\varepsilon_0",
                    "increase per object until which iterations count",
                    landscape.counting_tol,
                ),
            ),
        ),
    ]


def code(workspace: Workspace, settings: Settings, relabel: bool) -> str:
    """Python that counts the same maxima again."""
    arguments: dict[str, object] = {}
    if settings.n_components is not None:
        arguments["n_components"] = settings.n_components
    if settings.n_starts != USUAL_STARTS:
        arguments["n_starts"] = settings.n_starts
    if relabel:
        arguments["relabel"] = True
    arguments["random_state"] = settings.seed
    lines = [snippet_for_workspace(workspace).rstrip(), ""]
    if settings.source == DRAWN:
        drawn = {"seed": settings.seed, "ns": settings.ns}
        built = format_call("build_labels", ["nonspecificity", Name("dataset")], drawn)
        lines += ["from belieflab.data import build_labels", "", f"labels = {built}"]
    training = "labels" if settings.source in (DRAWN, GIVEN) else "None"
    return "\n".join(
        [
            *lines,
            "from belieflab.mixture import Landscape",
            "",
            f"landscape = {format_call('Landscape', [], arguments)}",
            f"landscape.fit(dataset.X, {training})",
            "print(landscape.n_maxima_, landscape.n_iter_.mean())",
            "for maximum in landscape.maxima_:",
            "    print(maximum.criterion, maximum.basin, maximum.parameters.weights)",
            "",
        ]
    )


def sweep_code(workspace: Workspace, sweep: LandscapeSweep) -> str:
    """Python that draws the same Figure 3 again."""
    arguments: dict[str, object] = {}
    if sweep.n_label_sets != PAPER_LABEL_SETS:
        arguments["n_label_sets"] = sweep.n_label_sets
    if sweep.n_starts != USUAL_STARTS:
        arguments["n_starts"] = sweep.n_starts
    if sweep.relabel:
        arguments["relabel"] = True
    arguments["seed"] = sweep.seed
    return "\n".join(
        [
            snippet_for_workspace(workspace).rstrip(),
            "",
            "from belieflab.mixture import LandscapeSweep",
            "",
            f"sweep = {format_call('LandscapeSweep', [Name('dataset')], arguments)}",
            "for step in sweep.iterate():",
            "    pass  # sweep.cells grows; break here and iterate again to go on later",
            "for average in sweep.averages():",
            "    print(average.level, average.n_maxima, average.iterations)",
            "",
        ]
    )


def sweep_table(sweep: LandscapeSweep) -> pd.DataFrame:
    """One row per level: means over label sets and their standard errors."""
    return pd.DataFrame(
        [
            {
                "nonspecificity": average.level,
                "label sets": average.label_sets,
                "maxima": average.n_maxima,
                "± maxima": average.n_maxima_error,
                "iterations": average.iterations,
                "± iterations": average.iterations_error,
            }
            for average in sweep.averages()
        ]
    )


def _mean_nonspecificity(expedition: Expedition) -> float:
    labels = expedition.labels
    return 1.0 if labels is None else float(labels.nonspecificity().mean())
