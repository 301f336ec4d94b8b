"""Result: the partition in numbers and as other kinds of partition; Masses; Number of clusters."""

from functools import partial

import numpy as np
import pandas as pd
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
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method import export, pins
from belieflab.ui.method.charts import QUIET, draw_chart, draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, draw_one, set_value
from belieflab.ui.method.method_page import with_result
from belieflab.ui.method.numbers import Number, adjusted_rand, draw_numbers
from belieflab.ui.method.tasks import Outcome, draw_task
from belieflab.ui.pages.credal.fit import Row, comparison, groups, partition_of, set_titles
from belieflab.ui.pages.credal.settings import PAGE, mass_names, short_name
from belieflab.ui.pages.credal.view import partition_view
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.text import plain

HEIGHT = 420
MAX_COMPARED = 1_500  # objects that the credal Rand index looks at: it costs their square
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
    first = [name for name in ("id", "row", "column", "truth") if name in decided]
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
    names = partition.frame.names
    lower, upper = partition.rough()
    columns: dict[str, object] = {
        **dataset.name_columns(),
        "set": [partition.frame.format(mask) for mask in partition.sets().tolist()],
        "by plausibility": [names[k] for k in partition.labels().tolist()],
        "by belief": [names[k] for k in partition.labels_by_belief().tolist()],
        "outlier": partition.outliers(),
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
        _draw_rand(partition)
    with right:
        st.markdown("**The same partition as …**: one row per object")
        share = st.column_config.ProgressColumn(min_value=0.0, max_value=1.0, format="%.2f")
        show = partial(st.dataframe, hide_index=True, height=320, key=f"{PAGE}.conversions")
        show(conversion_table(partition, context.dataset), column_config={"nonspecificity": share})
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


def _draw_rand(partition: CredalPartition) -> None:
    st.markdown("**Credal Rand index with pinned runs**", help=hint("credal-rand"))
    n = len(partition)
    everyone = [run for run in pins.pinned(PAGE) if isinstance(run.outcome, CredalPartition)]
    kept = [run for run in everyone if len(run.outcome) == n]
    if not kept:
        st.caption("Press Pin, change a setting, and see here how alike the two partitions are.")
        return
    rows = np.arange(n)
    if n > MAX_COMPARED:
        rows = np.sort(np.random.default_rng(0).choice(n, MAX_COMPARED, replace=False))
        st.caption(f"Over {MAX_COMPARED:,} of {n:,} objects.")
    for run in kept:
        index = partition[rows].credal_rand(run.outcome[rows])
        st.markdown(f"{plain(run.name)}: **{index:.4f}**")


@with_result
def draw_masses(context: Context, model: CredalClusterer) -> None:
    """Draw the heat map on the left, the surface of a chosen set on the right."""
    dataset, view, partition = context.dataset, partition_view(context), model.partition_
    named = partition_of(context, model)
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown("**Every mass of every object**")
        draw_small(mass_heatmap(named, height=HEIGHT + 60), f"{PAGE}.heatmap")
    with right:
        if dataset.dissimilarities is not None:
            st.caption("Masses between the objects need features, which dissimilarities lack.")
            return
        if dataset.plane is not None and not dataset.plane.linear:
            st.caption("Masses between the objects need a plane to which a linear map leads.")
            return
        mask = _draw_set(partition, view.mass, set_titles(context, model))
        axes = view.axes_of(dataset)
        matched = groups(context, model)
        token = (context.fit_token, axes, mask, id(model), matched)
        make = partial(lay_mass_grid, dataset, model, mask, view, matched)
        grid, titles = context.remember("surface", token, make), project(dataset, *axes)[1]
        figure = mass_surface(grid, titles, height=HEIGHT)
        draw_chart(figure, f"{PAGE}.surface", {"displaylogo": False})


def _draw_set(partition: CredalPartition, beneath: int | None, titles: dict[str, str]) -> int:
    """The set whose mass is the height; the one beneath the plane to begin with."""
    names, first = mass_names(partition.frame), 1 if beneath is None else beneath
    height = partial(Parameter, "surface_of", "Height: mass of", form="list")
    explained = "The mass that an object would give this set if it lay there."
    default = short_name(partition.frame, first)
    return names[draw_one(PAGE, height(default, choices=titles, help=explained))]


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


def _draw_index(rows: list[Row], index: str, current: int) -> None:
    counts = np.array([row[0] for row in rows])
    values = np.array([row[2 if index == N_STAR else 1] for row in rows])
    best = int(counts[np.argmin(values)]) if index == N_STAR else None
    figure = index_curve(counts, values, INDICES[index], current, best)
    draw_chart(figure, f"{PAGE}.index", QUIET, partial(set_value, PAGE, "c"))
    if best is None:
        st.caption("The criterion falls with every cluster more: look for the bend. Click a point.")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        take, label = partial(set_value, PAGE, "c", best), f"Use c = {best}"
        draw_button(label, f"{PAGE}.take", take, icon="check", disabled=best == current)
        st.caption("Or click a point of the curve.")
