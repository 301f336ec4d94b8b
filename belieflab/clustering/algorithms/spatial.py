"""Spatial ECM: the entry of evidential c-means for the pixels of an image."""

from belieflab.clustering.algorithms import equations
from belieflab.clustering.algorithms.algorithm import IMAGE, Algorithm
from belieflab.clustering.algorithms.parameters import (
    ALPHA,
    BETA,
    CLUSTERS,
    DELTA,
    FOCAL,
    RUNS,
    shared,
)
from belieflab.clustering.cost import count_sets, spatial_cost
from belieflab.clustering.spatial import SpatialECM
from belieflab.cost import Cost
from belieflab.data.settings import Settings
from belieflab.formulas import Formula, Symbol
from belieflab.references import cite

NEIGHBOUR_WEIGHT = shared(
    "neighbour_weight",
    "Weight of the neighbours",
    0.5,
    "0: every pixel by itself, as ECM does; 1: its neighbours alone. The larger, the smoother.",
    low=0.0,
    high=1.0,
    step=0.05,
)
RADIUS = shared(
    "radius",
    "Neighbours up to (pixels)",
    1,
    "Neighbours are the pixels at most so many rows and columns away.",
    low=1,
    high=5,
    rare=True,
)


def _cost(n: int, p: int, settings: Settings) -> Cost:
    sets = count_sets(settings.c, settings.focal)
    return spatial_cost(
        n, p, sets, beta=settings.beta, radius=settings.radius, n_init=settings.n_init
    )


def _formulas(model: SpatialECM, settings: Settings, n: int) -> list[Formula]:
    weight, radius = settings.neighbour_weight, settings.radius
    around = Formula(
        "The distance of a pixel counts its neighbours",
        r"d_{ij}^2 = \sum_{p \in N(i)} w_{ip} \lVert x_p - \bar v_j \rVert^2, \qquad "
        r"\sum_{p \in N(i)} w_{ip} = 1",
        f"our form, after {cite('lelandais2014')}",
        Symbol("w", "weight that the neighbours share", weight),
        Symbol("r", "rows and columns to the farthest neighbour", radius),
    )
    source = cite("masson2008")
    criterion = equations.criterion(model, settings, n, source)
    smoothed = " (x_i: the weighted mean of pixel and neighbours)"
    return [criterion, around, equations.MASSES, equations.prototypes(source, smoothed)]


SPATIAL_ENTRY = Algorithm(
    "Spatial ECM",
    "Spatial ECM",
    "ECM for the pixels of an image: what a pixel's neighbours show counts too, so that noise "
    "does not, and doubt stays at the borders.",
    SpatialECM,
    (CLUSTERS, FOCAL, ALPHA, BETA, *DELTA, NEIGHBOUR_WEIGHT, RADIUS, *RUNS),
    _cost,
    _formulas,
    input=IMAGE,
    predicts=False,
)
