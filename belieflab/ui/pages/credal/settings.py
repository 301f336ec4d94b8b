"""The settings of the Credal partition page, and the algorithm and data that follow from them."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from belieflab.belief import Frame
from belieflab.clustering.algorithms import (
    ALGORITHMS,
    DISSIMILARITIES,
    Algorithm,
    all_parameters,
)
from belieflab.clustering.algorithms.parameters import CLUSTERS
from belieflab.clustering.focal_sets import clusters
from belieflab.clustering.linked_pairs import CANNOT, MUST
from belieflab.cost import QUICK_SECONDS
from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.data.settings import Settings
from belieflab.figures.credal.partition import TRUTH, VIEWS
from belieflab.figures.credal.segmentation import IMAGE_VIEWS
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, explain, read_settings, titles, with_help
from belieflab.ui.method.plane import axis_parameters

PAGE = "credal"
NOTHING, LOOK_AT = "none", "masses"
IMAGE, PLANE = PICTURES = "image", "plane"
MAX_CLUSTERS_WITH_ALL_SETS = 5
MANY_SETS = 64
"""With more sets than this in all, the page begins with single clusters, pairs, Ω and ∅."""
STARTS, FEW_POINTS = 5, 2_000
"""How many starts the page begins with; of more objects only as many as take little time."""
RUN_SECONDS = 30.0

HELP = {
    "show": "Set: the set of clusters with the largest mass; unions are blends, Ω is grey, an "
    "outlier a black cross. Masses: all masses blended. Cluster: the most plausible one.",
    "mass": "Shade the plane by the mass that an object would give this set if it lay there. "
    "With more than two features, those not shown take the values of a straight-line fit "
    "to the two axes.",
    "picture": "Image: every pixel where it is. Plane: pixels as points among the colours.",
    "outlines": "Solid: objects that surely belong to the cluster. Dashed: those that possibly do.",
    "unions": "Small diamonds: the means of their clusters'. Beyond five clusters only those "
    "of unions to which some object belongs.",
}


def parameters(context: Context) -> list[Parameter]:
    """The choice of an algorithm, the parameters of all of them, and those of the view."""
    possible = algorithms(context.dataset)
    first = partial(choice, form="list", symbol="algorithm", help=explain(possible))
    c = replace(CLUSTERS, default=default_count(context.dataset))
    algorithm_of = first("algorithm", "Algorithm", titles(possible))
    chosen_now = read_settings(PAGE, [algorithm_of, c])
    entry = possible[chosen_now.algorithm]
    defaults = {"c": c.default} | first_values(context.dataset, entry, chosen_now.c)
    own = (
        replace(each, default=defaults.get(each.name, each.default))
        for each in all_parameters(possible)
    )
    panel = [
        algorithm_of,
        *own,
    ]
    chosen = replace(context, settings=read_settings(PAGE, panel))
    return with_help([*panel, *_view(chosen)], HELP)


def _view(context: Context) -> list[Parameter]:
    """How the partition is looked at; which axes and sets there are depends on the others."""
    frame, one = cluster_frame(context), partial(choice, view=True)
    masses = NOTHING, *({} if frame is None else mass_names(frame))
    segments, switch = partial(one, form="segments"), partial(Parameter, view=True, rare=True)
    ways = LOOK_AT, MUST, CANNOT
    image = bool(context.dataset.image_shape)
    picture = [segments("picture", "Picture", PICTURES)] if image else []
    as_image = image and read_settings(PAGE, picture).picture == IMAGE
    views = IMAGE_VIEWS if as_image else {view: view for view in VIEWS}
    known = {
        view: title for view, title in views.items() if view != TRUTH or context.truth is not None
    }
    colours = one("show", "Colour by", known, form="list" if as_image else "segments")
    on_plane: dict[str, Any] = {"needs": {"picture": (PLANE,)}} if image else {}
    clicks = (
        "Masses: read one object's masses at the right. Must-link, cannot-link: click two "
        f"objects that belong together, or that do not; {pair_algorithms()} use such pairs."
    )
    beneath = one("mass", "Mass of", masses, form="list", width=170)
    return [
        *picture,
        *([] if as_image else axis_parameters(context.dataset)),
        colours,
        *([beneath] if context.dataset.dissimilarities is None else []),
        segments("click", "Click for", ways, coded=False, custom=True, help=clicks),
        switch("outlines", "Outlines of approximations", True, **on_plane),
        switch("unions", "Prototypes of unions", True, **on_plane),
    ]


def shows_image(context: Context) -> bool:
    """Whether the partition is drawn as an image, and not as points on a plane."""
    return bool(context.dataset.image_shape) and context.settings.picture == IMAGE


def algorithms(dataset: Dataset) -> dict[str, Algorithm]:
    """The algorithms that can be fitted to data of this kind, those made for it first."""
    fitting = [each for each in ALGORITHMS.values() if each.accepts(dataset)]
    fitting.sort(key=lambda each: not each.input.needs_image)
    if dataset.dissimilarities is not None:  # they need not be distances, as RECM takes them
        fitting.sort(key=lambda each: each.input is DISSIMILARITIES)
    return {each.key: each for each in fitting}


def algorithm(context: Context) -> Algorithm:
    """The chosen algorithm, as it takes these data."""
    return ALGORITHMS[context.settings.algorithm].fitted_to(context.dataset)


def own_settings(context: Context) -> Settings:
    """The parameters of the chosen algorithm alone."""
    return algorithm(context).settings(context.settings)


def pair_algorithms() -> str:
    """The titles of the algorithms that use pairs of objects: "CECM and EVCLUS"."""
    *others, last = [each.title for each in ALGORITHMS.values() if each.takes_pairs]
    return f"{', '.join(others)} and {last}" if others else last


def first_values(dataset: Dataset, entry: Algorithm, c: int) -> dict[str, object]:
    """The settings to begin with that depend on the data, the algorithm and the clusters chosen.

    What algorithms say themselves counts; but of many clusters not all sets are taken.
    """
    values: dict[str, object] = {}
    for each in algorithms(dataset).values():
        values |= each.first_values(dataset)
    if 2**c > MANY_SETS:
        values["focal"] = "pairs"
    if dataset.dissimilarities is None:
        values["n_init"] = first_starts(dataset, entry, values | {"c": c})
    return values


def first_starts(dataset: Dataset, entry: Algorithm, chosen: Mapping[str, object]) -> int:
    """As many starts as are quick; more than one where a person has to press Run anyway."""
    if dataset.n <= FEW_POINTS:
        return STARTS

    def takes(number: int) -> float:
        settings = entry.settings({**chosen, "n_init": number})
        return entry.cost(dataset.n, dataset.p, settings).seconds

    longest = QUICK_SECONDS if takes(1) <= QUICK_SECONDS else RUN_SECONDS
    return max((each for each in range(1, STARTS + 1) if takes(each) <= longest), default=1)


def default_count(dataset: Dataset) -> int:
    """How many clusters to begin with: as many as there are classes, if that is known."""
    known = len(dataset.class_names)
    return min(known, int(CLUSTERS.high or known)) if known >= 2 else 2


def cluster_frame(context: Context) -> Frame | None:
    """The names of the clusters; None where the algorithm finds their number itself."""
    return clusters(context.settings.c) if context.settings.uses("c") else None


def shown_mass(context: Context) -> int | None:
    """The set whose mass shades the plane, if there is one."""
    frame = cluster_frame(context)
    chosen = context.settings.get("mass", NOTHING)
    return None if frame is None else mass_names(frame).get(chosen)


def mass_names(frame: Frame) -> dict[str, int]:
    """The sets one can choose by name, clusters first: all of them for few clusters.

    Beyond five clusters: single ones, pairs, Ω and ∅.
    """
    few = min(frame.size, MAX_CLUSTERS_WITH_ALL_SETS)
    masks = sorted(range(1, 1 << few), key=lambda mask: (mask.bit_count(), mask))
    if frame.size > few:
        singles = [1 << k for k in range(frame.size)]
        unions = [a | b for i, a in enumerate(singles) for b in singles[i + 1 :]]
        masks = [*singles, *unions, frame.omega]
    return {short_name(frame, mask): mask for mask in [*masks, 0]}


def short_name(frame: Frame, mask: int) -> str:
    """A set of clusters without braces and commas, as it stands in a link: ω1ω3."""
    return frame.format(mask) if mask in (0, frame.omega) else "".join(frame.members(mask))
