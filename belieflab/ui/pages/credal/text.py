"""Formula and Code of the Credal partition page, and what the plane shows."""

import streamlit as st

from belieflab import clustering
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.figures.credal.partition import SETS, TRUTH
from belieflab.figures.credal.segmentation import LOWER, UPPER
from belieflab.formulas import Formula
from belieflab.ui.method.code_tab import Name, format_call, script
from belieflab.ui.method.context import Context
from belieflab.ui.method.tasks import Outcome
from belieflab.ui.pages.credal.settings import algorithm, own_settings, shows_image
from belieflab.ui.pages.credal.view import partition_view, segmentation_view

RELATIONAL = (
    "The clustering uses the dissimilarities; the plane is their multidimensional scaling, to look "
    "at alone."
)
IMAGE_NOTES = {
    SETS: "Every pixel has the colour of the set with its largest mass: unions, where clusters "
    "meet, are blends; Ω is grey, outliers are black.",
    LOWER: "In colour: pixels that surely belong to a cluster. Grey: the image where that is in "
    "doubt.",
    UPPER: "In colour: pixels that possibly belong to a cluster; blends may belong to several. "
    "Grey: the image where there are outliers.",
    TRUTH: "Colours are the true classes.",
}


def formulas(context: Context, model: CredalClusterer) -> list[Formula]:
    """The equations in use, with the values of their symbols."""
    return algorithm(context).equations(model, own_settings(context), context.dataset.n)


def code(context: Context) -> str:
    """Python that gives the same partition and the same picture again."""
    chosen, settings, dataset = algorithm(context), own_settings(context), context.dataset
    kind = chosen.estimator.__name__
    public = getattr(clustering, kind, None) is chosen.estimator
    arguments = chosen.arguments(settings, context.seed)
    if chosen.keeps_steps(dataset.n, settings):
        arguments["keep_history"] = True
    links: dict[str, object] = dict(chosen.pairs(settings, dataset.n).arguments)
    truth = {} if context.truth is None else {"truth": Name("dataset.truth")}
    if context.known_labels is not None:
        truth = {"labels": Name("labels"), **truth}
    as_image = shows_image(context)
    look = segmentation_view(context) if as_image else partition_view(context)
    draw = "draw_segmentation" if as_image else "draw_partition"
    view = format_call(type(look).__name__, [], look.arguments(dataset))
    shown = truth if as_image else links | truth
    picture = format_call(draw, [Name("dataset"), Name("model"), Name(view)], shown)
    weighted = chosen.takes_weights and dataset.weights is not None
    weights = {"sample_weight": Name("dataset.weights")} if weighted else {}
    imports = chosen.input.imports
    return script(
        context,
        *((*imports, "") if imports else ()),
        f"from {'belieflab.clustering' if public else chosen.estimator.__module__} import {kind}",
        f"from belieflab.figures.credal import {type(look).__name__}, draw_criterion, {draw}",
        "",
        f"model = {format_call(kind, [], arguments)}",
        format_call("model.fit", [Name(chosen.input.code)], links | weights),
        "partition = model.partition_  # masses: partition.focal, partition.mass",
        "print(model.criterion_, partition.mean_nonspecificity(), partition.sets())",
        f"figure = {picture}",
        "trace = draw_criterion(model)  # figure.show() and trace.show() open a browser",
    )


def draw_note(context: Context, outcome: Outcome) -> None:
    """Draw what the plane shows: outlines, and how features that are not on it take part."""
    settings, p, text = context.settings, context.dataset.p, ""
    if not outcome.ready:
        return
    if shows_image(context):
        st.caption(IMAGE_NOTES.get(settings.show, ""))
        return
    if settings.show == TRUTH:
        text += "Colours are the true classes; outlines and prototypes are the partition's. "
    if settings.outlines:
        text += "Solid: objects that surely belong to a cluster; dashed: those that possibly do. "
    if context.dataset.dissimilarities is not None:
        text += RELATIONAL
    elif p > 2:
        text += f"All {p} features take part in the clustering; the plane shows two axes of them, "
        text += "and prototypes are seen along the same axes. "
        if partition_view(context).mass is not None:
            text += "Beneath, the features that are not shown take the values of a straight-line "
            text += "fit to the two axes."
    st.caption(text)
