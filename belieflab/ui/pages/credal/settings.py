"""The settings of the Credal partition page, and the algorithm and data that follow from them."""

from dataclasses import replace

from belieflab.belief import Frame
from belieflab.clustering.algorithms import ALGORITHMS, Algorithm, all_parameters
from belieflab.clustering.algorithms.parameters import CLUSTERS
from belieflab.clustering.focal_sets import clusters
from belieflab.clustering.linked_pairs import CANNOT, MUST
from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.data.scaling import standardise
from belieflab.data.settings import Settings
from belieflab.figures.credal.partition import SETS, TRUTH, VIEWS
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import explain, read_settings
from belieflab.ui.method.plane_axes import axis_parameters

PAGE = "credal"
NOTHING, LOOK_AT = "none", "masses"
MAX_CLUSTERS_WITH_ALL_SETS = 5

STANDARDISE = Parameter(
    "standardise",
    "Standardise features",
    False,
    rare=True,
    help="Centre every feature and divide it by its standard deviation: otherwise those with "
    "large numbers decide about the distances.",
)


def parameters(context: Context) -> list[Parameter]:
    """The choice of an algorithm, the parameters of all of them, and those of the view."""
    dataset = context.dataset
    first = Parameter(
        "algorithm",
        "Algorithm",
        next(iter(ALGORITHMS)),
        choices={key: each.title for key, each in ALGORITHMS.items()},
        form="list",
        symbol="algorithm",
        help=explain(ALGORITHMS),
    )
    own = [
        replace(each, default=default_count(dataset)) if each.name == "c" else each
        for each in all_parameters(ALGORITHMS)
    ]
    panel = [first, *own, STANDARDISE]
    chosen = replace(context, settings=read_settings(PAGE, panel))
    return [*panel, *_view(chosen)]


def _view(context: Context) -> list[Parameter]:
    """How the partition is looked at; which axes and sets there are depends on the others."""
    shown = tuple(view for view in VIEWS if view != TRUTH or context.truth is not None)
    frame = cluster_frame(context)
    return [
        *axis_parameters(points(context)),
        Parameter(
            "show",
            "Colour by",
            SETS,
            choices=shown,
            form="segments",
            view=True,
            help="Set: the set of clusters with the largest mass; unions are blends, Ω is grey, an "
            "outlier a black cross. Masses: all masses blended. Cluster: the most plausible one.",
        ),
        Parameter(
            "mass",
            "Mass of",
            NOTHING,
            choices=(NOTHING, *({} if frame is None else mass_names(frame))),
            form="list",
            width=100,
            view=True,
            help="Shade the plane by the mass that an object would give this set if it lay there. "
            "With more than two features, those not shown take the values of a straight-line fit "
            "to the two axes.",
        ),
        Parameter(
            "click",
            "Click for",
            LOOK_AT,
            choices=(LOOK_AT, MUST, CANNOT),
            form="segments",
            view=True,
            coded=False,
            help="Masses: read one object's masses at the right. Must-link, cannot-link: click two "
            f"objects that belong together, or that do not; {pair_algorithms()} use such pairs.",
        ),
        Parameter(
            "outlines",
            "Outlines of approximations",
            True,
            view=True,
            rare=True,
            help="Solid: objects that surely belong to the cluster. Dashed: those that possibly "
            "do.",
        ),
        Parameter(
            "unions",
            "Prototypes of unions",
            True,
            view=True,
            rare=True,
            help="Small diamonds: the means of their clusters'. Beyond five clusters only those "
            "of unions to which some object belongs.",
        ),
    ]


def algorithm(context: Context) -> Algorithm:
    """The chosen algorithm."""
    return ALGORITHMS[context.settings.algorithm]


def own_settings(context: Context) -> Settings:
    """The parameters of the chosen algorithm alone."""
    return algorithm(context).settings(context.settings)


def points(context: Context) -> Dataset:
    """The points as they are clustered and drawn."""
    return standardise(context.dataset) if context.settings.standardise else context.dataset


def pair_algorithms() -> str:
    """The titles of the algorithms that use pairs of objects: "CECM and EVCLUS"."""
    *others, last = [each.title for each in ALGORITHMS.values() if each.takes_pairs]
    return f"{', '.join(others)} and {last}" if others else last


def default_count(dataset: Dataset) -> int:
    """How many clusters to begin with: as many as there are classes, if that is known."""
    known = len(dataset.class_names)
    return min(known, int(CLUSTERS.high or known)) if known >= 2 else 2


def cluster_frame(context: Context) -> Frame | None:
    """The names of the clusters; None where the algorithm finds their number itself."""
    return clusters(context.settings.c) if context.settings.uses("c") else None


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
