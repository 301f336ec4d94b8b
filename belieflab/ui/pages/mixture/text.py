"""Formula and Code of the Mixture page."""

from belieflab.formulas import Formula, Symbol
from belieflab.references import cite
from belieflab.ui.method.code_tab import Name, format_call, script
from belieflab.ui.method.context import Context
from belieflab.ui.method.decision_costs import code_lines, decision_code_apart
from belieflab.ui.pages.mixture.fit import MixtureFit, max_judged
from belieflab.ui.pages.mixture.settings import ANNEALING, NOISE, arguments, estimator, uses_labels
from belieflab.ui.pages.mixture.view import look

E_STEP = Formula(
    "E step: the responsibility of component k for object i",
    r"t_{ik} = \frac{pl_{ik}\, \pi_k f(x_i; \theta_k)}{\sum_{l} pl_{il}\, \pi_l f(x_i; \theta_l)}",
    cite("come2009", "eq. 51"),
)
NOISY_E_STEP = Formula(
    "E step with given labels that may be flipped",
    r"t_{ik} \propto P(\mathrm{given}_i \mid k)\, \pi_k f(x_i; \theta_k), \qquad "
    r"P(j \mid k) = \frac{\sum_{i : \mathrm{given}_i = j} t_{ik}}{\sum_i t_{ik}}",
    cite("lawrence2001"),
)
ANNEALED = Formula(
    "Annealing: the same with all chances flattened",
    r"t_{ik} \propto \left( pl_{ik}\, \pi_k f(x_i; \theta_k) \right)^{b}, \qquad "
    r"F_b = \frac{1}{b} \sum_i \ln \sum_k \left( pl_{ik}\, \pi_k f(x_i; \theta_k) \right)^{b}",
    cite("ueda1998"),
    Symbol("b", "powers in turn", ", ".join(f"{power:g}" for power in ANNEALING)),
)
WEIBULL_M_STEP = Formula(
    "M step: proportions and Weibull shapes and scales",
    r"\pi_k = \frac{1}{n} \sum_i t_{ik}, \qquad "
    r"\frac{\sum_i t_{ik} x_{ij}^{b} \ln x_{ij}}{\sum_i t_{ik} x_{ij}^{b}} - \frac{1}{b}"
    r" = \frac{\sum_i t_{ik} \ln x_{ij}}{\sum_i t_{ik}}, \qquad "
    r"a^b = \frac{\sum_i t_{ik} x_{ij}^b}{\sum_i t_{ik}}",
    "Maximum likelihood of weighted lifetimes",
)

CLASSES = (
    "from belieflab.mixture.scoring import agreement",
    "",
    "given = dataset.X, dataset.truth, dataset.class_names",
    "classes = agreement(model, *given, named=model.labelled_).class_of",
)


def formulas(context: Context, fit: MixtureFit) -> list[Formula]:
    """The equations in use, with the values of their symbols."""
    model, settings = fit.model, context.settings
    criterion = Formula(
        "The criterion that EM increases",
        r"L(\Psi) = \sum_{i=1}^{n} \ln \sum_{k=1}^{K} pl_{ik}\, \pi_k\, f(x_i; \theta_k)",
        cite("come2009", "eq. 50"),
        Symbol("n", "objects", context.dataset.n),
        Symbol("K", "components", len(model.classes_)),
        Symbol("d", "free parameters", model.n_parameters_),
        Symbol("L", "at the end", float(model.log_likelihood_)),
        Symbol(r"pl_{ik}", "plausibility of class k for object i", "from the labels"),
    )
    stop = Formula(
        "When EM stops",
        r"\frac{L^{(q)} - L^{(q-1)}}{n} < \varepsilon",
        f"Per object, so that units do not matter; {cite('come2009', 'eq. 53')}, divides by |L|",
        Symbol(r"\varepsilon", "tolerance", settings.tol),
        Symbol("q", "iterations", model.n_iter_),
    )
    m_step = WEIBULL_M_STEP if settings.kind == "weibull" else _m_step(settings.family)
    if settings.get("way") == NOISE:
        return [criterion, NOISY_E_STEP, m_step, stop]
    return [criterion, E_STEP, m_step, *([ANNEALED] if settings.annealing else []), stop]


def _m_step(family: str) -> Formula:
    return Formula(
        "M step: proportions, means and covariances",
        r"\pi_k = \frac{1}{n} \sum_i t_{ik}, \quad \mu_k = \frac{\sum_i t_{ik} x_i}{\sum_i t_{ik}},"
        r" \quad \min_{\Sigma} \sum_k \left[ n_k \ln |\Sigma_k| + "
        r"\mathrm{tr}(W_k \Sigma_k^{-1}) \right]",
        f"{cite('come2009', 'eq. 52')}; families: {cite('celeux1995')}",
        Symbol(r"\Sigma_k", "covariance family", family),
    )


def code(context: Context) -> str:
    """Python that gives the same fit and the same picture again."""
    kind, settings = estimator(context.settings).__name__, context.settings
    names, training, named = [kind], "labels", context.labels_name_classes
    if not uses_labels(settings):
        training = "None"
    elif settings.way not in ("soft", NOISE):
        names.append("STRATEGIES")
        training = f'STRATEGIES["{settings.way}"].labels(labels)'
    shown = format_call("MixtureView", [], look(context).arguments(context.dataset))
    more = {} if context.labels is None else {"labels": Name("labels")}
    more |= {} if context.truth is None else {"truth": Name("dataset.truth")}
    weights = "" if context.dataset.weights is None else ", dataset.weights"
    picture = format_call("draw_fit", [Name("dataset"), Name("model"), Name(shown)], more)
    return script(
        context,
        "from belieflab.figures.mixture import MixtureView, draw_criterion, draw_fit",
        f"from belieflab.mixture import {', '.join(sorted(names))}",
        "",
        f"model = {format_call(kind, [], arguments(context))}",
        f"model.fit(dataset.X, {training}{weights})",
        "print(model.log_likelihood_, model.n_iter_, model.weights_)",
        *(code_lines(context, "dataset.X") if named else []),
        *decision_code_apart(context, max_judged(context), "part.X", CLASSES, named),
        f"figure = {picture}",
        "trace = draw_criterion(model)  # figure.show() and trace.show() open a browser",
    )
