"""Formula and Code of the Credal partition page."""

from belieflab.clustering.clusterer import CredalClusterer
from belieflab.data.dataset import Dataset
from belieflab.figures.credal.partition import TRUTH, PartitionView
from belieflab.ui.method.code_tab import Name, format_call, snippet_for_workspace
from belieflab.ui.method.formula_tab import Formula, Symbol
from belieflab.ui.pages.credal.fit import count_sets, keeps_steps
from belieflab.ui.pages.credal.settings import MAHALANOBIS, QUANTILE, Settings
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

SCALING = [
    "from belieflab.data.scaling import standardise",
    "",
    "dataset = standardise(dataset)",
    "",
]

_ECM = "Masson and Denœux 2008, ECM: an evidential version of the fuzzy c-means algorithm"
_RECM = "Masson and Denœux 2009, RECM: relational evidential c-means algorithm"
_CECM = "Antoine, Quost, Masson and Denœux 2012, CECM: constrained evidential c-means algorithm"
_EVCLUS = "Denœux and Masson 2004, EVCLUS: evidential clustering of proximity data"
_PARTNERS = "Denœux, Sriboonchitta and Kanjanatarakul 2016, Evidential clustering of large data"


def formulas(dataset: Dataset, model: CredalClusterer, settings: Settings) -> list[Formula]:
    """The equations in use, with what their symbols are at present."""
    if settings.algorithm == "EVCLUS":
        return [_stress(dataset, model, settings), *_pairs(settings), _index(model)]
    shown = [_criterion(dataset, model, settings), _masses(), _prototypes(settings)]
    if settings.algorithm == MAHALANOBIS:
        shown.append(_metric())
    return [*shown, *_pairs(settings), _index(model)]


def code(workspace: Workspace, dataset: Dataset, settings: Settings, look: PartitionView) -> str:
    """Python that gives the same partition and the same picture again."""
    kind = type(settings.make_model()).__name__
    kept = {"keep_history": True} if keeps_steps(dataset, settings) else {}
    model = format_call(kind, [], settings.arguments() | kept)
    links = settings.fit_arguments()
    given = "cdist(dataset.X, dataset.X)" if settings.relational else "dataset.X"
    more: dict[str, object] = dict(links)
    if shown_truth(workspace) is not None:
        more["truth"] = Name("dataset.truth")
    picture = format_call(
        "draw_partition",
        [
            Name("dataset"),
            Name("model"),
            Name(format_call("PartitionView", [], look.arguments(dataset))),
        ],
        more,
    )
    lines = [
        snippet_for_workspace(workspace).rstrip(),
        "",
        *(SCALING if settings.standardise else []),
        *(["from scipy.spatial.distance import cdist", ""] if settings.relational else []),
        f"from belieflab.clustering import {kind}",
        "from belieflab.figures.credal import PartitionView, draw_criterion, draw_partition",
        "",
        f"model = {model}",
        format_call("model.fit", [Name(given)], links),
        "partition = model.partition_  # masses: partition.focal, partition.mass",
        "print(model.criterion_, partition.mean_nonspecificity(), partition.sets())",
        f"figure = {picture}",
        "trace = draw_criterion(model)  # figure.show() and trace.show() open a browser",
        "",
    ]
    return "\n".join(lines)


def explain_plane(dataset: Dataset, look: PartitionView) -> str:
    """What the plane shows, in words: outlines always, the unseen features where there are any."""
    words = []
    if look.show == TRUTH:
        words.append("Colours are the true classes; outlines and prototypes are the partition's.")
    if look.outlines:
        words.append(
            "Solid: objects that surely belong to a cluster; dashed: those that possibly do."
        )
    if dataset.p > 2:
        words.append(
            f"All {dataset.p} features take part in the clustering; the plane shows two axes of "
            "them, and prototypes are seen along the same axes."
        )
        if look.mass is not None:
            words.append(
                "Beneath, the features that are not shown take the values of a straight-line fit "
                "to the two axes."
            )
    return " ".join(words)


