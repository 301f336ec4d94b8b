"""Pictures for a notebook in one call: a credal partition, the regions of a classifier.

They need plotly alone: `pip install 'belieflab[plot]'`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from belieflab.belief import MassTable, as_mass_table
from belieflab.belief.masks import masks_of
from belieflab.clustering import CredalPartition, EKNNclus
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.data.dataset import Dataset
from belieflab.data.projection import default_axes, project
from belieflab.errors import DataError
from belieflab.evaluation.beliefs import predict_mass
from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.frames import Contents, filled
from belieflab.figures.common.hover import describe_rows, list_masses
from belieflab.figures.common.palette import OUTLINE_GREY, label_colours
from belieflab.figures.common.plane import draw_points
from belieflab.figures.common.traces import DrawnObjects
from belieflab.figures.credal import PartitionView, draw_partition
from belieflab.figures.neighbours import classifier_plane
from belieflab.figures.neighbours.classifier import ClassifierView, answer_regions, judge, lay_cells
from belieflab.neighbors.planar import ALL

Axes = tuple[str, str]


def plot_partition(
    model: Any,
    X: Any,
    *,
    axes: Axes | None = None,
    show: str = "set",
    feature_names: Sequence[str] | None = None,
    height: int = 500,
) -> go.Figure:
    """Draw a credal partition on the plane: objects in their sets' colours, prototypes, outlines.

    Parameters
    ----------
    model : fitted clusterer, CredalPartition or MassTable
        ECM, RECM, CECM, EVCLUS, EKNNclus, or the masses of every object themselves. A model that
        was fitted with `keep_history=True` moves from iteration to iteration.
    X : array-like [shape=(n, p)] or DataFrame
        The points, also where the model knows only their dissimilarities.
    axes : pair of str, optional
        "x1", "x2", … for features and "pc1", "pc2" for principal components; by default both
        features of a plane, else the first two principal components.
    show : {"set", "masses", "cluster"}
        What colours mean: the set with the largest mass, all masses blended, or the most
        plausible cluster.
    feature_names : sequence of str, optional
        By default the columns of a DataFrame.
    height : int
        Pixels.

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> from belieflab import ECM, load_sample
    >>> from belieflab.figures import plot_partition
    >>> X = load_sample("butterfly").X
    >>> figure = plot_partition(ECM(n_clusters=2, random_state=0).fit(X), X)
    >>> figure.layout.height
    500
    """
    dataset = _as_dataset(X, feature_names)
    if isinstance(model, CredalClusterer) and not isinstance(model, EKNNclus):
        return draw_partition(dataset, model, PartitionView(axes=axes, show=show, height=height))
    masses = model if isinstance(model, MassTable) else getattr(model, "partition_", None)
    if not isinstance(masses, MassTable):
        raise DataError("A partition is drawn of a fitted clusterer or of a table of masses.")
    if len(masses) != dataset.n:
        raise DataError(f"The partition has {len(masses)} objects, but X has {dataset.n} rows.")
    shown = _shown_masses(CredalPartition.of(masses), show)
    points, titles = project(dataset, *(axes or default_axes(dataset)))
    return draw_points(points, titles, labels=shown, dataset=dataset, height=height)


def plot_regions(
    classifier: Any,
    X: Any,
    y: Any = None,
    *,
    axes: Axes | None = None,
    rule: str = "pignistic",
    cost: float = 0.3,
    feature_names: Sequence[str] | None = None,
    height: int = 500,
) -> go.Figure:
    """Draw where on the plane a classifier answers what, fainter where its mass on Ω is larger.

    Parameters
    ----------
    classifier : fitted classifier
        Anything with `predict_mass` (of belieflab, or a Pipeline that ends in one) or
        `predict_proba` (of scikit-learn).
    X : array-like [shape=(n, p)] or DataFrame
        The objects. The plane is a slice through the mean of what is not shown of them.
    y : array-like, MassTable or None
        Their labels: colours of the objects. Answers that a label holds impossible are ringed.
    rule : {"pignistic", "plausibility", "rejection", "interval"}
        How an answer is found; "rejection" refuses where that costs less (`cost`) than the
        expected error, "interval" answers with sets of classes.
    axes, feature_names, height
        As in `plot_partition`.

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> from belieflab import EvidentialKNN, load_sample
    >>> from belieflab.figures import plot_regions
    >>> moons = load_sample("moons", size=60)
    >>> figure = plot_regions(EvidentialKNN().fit(moons.X, moons.truth), moons.X, moons.truth)
    >>> figure.data[0].type
    'image'
    """
    dataset = _as_dataset(X, feature_names)
    view = ClassifierView(axes, source=ALL, rule=rule, cost=cost, height=height)
    plane = view.plane(dataset)
    rows, grid = view.rows(plane.points), lay_cells(plane)

    def believe(places: Floats) -> MassTable:
        return predict_mass(classifier, _named_like(X, plane.lift(places)))

    beliefs = believe(grid.places)
    regions, frame = answer_regions(beliefs, None, view, grid, believe), beliefs.frame
    seen = predict_mass(classifier, _named_like(X, dataset.X[rows]))
    labels = None if y is None else _on_frame(y, dataset.n, beliefs)
    hover = describe_rows(rows, labels, dataset=dataset)
    objects = DrawnObjects(plane.points[rows], rows, hover, dataset.n)
    shown = (grid, objects, plane.titles, frame.names, view)
    figure = classifier_plane.empty_classifier_plane(*shown, judged=labels is not None)
    marks = _object_marks(seen, None if labels is None else labels[rows], view)
    return filled(figure, classifier_plane.region_contents(grid, regions, frame.size) | marks)


def _object_marks(beliefs: MassTable, labels: MassTable | None, view: ClassifierView) -> Contents:
    """The objects with what is believed of them, in the colours of their labels."""
    colours, possible = [OUTLINE_GREY] * len(beliefs), None
    if labels is not None:
        colours, possible = label_colours(labels), masks_of(labels.contour() > 0)
    texts = [f"belief: {masses}" for masses in list_masses(beliefs)]
    return classifier_plane.object_contents(colours, judge(beliefs, view, possible)[1], texts)


def _as_dataset(X: Any, feature_names: Sequence[str] | None) -> Dataset:
    names = getattr(X, "columns", None) if feature_names is None else feature_names
    try:
        values = np.ascontiguousarray(X, dtype=np.float64)
    except (TypeError, ValueError):
        raise DataError("The points are a table of numbers, one row per object.") from None
    if values.ndim != 2:
        raise DataError(f"The points are a table of numbers; found shape {values.shape}.")
    if names is None:
        names = [f"x{j + 1}" for j in range(values.shape[1])]
    return Dataset(values, tuple(map(str, names)), ids=_ids_of(X, len(values)))


def _ids_of(X: Any, n: int) -> tuple[str, ...]:
    """The index of a DataFrame where it names the rows; pandas' own count from 0 names nothing."""
    index = getattr(X, "index", None) if hasattr(X, "columns") else None
    if index is None or isinstance(index, pd.RangeIndex):
        return ()
    ids = tuple(map(str, index))
    return ids if len(set(ids)) == n and all(each.strip() for each in ids) else ()


