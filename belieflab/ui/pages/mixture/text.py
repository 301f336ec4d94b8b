"""Formula and Code of the Mixture page."""

from belieflab.data.dataset import Dataset
from belieflab.data.projection import default_axes
from belieflab.figures.mixture.picture import Look
from belieflab.mixture.planar import WITHIN_95
from belieflab.ui.method.code_tab import Name, format_call, snippet_for_workspace
from belieflab.ui.method.formula_tab import Formula, Symbol
from belieflab.ui.pages.mixture.fit import Fit
from belieflab.ui.pages.mixture.settings import ANNEALING, NOISE, Settings
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

_COME = "Côme, Oukhellou, Denœux and Aknin 2009, Learning from partially supervised data"


def formulas(dataset: Dataset, fit: Fit, settings: Settings) -> list[Formula]:
    """The equations in use, with what their symbols are at present."""
    model = fit.model
    criterion = Formula(
        "The criterion that EM increases",
        r"L(\Psi) = \sum_{i=1}^{n} \ln \sum_{k=1}^{K} pl_{ik}\, \pi_k\, f(x_i; \theta_k)",
        f"{_COME}, equation (50)",
        (
            Symbol("n", "objects", dataset.n),
            Symbol("K", "components", len(model.classes_)),
            Symbol("d", "free parameters", model.n_parameters_),
            Symbol("L", "at the end", float(model.log_likelihood_)),
            Symbol(r"pl_{ik}", "plausibility of class k for object i", "from the labels"),
        ),
    )
    if settings.way == NOISE:
        return [criterion, _noise(), _m_step(settings), _stop(settings, fit)]
    e_step = Formula(
        "E step: how much component k answers for object i",
        r"t_{ik} = \frac{pl_{ik}\, \pi_k f(x_i; \theta_k)}"
        r"{\sum_{l} pl_{il}\, \pi_l f(x_i; \theta_l)}",
        f"{_COME}, equation (51)",
    )
    annealed = [_annealing()] if settings.annealing else []
    return [criterion, e_step, _m_step(settings), *annealed, _stop(settings, fit)]


def code(workspace: Workspace, dataset: Dataset, settings: Settings, look: Look) -> str:
    """Python that gives the same fit and the same picture again."""
    kind = "LabelNoiseMixture" if settings.way == NOISE else "SoftLabelMixture"
    names = [kind]
    training = "labels"
    if not settings.uses_labels:
        training = "None"
    elif settings.way not in ("soft", NOISE):
        names.append("STRATEGIES")
        training = f'STRATEGIES["{settings.way}"].labels(labels)'
    model = format_call(kind, [], settings.arguments())
    shown = _look_arguments(dataset, look)
    more: dict[str, object] = {} if workspace.labels is None else {"labels": Name("labels")}
    if shown_truth(workspace) is not None:
        more["truth"] = Name("dataset.truth")
    picture = format_call(
        "draw_fit",
        [Name("dataset"), Name("model"), Name(format_call("Look", [], shown))],
        more,
    )
    return "\n".join(
        [
            snippet_for_workspace(workspace).rstrip(),
            "",
            "from belieflab.figures.mixture.picture import Look, draw_criterion, draw_fit",
            f"from belieflab.mixture import {', '.join(sorted(names))}",
            "",
            f"model = {model}",
            f"model.fit(dataset.X, {training})",
            "print(model.log_likelihood_, model.n_iter_, model.weights_)",
            f"figure = {picture}",
            "trace = draw_criterion(model)  # figure.show() and trace.show() open a browser",
            "",
        ]
    )


def _look_arguments(dataset: Dataset, look: Look) -> dict[str, object]:
    """What differs from the plain look."""
    plain = Look()
    wanted: dict[str, object] = {
        "axes": look.axes,
        "show": look.show,
        "regions": look.regions,
        "outline": look.outline,
        "seed": look.seed if dataset.n > 5_000 else plain.seed,
    }
    usual = {"axes": default_axes(dataset), "show": plain.show, "regions": plain.regions}
    usual |= {"outline": WITHIN_95, "seed": plain.seed}
    return {name: value for name, value in wanted.items() if value != usual[name]}


def _m_step(settings: Settings) -> Formula:
    if settings.kind == "weibull":
        return Formula(
            "M step: proportions and Weibull shapes and scales",
            r"\pi_k = \frac{1}{n} \sum_i t_{ik}, \qquad "
            r"\frac{\sum_i t_{ik} x_{ij}^{b} \ln x_{ij}}{\sum_i t_{ik} x_{ij}^{b}} - \frac{1}{b}"
            r" = \frac{\sum_i t_{ik} \ln x_{ij}}{\sum_i t_{ik}}, \qquad "
            r"a^b = \frac{\sum_i t_{ik} x_{ij}^b}{\sum_i t_{ik}}",
            "Maximum likelihood of weighted lifetimes",
        )
    return Formula(
        "M step: proportions, means and covariances",
        r"\pi_k = \frac{1}{n} \sum_i t_{ik}, \quad \mu_k = \frac{\sum_i t_{ik} x_i}{\sum_i t_{ik}},"
        r" \quad \min_{\Sigma} \sum_k \left[ n_k \ln |\Sigma_k| + "
        r"\mathrm{tr}(W_k \Sigma_k^{-1}) \right]",
        f"{_COME}, equation (52); families: Celeux and Govaert 1995",
        (Symbol(r"\Sigma_k", "covariance family", settings.family),),
    )


def _stop(settings: Settings, fit: Fit) -> Formula:
    return Formula(
        "When EM stops",
        r"\frac{L^{(q)} - L^{(q-1)}}{n} < \varepsilon",
        f"Per object, so that units do not matter; {_COME}, equation (53), divides by |L| instead",
        (
            Symbol(r"\varepsilon", "tolerance", f"{settings.tol:g}"),
            Symbol("q", "iterations", fit.model.n_iter_),
        ),
    )


def _annealing() -> Formula:
    return Formula(
        "Annealing: the same with all chances flattened",
        r"t_{ik} \propto \left( pl_{ik}\, \pi_k f(x_i; \theta_k) \right)^{b}, \qquad "
        r"F_b = \frac{1}{b} \sum_i \ln \sum_k \left( pl_{ik}\, \pi_k f(x_i; \theta_k) \right)^{b}",
        "Ueda and Nakano 1998, Deterministic annealing EM algorithm",
        (Symbol("b", "powers in turn", ", ".join(f"{power:g}" for power in ANNEALING)),),
    )


def _noise() -> Formula:
    return Formula(
        "E step with given labels that may be flipped",
        r"t_{ik} \propto P(\mathrm{given}_i \mid k)\, \pi_k f(x_i; \theta_k), \qquad "
        r"P(j \mid k) = \frac{\sum_{i : \mathrm{given}_i = j} t_{ik}}{\sum_i t_{ik}}",
        "Lawrence and Schölkopf 2001, Estimating a kernel Fisher discriminant in the presence of "
        "label noise",
    )
