"""A credal partition of the pixels of an image, drawn as an image with a frame per iteration.

Used by the Credal partition page and by the code it exports, so both show the same.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import MassTable
from belieflab.clustering import CredalPartition
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.step_states import state_at
from belieflab.data.dataset import Dataset
from belieflab.data.matching import Matching
from belieflab.figures.common import traces
from belieflab.figures.common.arrays import Integers
from belieflab.figures.common.frames import Layer, moving_figure, pick_frames
from belieflab.figures.common.images import as_address, paint
from belieflab.figures.common.palette import CLEAR, OUTLINE_GREY, faded, label_colours, set_colour
from belieflab.figures.common.pixels import as_colours, image_sheet, image_trace
from belieflab.figures.common.view import View
from belieflab.figures.credal import partition_plane
from belieflab.figures.credal.partition import (
    CLUSTERS,
    LEGEND_COLUMNS,
    MASSES,
    SETS,
    TRUTH,
    legend_entries,
    match_clusters,
    named_partition,
    object_texts,
)

LOWER, UPPER, ORIGINAL = "lower", "upper", "original"
IMAGE_VIEWS = {
    SETS: "set",
    LOWER: "lower approximation",
    UPPER: "upper approximation",
    MASSES: "masses",
    CLUSTERS: "cluster",
    TRUTH: "truth",
    ORIGINAL: "original",
}
"""What the colours of an image can mean, and how that is called."""

OVERLAY = 0.72
"""Opacity of approximations above the image, which is grey beneath them."""

SHADES = 64
NAMED_MASSES, MANY_PIXELS = 3, 15_000
"""Masses in a hover text, and pixels above which it names the largest alone: they are megabytes."""


@dataclass(frozen=True)
class SegmentationView(View):
    """How a partition of pixels is looked at; the axes are those of the image.

    show : what colours mean: the set with the largest mass, all masses blended, the most plausible
        cluster, the truth, the image itself ("original"), or above it the pixels that surely
        belong to a cluster ("lower"), or that possibly do ("upper")
    mass : the set whose mass is drawn as shades instead, as a mask; None for none
    """

    show: str = SETS
    mass: int | None = None


def draw_segmentation(
    dataset: Dataset,
    model: CredalClusterer,
    view: SegmentationView | None = None,
    *,
    labels: MassTable | None = None,
    truth: Integers | None = None,
) -> go.Figure:
    """The image of a fitted model with a frame per kept iteration (`keep_history=True`).

    Clusters have the colours and names of the classes they match by the labels, or else by the
    `truth` [shape=(n,)].
    """
    view = view or SegmentationView()
    groups = match_clusters(dataset, model, labels, truth)
    numbers = pick_frames(len(model.kept_steps))
    states = [state_at(model, dataset.X, number) for number in numbers]
    last = named_partition(states[-1].partition, groups)
    if view.mass is None and view.show in (TRUTH, ORIGINAL):
        frames = [_still_picture(dataset, view, truth)]
    else:
        frames = [_paint_masses(state.partition, dataset, view, groups) for state in states]
    n_masses = NAMED_MASSES if dataset.n <= MANY_PIXELS else 1
    texts = object_texts(np.arange(dataset.n), last, groups, truth, dataset, n_masses)
    by_place = np.array(texts, dtype=object).reshape(dataset.image_shape).tolist()
    hover = {"hovertext": by_place, "hoverinfo": "text", "name": "segmentation"}
    above = image_trace(frames[-1], **hover)
    moves = [{"source": each} for each in frames] if len(frames) == len(states) else []
    layers: list[Layer] = [
        (image_trace(as_address(_grey(dataset)), "image", hoverinfo="skip"), []),
        (above, moves),
        (partition_plane.draw_chosen(view.scale), []),
    ]
    entries = _entries(last, view, groups, dataset, truth)
    layers += [(traces.legend_entry(name, marker), []) for name, marker in entries]
    lines = -(-len(entries) // LEGEND_COLUMNS)
    look: dict[str, Any] = {"scale": view.scale}
    look |= {"legend": round(8 + 20 * view.scale * lines) if entries else 0}
    page = image_sheet(dataset.image_shape, view.height, **look)
    return moving_figure(page.layout, [str(state.iteration) for state in states], layers)


def _entries(
    partition: CredalPartition,
    view: SegmentationView,
    groups: Matching,
    dataset: Dataset,
    truth: Integers | None,
) -> list[Any]:
    if view.mass is not None or view.show == ORIGINAL:
        return []
    show = CLUSTERS if view.show == LOWER else view.show
    return legend_entries(partition, show, groups, dataset, truth)


def _paint_masses(
    partition: CredalPartition, dataset: Dataset, view: SegmentationView, groups: Matching
) -> str:
    """The picture of a partition, as the address of a PNG."""
    shape = dataset.image_shape
    if view.mass is not None:
        shades = (SHADES - 1) * partition.mass_of(view.mass).clip(0.0, 1.0)
        colour = set_colour(view.mass, groups) if view.mass else OUTLINE_GREY
        colours = [_shade(colour, code / (SHADES - 1)) for code in range(SHADES)]
        return _painted(np.rint(shades).astype(np.int64), colours, shape)
    if view.show == MASSES:
        joined = "".join(colour[1:] for colour in label_colours(partition, groups))
        levels = np.frombuffer(bytes.fromhex(joined), dtype=np.uint8)
        coarse = levels & 0xF8  # an eye sees no difference, and many frames become half as long
        return as_address((coarse | coarse >> 5).astype(np.uint8).reshape(*shape, 3))
    hard = view.show == CLUSTERS
    kinds, codes = np.unique(partition.labels() if hard else partition.sets(), return_inverse=True)
    masks = [1 << kind if hard else int(kind) for kind in kinds.tolist()]
    colours = [_fill(mask, view.show, groups) for mask in masks]
    return _painted(codes, colours, shape)


def _fill(mask: int, show: str, groups: Matching) -> str:
    """The colour of pixels whose set it is: above the image, or in its place."""
    if (show == LOWER and mask.bit_count() != 1) or (show == UPPER and not mask):
        return CLEAR
    return faded(set_colour(mask, groups), OVERLAY if show in (LOWER, UPPER) else 1.0)


def _shade(colour: str, share: float) -> str:
    """From white to the colour."""
    levels = [255 + share * (part - 255) for part in bytes.fromhex(colour[1:])]
    return f"rgba({levels[0]:.0f}, {levels[1]:.0f}, {levels[2]:.0f}, 1)"


def _painted(codes: Integers, colours: list[str], shape: tuple[int, ...]) -> str:
    return paint(codes.reshape(shape), colours)


def _still_picture(dataset: Dataset, view: SegmentationView, truth: Integers | None) -> str:
    """The image itself or its true classes; pixels without one are transparent."""
    if view.show == ORIGINAL or truth is None:
        return as_address(as_colours(dataset))
    n_classes = len(dataset.class_names)
    colours = [faded(set_colour(1 << k, n_classes), 1.0) for k in range(n_classes)]
    return _painted(truth + 1, [CLEAR, *colours], dataset.image_shape)


def _grey(dataset: Dataset) -> Any:
    """The image without its colours, so that those above it are read rightly."""
    light = np.rint(as_colours(dataset).mean(axis=2)).astype(np.uint8)
    return np.repeat(light[:, :, None], 3, axis=2)
