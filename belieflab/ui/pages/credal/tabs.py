"""Result: the partition in numbers and as other kinds of partition; Masses; Number of clusters."""

from functools import partial

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from belieflab.belief.masks import cardinality
from belieflab.clustering import CredalPartition
from belieflab.clustering.algorithms.parameters import CLUSTERS
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.data.projection import project
from belieflab.figures.common.curves import index_curve
from belieflab.figures.credal.masses import lay_mass_grid, mass_heatmap, mass_surface
from belieflab.figures.credal.partition import in_class_order
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method import export, pins
from belieflab.ui.method.charts import QUIET, draw_chart, draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, draw_one, read_settings, set_value
from belieflab.ui.method.method_page import with_result
from belieflab.ui.method.numbers import (
    Number,
    adjusted_rand,
    draw_numbers,
    listed_rows,
    note_unlisted,
)
from belieflab.ui.method.tasks import Outcome, draw_task, resolve
from belieflab.ui.pages.credal.fit import Row, comparison, groups, partition_of, set_titles
from belieflab.ui.pages.credal.settings import PAGE, mass_names, short_name
from belieflab.ui.pages.credal.view import partition_view
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.text import plain

HEIGHT = 420
MAX_COMPARED = 1_500  # objects that the credal Rand index looks at: it costs their square
HEATMAP, SURFACE, CURVE = f"{PAGE}.heatmap", f"{PAGE}.surface", f"{PAGE}.index"
N_STAR = "N*"
INDICES = {N_STAR: "mean nonspecificity N*", "criterion": "criterion at the end"}
N_STAR_HELP = f"N*: {hint('n-star')}"
INDEX = choice("index_kind", "Index", tuple(INDICES), form="segments", help=N_STAR_HELP)
LAST = Parameter("last_c", "Up to c =", 6, low=3, high=CLUSTERS.high, typed=True, width=140)


def scores(context: Context, model: CredalClusterer) -> dict[str, float]:
    """What pinned runs are compared by."""
    partition = model.partition_
    numbers = {
        model.criterion_name: float(model.criterion_),
        "iterations": float(model.n_iter_),
        "N*": partition.mean_nonspecificity(),
        "outliers": float(partition.outliers().sum()),
    }
    found = adjusted_rand(context, partition.labels())
    return numbers if found is None else numbers | {"adjusted Rand": found}


def result_table(context: Context, model: CredalClusterer) -> pd.DataFrame:
    """One row per object for the CSV file: conversions, then masses."""
    partition = partition_of(context, model)
    decided = export.result_table(context.workspace, partition, partition.labels())
    first = [name for name in ("id", "row", "column", "text", "truth") if name in decided]
    masses = [name for name in map(str, decided) if name.startswith("belief ")]
    renamed = {name: f"mass {name.removeprefix('belief ')}" for name in masses}
    conversions = conversion_table(partition, context.dataset).loc[:, "set":]
    return pd.concat([decided[first], conversions, decided[masses].rename(columns=renamed)], axis=1)


def cluster_table(partition: CredalPartition) -> pd.DataFrame:
    """One row per cluster: how many objects belong to it surely, possibly, and when one decides."""
    lower, upper = partition.rough()
    count = partition.n_clusters
    return pd.DataFrame(
        {
            "cluster": list(partition.frame.names),
            "surely": lower.sum(axis=0),
            "possibly": upper.sum(axis=0),
            "by plausibility": np.bincount(partition.labels(), minlength=count),
            "by belief": np.bincount(partition.labels_by_belief(), minlength=count),
            "fuzzy size": partition.fuzzy().sum(axis=0).round(2),
        }
    )


def conversion_table(partition: CredalPartition, dataset: Dataset) -> pd.DataFrame:
    """One row per object: every other kind of partition that this one can be turned into."""
    rows = listed_rows(len(partition))
    partition = partition[rows]
    names, sets = partition.frame.names, partition.sets()
    lower, upper = partition.rough()
    texts = {mask: partition.frame.format(mask) for mask in set(sets.tolist())}
    columns: dict[str, object] = {
        **dataset.name_columns(rows, texts=True),
        "set": [texts[mask] for mask in sets.tolist()],
        "by plausibility": [names[k] for k in partition.labels().tolist()],
        "by belief": [names[k] for k in partition.labels_by_belief().tolist()],
        "outlier": np.equal(sets, 0),
        "nonspecificity": partition.imprecision(),
    }
    for title, values in (
        ("fuzzy", partition.fuzzy()),
        ("possible", partition.possibilistic()),
        ("surely", lower),
        ("possibly", upper),
    ):
        columns |= {f"{title} {name}": values[:, k] for k, name in enumerate(names)}
    return pd.DataFrame(columns)