def _criterion(dataset: Dataset, model: CredalClusterer, settings: Settings) -> Formula:
    source = {"RECM": _RECM, "CECM": _CECM}.get(settings.algorithm, _ECM)
    delta = getattr(model, "delta_", settings.delta)
    how = f" (quantile {settings.quantile:g})" if settings.delta_by == QUANTILE else ""
    symbols = (
        Symbol("n", "objects", dataset.n),
        Symbol("c", "clusters", settings.n_clusters),
        Symbol("A_j", "sets that may carry mass", count_sets(settings)),
        Symbol(r"\alpha", "price of large sets", settings.alpha),
        Symbol(r"\beta", "softness", 2.0 if settings.algorithm == "CECM" else settings.beta),
        Symbol(r"\delta", "distance of ∅", f"{float(delta):.6g}{how}"),
        Symbol("J", "at the end", float(model.criterion_)),
    )
    latex = (
        r"J(M, V) = \sum_{i=1}^{n} \sum_{A_j \neq \emptyset} |A_j|^\alpha\, m_{ij}^\beta\, d_{ij}^2"
        r" + \delta^2 \sum_{i=1}^{n} m_{i\emptyset}^\beta"
    )
    if settings.algorithm == "CECM" and settings.pairs:
        latex = (
            r"(1-\xi) \frac{J_{ECM}(M, V)}{2^c n} + \xi\, \frac{\sum_{(i,j) \in ML} "
            r"pl_{ij}(\neq) + \sum_{(i,j) \in CL} pl_{ij}(=)}{|ML| + |CL|}"
        )
    if settings.algorithm == "RECM":
        latex += r", \qquad d_{ij}^2 = (\Delta q_j)_i - \tfrac{1}{2} q_j^\top \Delta q_j"
    return Formula("What is made small", latex, source, symbols)


def _masses() -> Formula:
    return Formula(
        "The best masses for given prototypes",
        r"m_{ij} \propto |A_j|^{-\alpha/(\beta-1)}\, d_{ij}^{-2/(\beta-1)}, \qquad "
        r"m_{i\emptyset} \propto \delta^{-2/(\beta-1)}",
        _ECM,
        (Symbol("d_{ij}", "distance of object i to the prototype of set j", "see the plane"),),
    )


def _prototypes(settings: Settings) -> Formula:
    words = "of weights of objects, since no coordinates are known" if settings.relational else ""
    return Formula(
        f"The best prototypes for given masses {words}".strip(),
        r"H V = B, \quad "
        r"H_{lk} = \sum_i \sum_{A_j \supseteq \{l,k\}} |A_j|^{\alpha-2} m_{ij}^\beta,"
        r" \quad B_l = \sum_i x_i \sum_{A_j \ni l} |A_j|^{\alpha-1} m_{ij}^\beta, \quad "
        r"\bar v_j = \frac{1}{|A_j|} \sum_{k \in A_j} v_k",
        _RECM if settings.relational else _ECM,
    )


def _metric() -> Formula:
    return Formula(
        "A metric for every cluster",
        r"d_{ij}^2 = (x_i - \bar v_j)^\top \bar S_j (x_i - \bar v_j), \qquad |S_k| = 1, \qquad "
        r"\bar S_j = \frac{1}{|A_j|} \sum_{k \in A_j} S_k",
        _CECM,
    )


def _stress(dataset: Dataset, model: CredalClusterer, settings: Settings) -> Formula:
    return Formula(
        "What is made small: the stress",
        r"\frac{\sum_{i<j} (\kappa_{ij} - \delta_{ij})^2}{\sum_{i<j} \delta_{ij}^2}, \quad "
        r"\kappa_{ij} = \sum_{A \cap B = \emptyset} m_i(A)\, m_j(B), \quad "
        r"\delta_{ij} = 1 - e^{-\gamma d_{ij}^2}, \quad \gamma = \frac{-\ln 0.05}{d_0^2}",
        f"{_EVCLUS}; {_PARTNERS}",
        (
            Symbol("n", "objects", dataset.n),
            Symbol("c", "clusters", settings.n_clusters),
            Symbol("k", "partners of every object", min(settings.partners, dataset.n - 1)),
            Symbol("d_0", "distance that counts as 0.95", float(getattr(model, "d0_", 0.0))),
            Symbol(r"\mathrm{stress}", "at the end", float(model.criterion_)),
        ),
    )


def _pairs(settings: Settings) -> list[Formula]:
    if not settings.takes_pairs or not settings.pairs:
        return []
    return [
        Formula(
            "What pairs of objects add",
            r"pl_{ij}(=) = \sum_{A \cap B \neq \emptyset} m_i(A)\, m_j(B), \qquad "
            r"pl_{ij}(\neq) = 1 - m_i(\emptyset) - m_j(\emptyset) + m_i(\emptyset) m_j(\emptyset)"
            r" - \sum_k m_i(\{k\})\, m_j(\{k\})",
            f"{_CECM}; for EVCLUS Antoine, Quost, Masson and Denœux 2014",
            (
                Symbol(r"\lvert ML \rvert", "must-link pairs", len(settings.pairs.must)),
                Symbol(r"\lvert CL \rvert", "cannot-link pairs", len(settings.pairs.cannot)),
                Symbol(r"\xi", "their weight", settings.xi),
            ),
        )
    ]


def _index(model: CredalClusterer) -> Formula:
    return Formula(
        "How imprecise the partition is",
        r"N^* = \frac{1}{n \ln c} \sum_{i=1}^n \Big[ \sum_{A \neq \emptyset} m_i(A) \ln |A|"
        r" + m_i(\emptyset) \ln c \Big]",
        _ECM,
        (Symbol("N^*", "at the end", model.partition_.mean_nonspecificity()),),
    )
