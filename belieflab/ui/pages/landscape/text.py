"""Numbers, table, Formula and Code of the Landscape page."""

from itertools import chain

import numpy as np
import pandas as pd

from belieflab.formulas import Formula, Symbol
from belieflab.iteration import Ending
from belieflab.mixture import Landscape, Maximum
from belieflab.mixture.maxima import highest
from belieflab.mixture.sweep import LandscapeSweep
from belieflab.references import cite
from belieflab.ui.method.code_tab import Name, format_call, script
from belieflab.ui.method.context import Context
from belieflab.ui.method.decision_costs import code_lines
from belieflab.ui.pages.landscape.fit import Exploration, as_learned
from belieflab.ui.pages.landscape.settings import DRAWN, DRAWN_BY, GIVEN

BIG_NUMBER = """
<div style="display:flex; align-items:center; gap:.9rem; font-variant-numeric:tabular-nums;">
<span style="display:none">{}</span>
<span class="big-number" style="font-size:1.8rem; font-weight:650; line-height:1;">{}</span>
<span style="display:none">{}</span>
<span style="font-size:.875rem; line-height:1.25;">{}</span></div>
"""
"""By their titles, which nobody sees, a slider that is dragged finds what to write."""


def big_number(maxima: list[Maximum], found: Exploration) -> str:
    """The count of maxima as HTML, with one sentence that says what else is known."""
    return BIG_NUMBER.format(*chain.from_iterable(numbers(maxima, found).items()))


def numbers(maxima: list[Maximum], found: Exploration) -> dict[str, str]:
    """The count of maxima and the sentence about them, by titles."""
    n_starts, best = len(found.starts), highest(maxima)
    gone = sum(maximum.collapsed for maximum in maxima)
    slow = sum(run.ending is Ending.MAX_ITER for run in found.starts)
    text = (
        f"distinct {'maximum' if len(maxima) == 1 else 'maxima'} after {n_starts} "
        f"start{'' if n_starts == 1 else 's'}; {best.basin} of them end"
        f"{'s' if best.basin == 1 else ''} at the highest"
        f"{' that has not collapsed' if gone else ''}, log-likelihood {best.criterion:,.2f}"
    )
    if gone:
        text += (
            f"; {gone} collapsed onto too few points (crosses), where the likelihood has no bound"
        )
    if slow:
        text += f"; {slow} starts had not converged when they were stopped"
    return {"distinct maxima": str(len(maxima)), "how they were found": f"{text}."}


def maxima_table(context: Context, found: Exploration) -> pd.DataFrame:
    """One row per maximum, highest first."""
    maxima, iterations = found.maxima(context.settings.relabel), found.iterations()
    rows = {
        "log-likelihood": [maximum.criterion for maximum in maxima],
        "starts": [maximum.basin for maximum in maxima],
        "mean iterations": [float(iterations[maximum.starts].mean()) for maximum in maxima],
        "found by start": [maximum.first + 1 for maximum in maxima],
        "collapsed": [maximum.collapsed for maximum in maxima],
    }
    weights = np.array([maximum.parameters.weights for maximum in maxima])
    rows |= {f"π {k + 1}": weights[:, k].tolist() for k in range(weights.shape[1])}
    return pd.DataFrame(rows, index=pd.RangeIndex(1, len(maxima) + 1, name="maximum"))


def scores(context: Context, found: Exploration) -> dict[str, float]:
    """What a pinned landscape is compared by."""
    maxima = found.maxima(context.settings.relabel)
    return {
        "distinct maxima": float(len(maxima)),
        "starts on the highest": float(highest(maxima).basin),
        "highest log-likelihood": highest(maxima).criterion,
        "mean iterations": float(found.iterations().mean()),
    }