@with_result
def draw_result(context: Context, model: CredalClusterer) -> None:
    """Draw numbers, clusters, comparison with pinned runs, and every object's conversions."""
    partition = partition_of(context, model)
    _draw_numbers(context, partition)
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.markdown("**The clusters**", help=hint("lower-approximation"))
        st.dataframe(cluster_table(partition), key=f"{PAGE}.clusters", hide_index=True)
        _draw_rand(context, model)
    with right:
        st.markdown("**The same partition as …**: one row per object")
        share = st.column_config.ProgressColumn(min_value=0.0, max_value=1.0, format="%.2f")
        show = partial(st.dataframe, hide_index=True, height=320, key=f"{PAGE}.conversions")
        show(conversion_table(partition, context.dataset), column_config={"nonspecificity": share})
        note_unlisted(len(partition), "Export has all of them.")
        st.caption(
            "Set: the hard credal partition. By plausibility, by belief: hard ones. Fuzzy: "
            "pignistic probabilities. Possible: plausibilities. Surely, possibly: the rough "
            "partition. Export has all of it with the masses."
        )


def _draw_numbers(context: Context, partition: CredalPartition) -> None:
    sizes = cardinality(partition.n_clusters, partition.sets())
    kind = "The most special kind of partition that says all of this one: hard, fuzzy, fuzzy with "
    kind += "noise, rough, possibilistic, or credal."
    numbers: dict[str, Number] = {
        "N\\*": (f"{partition.mean_nonspecificity():.4f}", hint("n-star")),
        "In one cluster": str((sizes == 1).sum()),
        "In several": str((sizes > 1).sum()),
        "Outliers": (str((sizes == 0).sum()), hint("outlier")),
        "Kind of partition": (partition.kind(), kind),
    }
    found = adjusted_rand(context, partition.labels())
    if found is not None:
        numbers["Adjusted Rand"] = (f"{found:.4f}", hint("adjusted-rand"))
    draw_numbers(f"{PAGE}_result", numbers)


def _draw_rand(context: Context, model: CredalClusterer) -> None:
    st.markdown("**Credal Rand index with pinned runs**", help=hint("credal-rand"))
    found, n = credal_rands(context, model), len(model.partition_)
    if not found:
        st.caption("Press Pin, change a setting, and see here how alike the two partitions are.")
    elif n > MAX_COMPARED:
        st.caption(f"Over {MAX_COMPARED:,} of {n:,} objects.")
    for name, index in found:
        st.markdown(f"{plain(name)}: **{index:.4f}**")


def credal_rands(context: Context, model: CredalClusterer) -> list[tuple[str, float]]:
    """The credal Rand index with every pinned run of the same objects, by its name."""
    n, partition = len(model.partition_), model.partition_
    token, rows = (context.fit_token, id(model)), np.arange(n)
    if n > MAX_COMPARED:
        rows = np.sort(np.random.default_rng(0).choice(n, MAX_COMPARED, replace=False))

    def compare(other: CredalPartition) -> float:
        return partition[rows].credal_rand(other[rows])

    return [
        (run.name, context.remember("rand", (token, run.outcome), partial(compare, run.outcome)))
        for run in pins.pinned(PAGE)
        if isinstance(run.outcome, CredalPartition) and len(run.outcome) == n
    ]


def report_figures(context: Context, model: CredalClusterer) -> dict[str, go.Figure]:
    """The heat map of masses, the surface of one set, and the index over c if it is known."""
    figures = {
        HEATMAP: mass_heatmap(
            _by_class(context, model), dataset=context.dataset, height=HEIGHT + 60
        )
    }
    if not _why_no_surface(context.dataset):
        height = _height(context, model)
        figures[SURFACE] = _surface(context, model, read_settings(PAGE, [height])[height.name])
    if rows := _known_rows(context):
        figures[CURVE] = _index(rows, N_STAR, context.settings.c)[0]
    return figures


