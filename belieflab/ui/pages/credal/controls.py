"""The controls of the Credal partition page, most used first."""

from belieflab.data.dataset import Dataset
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.bound_controls import Controls, more
from belieflab.ui.pages.credal.pairs import PAGE, draw_panel
from belieflab.ui.pages.credal.settings import (
    DISTANCE,
    FOCAL,
    LARGEST_C,
    LAST_START,
    MAHALANOBIS,
    METHODS,
    MOST_STARTS,
    QUANTILE,
    TAKES_PAIRS,
    TOLERANCES,
    USUAL,
    Settings,
    usual_count,
)

PANEL, RARE = Controls(PAGE), Controls(PAGE, rare=True)


def draw_controls(dataset: Dataset, seed: int) -> Settings:
    """Draw the panel, most used first; returns the settings."""
    algorithm = PANEL.choose_one(
        "algorithm",
        "Algorithm",
        tuple(METHODS),
        f"ECM: {hint('ecm')} RECM: {hint('recm')} CECM: {hint('cecm')} EVCLUS: {hint('evclus')}",
    )
    n_clusters = PANEL.choose_number(
        "c",
        "Clusters c",
        (1, LARGEST_C),
        usual_count(dataset),
        "The tab Number of clusters compares them by an index.",
    )
    prototypes = algorithm != "EVCLUS"
    focal = PANEL.choose_one(
        "focal",
        "Focal sets",
        FOCAL,
        f"{hint('focal')} Pairs: single clusters, pairs, Ω and ∅. Simple: single clusters, Ω "
        "and ∅. Neighbours, for ECM with either metric: simple first, then again with the pairs "
        "of clusters that are mutual neighbours; RECM and EVCLUS take all pairs instead. CECM "
        "always has all sets.",
        disabled=algorithm == "CECM",
    )
    alpha = PANEL.choose_number(
        "alpha",
        "α, price of large sets",
        (0.0, 4.0),
        1.0,
        "The larger, the less mass goes to unions: sets cost |A| to the power α.",
        step=0.1,
        disabled=not prototypes,
    )
    beta = PANEL.choose_number(
        "beta",
        "β, softness",
        (1.1, 4.0),
        2.0,
        "Close to 1 the masses are nearly hard; the larger, the more evenly they are spread. CECM "
        "has β = 2.",
        step=0.1,
        disabled=algorithm not in ("ECM", MAHALANOBIS, "RECM"),
    )
    delta_by, quantile, delta = _draw_delta(disabled=not prototypes)
    pairs = draw_panel(dataset, takes_pairs=algorithm in TAKES_PAIRS)
    scaled, xi, partners, n_init, start, tol = _draw_more(algorithm)
    return Settings(
        algorithm,
        n_clusters,
        focal,
        alpha,
        beta,
        delta_by,
        quantile,
        delta,
        xi,
        partners,
        n_init,
        start,
        tol,
        seed,
        pairs,
        scaled,
    )


def _draw_delta(disabled: bool) -> tuple[str, float, float]:
    """How far ∅ is: as a quantile of the distances between objects, or as a distance."""
    by = RARE.choose_one(
        "delta_by",
        "δ as a",
        (QUANTILE, DISTANCE),
        hint("outlier"),
        form="segments",
        disabled=disabled,
    )
    if by == QUANTILE:
        quantile = PANEL.choose_number(
            "quantile",
            "δ, quantile of the distances",
            (0.05, 1.0),
            0.7,
            "Objects farther than δ from every prototype go to ∅; δ is this quantile of the "
            "distances between objects.",
            step=0.05,
            shown_as="delta",
            disabled=disabled,
        )
        return by, quantile, 10.0
    delta = PANEL.choose_number(
        "delta",
        "δ, distance to ∅",
        (1e-6, 1e9),
        10.0,
        "Objects farther than this from every prototype go to ∅: outliers.",
        form="field",
        disabled=disabled,
    )
    return by, 0.7, delta


def _draw_more(algorithm: str) -> tuple[bool, float, int, int, int, float | None]:
    """The rare ones; a lecture shows those it names."""
    with more():
        scaled = PANEL.switch(
            "standardise",
            "Standardise features",
            "Centre every feature and divide it by its standard deviation: otherwise those "
            "with large numbers decide about the distances.",
        )
        xi = PANEL.choose_number(
            "xi",
            "ξ, weight of the pairs",
            (0.0, 0.95),
            0.5,
            "0: pairs do not count; close to 1: almost only they do. CECM and EVCLUS.",
            step=0.05,
            disabled=algorithm not in TAKES_PAIRS,
        )
        partners = PANEL.choose_number(
            "partners",
            "Partners of an object",
            (1, 5_000),
            30,
            "EVCLUS explains the distances of every object to this many others, drawn at random.",
            form="field",
            disabled=algorithm != "EVCLUS",
        )
        n_init = PANEL.choose_number(
            "n_init",
            "Starts, best of",
            (1, MOST_STARTS),
            1,
            "So many random starts are tried and the one that ends lowest is kept.",
            form="field",
        )
        start = PANEL.choose_number(
            "start",
            "Start number",
            (0, LAST_START),
            0,
            "Another number, another random start: see whether it ends at the same partition.",
            form="field",
        )
        tol = PANEL.choose_one(
            "tol",
            "Stop at ε",
            TOLERANCES,
            "It stops when the criterion falls by less than this share in one step; usually 1e-6, "
            "and 1e-5 for EVCLUS.",
        )
    return scaled, xi, partners, n_init, start, None if tol == USUAL else float(tol)
