"""Formula and Code of the Networks page."""

import numpy as np

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.bayes.equations import ARCS, DIRICHLET, PAPER, STRENGTH, TABLES
from belieflab.formulas import Formula, Symbol
from belieflab.references import cite
from belieflab.ui.method.code_tab import format_call, script
from belieflab.ui.method.context import Context
from belieflab.ui.pages.networks.settings import arguments, look, points

FACTORS = {
    "soft": (r"pl_{ik}\,", "GEM"),
    "start": ("", "EM"),
    "guess": (r"1[k = \hat{k}_i]\,", "WL, or TL where the guesses are the truth"),
}


def formulas(context: Context, model: GaussianNetworkClassifier) -> list[Formula]:
    """The equations in use, with the values of their symbols."""
    found = np.asarray(model.log_likelihood_)
    end = f"{found:.6g}" if found.ndim == 0 else f"{found.min():.6g} … {found.max():.6g}"
    d = np.atleast_1d(model.n_parameters_)
    count = f"{d.min()}" if d.min() == d.max() else f"{d.min()} … {d.max()}"
    factor, name = FACTORS[model.labels]
    criterion = Formula(
        "The criterion that EM increases",
        r"L = \sum_{i=1}^{n} \ln \sum_{k=1}^{K} pl_{ik}\, \theta_k \prod_j "
        r"\mathcal{N}\left(x_{ij};\ \beta_{0jk} + \beta_{jk}^\top y_{ij},\ \sigma_{jk}^2\right)",
        f"{cite(PAPER, 'eq. 3')}, with plausibilities {cite('come2009', 'eq. 50')}",
        Symbol("n", "objects", context.dataset.n),
        Symbol("K", "classes", len(model.classes_)),
        Symbol("d", "free parameters", count),
        Symbol("L", "at the end", end),
        Symbol(r"pl_{ik}", "plausibility of class k for object i", "from the labels"),
    )
    e_step = Formula(
        "E step: how much object i belongs to class k",
        rf"t_{{ik}} \propto {factor} \theta_k f_k(x_i), \qquad "
        r"t^{(1)}_{ik} = \mathrm{BetP}_i(k)",
        f"{cite(PAPER, 'eq. 4')}: {name} there",
    )
    m_step = Formula(
        "M step: each feature given its parents, from the moments of its class",
        r"\theta_k = \frac{1}{n} \sum_i t_{ik}, \quad \beta_{jk} = \Sigma_{Y_j|k}^{-1}\, "
        r"\Sigma_{Y_j, X_j|k}, \quad \beta_{0jk} = \mu_{jk} - \beta_{jk}^\top \mu_{Y_j|k},"
        r"\quad \sigma_{jk}^2 = \max\left(\sigma_{jj|k} - \Sigma_{X_j, Y_j|k}\, \beta_{jk},\ "
        r"\phi\, s_j^2\right)",
        f"{cite(PAPER, 'eqs. 5 and 6')}; the floor φ is ours",
        Symbol(r"\phi", "variance floor", float(model.floor)),
        Symbol("Y_j, s_j^2", "parents and variance of feature j"),
    )
    arcs = [ARCS[model.structure]] if model.structure in ARCS else []
    tables = [TABLES] if any(levels is not None for levels in model.levels_) else []
    e_step = e_step if model.label_model is None else DIRICHLET
    return [criterion, e_step, m_step, *tables, *arcs, STRENGTH]


def code(context: Context) -> str:
    """Python that gives the same network and the same pictures again."""
    view = format_call("NetworkView", [], look(context).arguments(context.dataset))
    truth = "" if context.named_truth is None else ", truth=dataset.truth"
    taken = "table" if points(context, context.settings.structure) is not context.dataset.X else "X"
    weights = "" if context.dataset.weights is None else ", dataset.weights"
    return script(
        context.workspace,
        "from belieflab.bayes import GaussianNetworkClassifier",
        "from belieflab.figures.networks import NetworkView, draw_criterion, draw_graph, draw_view",
        "",
        f"model = {format_call('GaussianNetworkClassifier', [], arguments(context))}",
        f"model.fit(dataset.{taken}, labels{weights})",
        "print(model.log_likelihood_, model.n_iter_, model.arcs_)",
        f"view = {view}",
        "graph = draw_graph(dataset, model, view)",
        f"figure = draw_view(dataset, model, view, labels=labels{truth})",
        "trace = draw_criterion(model, dataset.feature_names)",
        "# graph.show(), figure.show() and trace.show() open a browser",
    )