def report_tables(context: Context, model: CredalClusterer) -> dict[str, pd.DataFrame]:
    """The clusters, the index over c if it is known, and the Rand index with pinned runs."""
    partition = partition_of(context, model)
    tables = {"clusters": cluster_table(partition)}
    if rows := _known_rows(context):
        tables["number of clusters"] = pd.DataFrame(rows, columns=["c", "criterion", N_STAR])
    if compared := credal_rands(context, model):
        names = ["pinned run", "credal Rand index"]
        tables["credal Rand index"] = pd.DataFrame(compared, columns=names)
    return tables


def _known_rows(context: Context) -> list[Row]:
    """What the tab Number of clusters has computed, up to the number that was asked for there."""
    if not context.settings.uses("c"):
        return []
    last = read_settings(PAGE, [LAST])[LAST.name]
    return resolve(comparison(context, last)).current or []


def _by_class(context: Context, model: CredalClusterer) -> CredalPartition:
    """The partition as pictures name it: its clusters in the order of their classes."""
    return in_class_order(model.partition_, groups(context, model))


@with_result
def draw_masses(context: Context, model: CredalClusterer) -> None:
    """Draw the heat map on the left, the surface of a chosen set on the right."""
    named = _by_class(context, model)
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown("**Every mass of every object**")
        draw_small(mass_heatmap(named, dataset=context.dataset, height=HEIGHT + 60), HEATMAP)
    with right:
        if reason := _why_no_surface(context.dataset):
            st.caption(reason)
            return
        figure = _surface(context, model, draw_one(PAGE, _height(context, model)))
        draw_chart(figure, SURFACE, {"displaylogo": False})


def _why_no_surface(dataset: Dataset) -> str:
    """Why there are no masses between the objects; empty where there are."""
    if dataset.dissimilarities is not None:
        return "Masses between the objects need features, which dissimilarities lack."
    if dataset.plane is not None and not dataset.plane.linear:
        return "Masses between the objects need a plane to which a linear map leads."
    return ""


def _surface(context: Context, model: CredalClusterer, chosen: str) -> go.Figure:
    """The mass that an object would give the chosen set at every place."""
    dataset, view, matched = context.dataset, partition_view(context), groups(context, model)
    axes, mask = view.axes_of(dataset), mass_names(model.partition_.frame)[chosen]
    token = (context.fit_token, axes, mask, id(model), matched)
    make = partial(lay_mass_grid, dataset, model, mask, view, matched)
    grid = context.remember("surface", token, make)
    return mass_surface(grid, project(dataset, *axes)[1], height=HEIGHT)


def _height(context: Context, model: CredalClusterer) -> Parameter:
    """The set whose mass is the height; the one beneath the plane to begin with."""
    beneath = partition_view(context).mass
    default = short_name(model.partition_.frame, 1 if beneath is None else beneath)
    height = partial(Parameter, "surface_of", "Height: mass of", form="list")
    explained = "The mass that an object would give this set if it lay there."
    return height(default, choices=set_titles(context, model), help=explained)


def draw_number_of_clusters(context: Context, _: Outcome) -> None:
    """Draw an index over c = 2, 3, …; a click on a point, or the button, uses that c."""
    if not context.settings.uses("c"):
        st.caption("This algorithm finds the number of clusters itself.")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        index, last = draw_one(PAGE, INDEX), draw_one(PAGE, LAST)
    outcome = draw_task(comparison(context, last))
    if outcome.ready and outcome.value:
        _draw_index(outcome.value, index, context.settings.c)


def _index(rows: list[Row], index: str, current: int) -> tuple[go.Figure, int | None]:
    """The curve of an index over c, and its best c where it tells one."""
    counts = np.array([row[0] for row in rows])
    values = np.array([row[2 if index == N_STAR else 1] for row in rows])
    best = int(counts[np.argmin(values)]) if index == N_STAR else None
    return index_curve(counts, values, INDICES[index], current, best), best


def _draw_index(rows: list[Row], index: str, current: int) -> None:
    figure, best = _index(rows, index, current)
    draw_chart(figure, CURVE, QUIET, partial(set_value, PAGE, "c"))
    if best is None:
        st.caption("The criterion falls with every cluster more: look for the bend. Click a point.")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        take, label = partial(set_value, PAGE, "c", best), f"Use c = {best}"
        draw_button(label, f"{PAGE}.take", take, icon="check", disabled=best == current)
        st.caption("Or click a point of the curve.")
