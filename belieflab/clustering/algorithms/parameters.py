"""The parameters that several clustering algorithms share."""

from dataclasses import replace
from typing import Any

from belieflab.data.parameters import Parameter

NEIGHBOURS = "neighbours"
QUANTILE, DISTANCE = "quantile", "distance"
DEFAULT = "default"


def shared(name: str, label: str, default: Any, help: str, **more: Any) -> Parameter:
    """A parameter that stays on screen, disabled, while the algorithm is one that lacks it."""
    named = {"keyword": "", "symbol": more.get("keyword") or name, "disabled": True}
    return Parameter(name, label, default, help=help, **{**named, **more})


CLUSTERS = shared(
    "c",
    "Clusters c",
    2,
    "The tab Number of clusters compares them by an index.",
    low=1,
    high=20,
    keyword="n_clusters",
)
FOCAL = shared(
    "focal",
    "Focal sets",
    "all",
    "The sets of clusters that may carry mass. Pairs: single clusters, pairs, Ω and ∅. Simple: "
    "single clusters, Ω and ∅. Neighbours: simple first, then again with the pairs of clusters "
    "that are mutual neighbours.",
    choices=("all", "pairs", "simple", NEIGHBOURS),
    form="list",
)
FOCAL_OR_PAIRS = replace(FOCAL, convert=lambda focal: "pairs" if focal == NEIGHBOURS else focal)
"""Of algorithms that do not find pairs of neighbours and take all pairs instead."""

ALL_PAIRS = {"focal": "all pairs in place of those of neighbours"}
"""The note that says so."""

ALPHA = shared(
    "alpha",
    "α, penalty of large sets",
    1.0,
    "The larger, the less mass goes to unions: sets cost |A| to the power α.",
    low=0.0,
    high=4.0,
    step=0.1,
)
BETA = shared(
    "beta",
    "β, softness",
    2.0,
    "Close to 1 the masses are nearly hard; the larger, the more evenly they are spread.",
    low=1.1,
    high=4.0,
    step=0.1,
)
_OUTLIERS = "Objects farther than δ from every prototype go to ∅: outliers."
DELTA = (
    shared(
        "delta_by",
        "δ as a",
        QUANTILE,
        f"{_OUTLIERS} Quantile: of the distances between objects.",
        choices=(QUANTILE, DISTANCE),
        form="segments",
        keyword=None,
    ),
    shared(
        "quantile",
        "δ, quantile of the distances",
        0.7,
        f"{_OUTLIERS} δ is this quantile of the distances between objects.",
        low=0.05,
        high=1.0,
        step=0.05,
        keyword="delta_quantile",
        lecture="delta",
        needs={"delta_by": (QUANTILE,)},
        disabled=False,
    ),
    shared(
        "delta",
        "δ, distance to ∅",
        10.0,
        _OUTLIERS,
        low=1e-6,
        high=1e9,
        step=0.01,
        typed=True,
        needs={"delta_by": (DISTANCE,)},
        disabled=False,
    ),
)
PAIRS = shared(
    "pairs",
    "Pairs",
    "",
    "3=8: rows 3 and 8 belong together. 5≠9: rows 5 and 9 do not.",
    keyword=None,
    custom=True,
)
XI = shared(
    "xi",
    "ξ, weight of the pairs",
    0.5,
    "0: pairs do not count; close to 1: almost only they do.",
    low=0.0,
    high=0.95,
    step=0.05,
    rare=True,
)
RUNS = (
    shared(
        "n_init",
        "Starts, best of",
        1,
        "The number of random starts; the one that ends lowest is kept.",
        low=1,
        high=100,
        typed=True,
        rare=True,
    ),
    shared(
        "start",
        "Start number",
        0,
        "Another number, another random start: see whether it ends at the same partition.",
        low=0,
        high=9_999,
        typed=True,
        keyword=None,
        rare=True,
    ),
    shared(
        "tol",
        "Stop at ε",
        DEFAULT,
        "It stops when the criterion falls by less than this share in one step; by default 1e-6.",
        choices=(DEFAULT, *(f"1e-{power}" for power in range(2, 11))),
        form="list",
        convert=lambda choice: None if choice == DEFAULT else float(choice),
        rare=True,
    ),
)
"""How often it starts, where, and when it stops."""