def _shown_masses(partition: CredalPartition, show: str) -> MassTable:
    """The masses whose colours are drawn."""
    if show == "masses":
        return partition
    if show == "set":
        return MassTable.from_sets(partition.sets().tolist(), partition.frame)
    if show == "cluster":
        masks = [1 << cluster for cluster in partition.labels().tolist()]
        return MassTable.from_sets(masks, partition.frame)
    raise DataError(f"Colours show 'set', 'masses' or 'cluster'; found {show!r}.")


def _on_frame(y: Any, n: int, beliefs: MassTable) -> MassTable:
    """The labels as masses on the classifier's own classes."""
    labels = y if isinstance(y, MassTable) else as_mass_table(y, n)[0]
    if len(labels) != n:
        raise DataError(f"There are {len(labels)} labels, but X has {n} rows.")
    if set(labels.frame.names) <= set(beliefs.frame.names):
        places = [beliefs.frame.names.index(name) for name in labels.frame.names]
        moved = [
            sum(1 << places[k] for k in range(labels.frame.size) if int(mask) >> k & 1)
            if mask != labels.frame.omega
            else beliefs.frame.omega
            for mask in labels.focal
        ]
        return MassTable(beliefs.frame, moved, labels.mass)
    raise DataError(
        f"The labels name the classes {', '.join(labels.frame.names)}, but the classifier knows "
        f"{', '.join(beliefs.frame.names)}."
    )


def _named_like(X: Any, values: Floats) -> Any:
    """New points under the column names that the classifier saw, where it saw some."""
    return type(X)(values, columns=X.columns) if hasattr(X, "columns") else values