def formulas(context: Context, found: Exploration) -> list[Formula]:
    """The equations in use, with the values of their symbols."""
    landscape, labels, relabel = found.landscape, found.labels, context.settings.relabel
    maxima, counting = found.maxima(relabel), landscape.counting_tol
    vague = 1.0 if labels is None else float(labels.nonspecificity().mean())
    return [
        Formula(
            "The criterion whose local maxima are counted",
            r"L(\Psi) = \sum_{i=1}^{n} \ln \sum_{k=1}^{K} pl_{ik}\, \pi_k f(x_i; \mu_k, \Sigma_k)",
            cite("come2009", "eq. 50"),
            Symbol("n", "objects", context.dataset.n),
            Symbol("K", "components", len(maxima[0].parameters.weights)),
            Symbol("L", "at the highest maximum", maxima[0].criterion),
        ),
        Formula(
            "How imprecise a label is",
            r"NS(m) = \frac{1}{\ln K} \sum_{A \neq \emptyset} m(A) \ln |A|",
            f"{cite('come2009', 'eq. 54')}, divided by ln K",
            Symbol("NS", "mean over the labels", vague),
        ),
        Formula(
            "Where a start begins",
            r"\mu_k \sim \mathcal{N}(\bar{x}, S), \quad \Sigma_k = S, \quad \pi_k = 1/K",
            f"{cite('come2009', 'footnote 3')}; x̄ and S: mean and covariance of all the data",
        ),
        Formula(
            "When two solutions are two maxima",
            r"\min_{\sigma} \lVert \Psi_{\sigma} - \Psi' \rVert > d"
            if relabel
            else r"\lVert \Psi - \Psi' \rVert > d",
            f"{cite('come2009', '§5.1.3, footnote 1')}; for standardised features"
            + ("; σ runs over the orders of the components" if relabel else ""),
            Symbol("d", "largest distance within one maximum", landscape.distance),
            Symbol(r"\varepsilon", "increase per object at which a start ends", landscape.tol),
            Symbol(r"\varepsilon_0", "increase per object that ends the count", counting),
        ),
    ]


def code(context: Context, start: int | None = None) -> str:
    """Python that counts the same maxima again, and takes the one that this start found."""
    settings, learned = context.settings, as_learned(context)
    arguments = settings.arguments(Landscape().get_params()) | {"random_state": context.seed}
    lines = []
    if settings.labels == DRAWN:
        drawn = {"seed": context.seed, "ns": settings.ns}
        built = format_call("build_labels", [DRAWN_BY.key, Name("dataset")], drawn)
        lines = ["from belieflab.data import build_labels", "", f"labels = {built}"]
    training = "labels" if settings.labels in (DRAWN, GIVEN) else "None"
    fitted_to = [Name("dataset.X"), Name(training)]
    one = format_call("landscape.mixture", fitted_to, {} if start is None else {"start": start})
    return script(
        context.off_plane,
        *lines,
        "from belieflab.mixture import Landscape",
        "",
        f"landscape = {format_call('Landscape', [], arguments)}",
        f"landscape.fit(dataset.X, {training})",
        "print(landscape.n_maxima_, landscape.n_iter_.mean())",
        "for maximum in landscape.maxima_:",
        "    print(maximum.criterion, maximum.basin, maximum.parameters.weights)",
        f"model = {one}",
        *(code_lines(learned, "dataset.X") if learned.labels_name_classes else []),
    )


def sweep_code(context: Context, sweep: LandscapeSweep) -> str:
    """Python that draws the same Figure 3 again."""
    names, default = ("n_label_sets", "n_starts", "relabel"), LandscapeSweep(context.dataset)
    given = {name: getattr(sweep, name) for name in names}
    arguments = {name: value for name, value in given.items() if value != getattr(default, name)}
    call = format_call("LandscapeSweep", [Name("dataset")], arguments | {"seed": sweep.seed})
    return script(
        context.off_plane,
        "from belieflab.mixture import LandscapeSweep",
        "",
        f"sweep = {call}",
        "for step in sweep.iterate():",
        "    pass  # sweep.cells grows; break here and iterate again to go on later",
        "for average in sweep.averages():",
        "    print(average.level, average.n_maxima, average.iterations)",
    )
