"""The controls of the Credal partition page, most used first."""

import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.ui import credal_pairs, lecture
from belieflab.ui.credal_pairs import PAGE
from belieflab.ui.credal_settings import (
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
from belieflab.ui.glossary_terms import hint
from belieflab.ui.page_settings import between, is_switch, keep, one_of
from belieflab.ui.unseen import value_of


def draw_controls(dataset: Dataset, seed: int) -> Settings:
    """Draw the panel, most used first; returns the settings."""
    algorithm = _draw_choice(
        "algorithm",
        "Algorithm",
        tuple(METHODS),
        f"ECM: {hint('ecm')} RECM: {hint('recm')} CECM: {hint('cecm')} EVCLUS: {hint('evclus')}",
    )
    n_clusters = _draw_number(dataset)
    prototypes = algorithm != "EVCLUS"
    focal = _draw_choice(
        "focal",
        "Focal sets",
        FOCAL,
        f"{hint('focal')} Pairs: single clusters, pairs, Ω and ∅. Simple: single clusters, Ω "
        "and ∅. Neighbours: simple first, then with the pairs of clusters that are mutual "
        "neighbours (ECM only).",
        disabled=algorithm == "CECM",
    )
    alpha = _draw_slider(
        "alpha",
        "α, price of large sets",
        (0.0, 4.0),
        1.0,
        "The larger, the less mass goes to unions: sets cost |A| to the power α.",
        disabled=not prototypes,
    )
    beta = _draw_slider(
        "beta",
        "β, softness",
        (1.1, 4.0),
        2.0,
        "Close to 1 the masses are nearly hard; the larger, the more evenly they are spread. CECM "
        "has β = 2.",
        disabled=algorithm not in ("ECM", MAHALANOBIS, "RECM"),
    )
    delta_by, quantile, delta = _draw_delta(disabled=not prototypes)
    pairs = credal_pairs.draw_panel(dataset, takes_pairs=algorithm in TAKES_PAIRS)
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


def _draw_number(dataset: Dataset) -> int:
    key, fits = f"{PAGE}.c", between(1, LARGEST_C)
    usual = usual_count(dataset)
    if not lecture.shows("c"):
        return value_of(key, usual, fits)
    keep(key, fits)
    return int(
        st.slider(
            "Clusters c",
            1,
            LARGEST_C,
            usual,
            key=key,
            bind="query-params",
            help="The tab Number of clusters compares them by an index.",
        )
    )


def _draw_delta(disabled: bool) -> tuple[str, float, float]:
    """How far ∅ is: as a quantile of the distances between objects, or as a distance."""
    by = _draw_way_of_delta(disabled)
    if by == QUANTILE:
        quantile = _draw_slider(
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
    key, fits = f"{PAGE}.delta", between(1e-6, 1e9)
    if not lecture.shows("delta"):
        return by, 0.7, value_of(key, 10.0, fits)
    keep(key, fits)
    delta = st.number_input(
        "δ, distance to ∅",
        min_value=1e-6,
        max_value=1e9,
        value=10.0,
        key=key,
        bind="query-params",
        disabled=disabled,
        help="Objects farther than this from every prototype go to ∅: outliers.",
    )
    return by, 0.7, float(delta)


def _draw_way_of_delta(disabled: bool) -> str:
    key, fits = f"{PAGE}.delta_by", one_of((QUANTILE, DISTANCE))
    if lecture.present() is not None:
        return value_of(key, QUANTILE, fits)
    keep(key, fits)
    return str(
        st.segmented_control(
            "δ as a",
            (QUANTILE, DISTANCE),
            default=QUANTILE,
            required=True,
            key=key,
            bind="query-params",
            disabled=disabled,
            help=hint("outlier"),
        )
    )


def _draw_more(algorithm: str) -> tuple[bool, float, int, int, int, float | None]:
    """The rare ones; a lecture shows those it names."""
    with st.container() if lecture.present() is not None else st.expander("More"):
        scaled = _draw_scaling()
        xi = _draw_slider(
            "xi",
            "ξ, weight of the pairs",
            (0.0, 0.95),
            0.5,
            "0: pairs do not count; close to 1: almost only they do. CECM and EVCLUS.",
            step=0.05,
            disabled=algorithm not in TAKES_PAIRS,
        )
        partners = _draw_whole(
            "partners",
            "Partners of an object",
            (1, 5_000),
            30,
            "EVCLUS explains the distances of every object to this many others, drawn at random.",
            disabled=algorithm != "EVCLUS",
        )
        n_init = _draw_whole(
            "n_init",
            "Starts, best of",
            (1, MOST_STARTS),
            1,
            "So many random starts are tried and the one that ends lowest is kept.",
        )
        start = _draw_whole(
            "start",
            "Start number",
            (0, LAST_START),
            0,
            "Another number, another random start: see whether it ends at the same partition.",
        )
        tol = _draw_choice(
            "tol",
            "Stop at ε",
            TOLERANCES,
            "It stops when the criterion falls by less than this share in one step; usually 1e-6, "
            "and 1e-5 for EVCLUS.",
        )
    return scaled, xi, partners, n_init, start, None if tol == USUAL else float(tol)


def _draw_scaling() -> bool:
    key = f"{PAGE}.standardise"
    if not lecture.shows("standardise"):
        return value_of(key, False, is_switch)
    keep(key, is_switch)
    return bool(
        st.toggle(
            "Standardise features",
            key=key,
            bind="query-params",
            help="Centre every feature and divide it by its standard deviation: otherwise those "
            "with large numbers decide about the distances.",
        )
    )


def _draw_choice(
    name: str,
    words: str,
    options: tuple[str, ...],
    help: str,
    *,
    disabled: bool = False,
) -> str:
    key, fits = f"{PAGE}.{name}", one_of(options)
    if not lecture.shows(name):
        return value_of(key, options[0], fits)
    keep(key, fits)
    return str(
        st.selectbox(
            words,
            options,
            key=key,
            bind="query-params",
            help=help,
            disabled=disabled,
        )
    )


def _draw_slider(
    name: str,
    words: str,
    limits: tuple[float, float],
    default: float,
    help: str,
    *,
    step: float = 0.1,
    shown_as: str = "",
    disabled: bool = False,
) -> float:
    key, fits = f"{PAGE}.{name}", between(*limits)
    if not lecture.shows(shown_as or name):
        return value_of(key, default, fits)
    keep(key, fits)
    value = st.slider(
        words,
        *limits,
        default,
        step,
        key=key,
        bind="query-params",
        help=help,
        disabled=disabled,
    )
    return float(value)


def _draw_whole(
    name: str,
    words: str,
    limits: tuple[int, int],
    default: int,
    help: str,
    *,
    disabled: bool = False,
) -> int:
    key, fits = f"{PAGE}.{name}", between(*limits)
    if not lecture.shows(name):
        return value_of(key, default, fits)
    keep(key, fits)
    value = st.number_input(
        words,
        *limits,
        default,
        1,
        key=key,
        bind="query-params",
        help=help,
        disabled=disabled,
    )
    return int(value)
