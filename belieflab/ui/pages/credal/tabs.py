"""Result: the partition in numbers and as other kinds of partition; Masses: all of them."""

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.belief.masks import cardinality
from belieflab.clustering import CredalPartition
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.data.parameters import Parameter
from belieflab.data.projection import project
from belieflab.figures.credal.mass_grid import lay_mass_grid
from belieflab.figures.credal.masses import mass_heatmap, mass_surface
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method import export, pins
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import draw_controls, read_settings
from belieflab.ui.method.method_page import with_result
from belieflab.ui.method.numbers import Number, draw_numbers
from belieflab.ui.pages.credal.settings import PAGE, mass_names, short_name
from belieflab.ui.pages.credal.view import adjusted_rand, partition_view
from belieflab.ui.shell.text import plain

HEIGHT = 420
MAX_COMPARED = 1_500
"""Objects that the credal Rand index looks at: its cost grows with their square."""


def scores(context: Context, model: CredalClusterer) -> dict[str, float]:
    """What pinned runs are compared by."""
    partition = model.partition_
    numbers = {
        model.criterion_name: float(model.criterion_),
        "iterations": float(model.n_iter_),
        "N*": partition.mean_nonspecificity(),
        "outliers": float(partition.outliers().sum()),
    }
    found = adjusted_rand(context, partition)
    return numbers if found is None else numbers | {"adjusted Rand": found}


def result_table(context: Context, model: CredalClusterer) -> pd.DataFrame:
    """One row per object for the CSV file: conversions, then masses."""
    partition = model.partition_
    decided = export.result_table(context.workspace, partition, partition.labels())
    first = [name for name in ("row", "truth") if name in decided]
    masses = [name for name in map(str, decided) if name.startswith("belief ")]
    renamed = {name: f"mass {name.removeprefix('belief ')}" for name in masses}
    conversions = conversion_table(partition).drop(columns="row")
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


def conversion_table(partition: CredalPartition) -> pd.DataFrame:
    """One row per object: every other kind of partition that this one can be turned into."""
    names = partition.frame.names
    lower, upper = partition.rough()
    columns: dict[str, object] = {
        "row": np.arange(1, len(partition) + 1),
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
    partition = model.partition_
    _draw_numbers(context, partition)
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.markdown("**The clusters**", help=hint("lower-approximation"))
        st.dataframe(cluster_table(partition), key=f"{PAGE}.clusters", hide_index=True)
        _draw_rand(partition)
    with right:
        st.markdown("**The same partition as …**: one row per object")
        share = st.column_config.ProgressColumn(min_value=0.0, max_value=1.0, format="%.2f")
        st.dataframe(
            conversion_table(partition),
            key=f"{PAGE}.conversions",
            hide_index=True,
            height=320,
            column_config={"nonspecificity": share},
        )
        st.caption(
            "Set: the hard credal partition. By plausibility, by belief: hard ones. Fuzzy: "
            "pignistic probabilities. Possible: plausibilities. Surely, possibly: the rough "
            "partition. Export has all of it with the masses."
        )


def _draw_numbers(context: Context, partition: CredalPartition) -> None:
    sizes = cardinality(partition.n_clusters, partition.sets())
    numbers: dict[str, Number] = {
        "N\\*": (f"{partition.mean_nonspecificity():.4f}", hint("n-star")),
        "In one cluster": str((sizes == 1).sum()),
        "In several": str((sizes > 1).sum()),
        "Outliers": (str((sizes == 0).sum()), hint("outlier")),
        "Kind of partition": (
            partition.kind(),
            "The most special kind of partition that says all of this one: hard, fuzzy, fuzzy "
            "with noise, rough, possibilistic, or credal.",
        ),
    }
    found = adjusted_rand(context, partition)
    if found is not None:
        numbers["Adjusted Rand"] = (f"{found:.4f}", hint("adjusted-rand"))
    draw_numbers(PAGE, numbers)


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
    dataset, view = context.dataset, partition_view(context)
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown("**Every mass of every object**")
        st.plotly_chart(
            mass_heatmap(model.partition_, height=HEIGHT + 60),
            key=f"{PAGE}.heatmap",
            config={"displayModeBar": False},
        )
    with right:
        mask = _draw_set(model.partition_, view.mass)
        axes = view.axes_of(dataset)
        token = (context.fit_token, axes, mask, id(model))
        make = partial(lay_mass_grid, dataset, model, mask, view)
        grid, titles = context.remember("surface", token, make), project(dataset, *axes)[1]
        figure = mass_surface(grid.shading, grid.masses(), titles, height=HEIGHT)
        st.plotly_chart(figure, key=f"{PAGE}.surface", config={"displaylogo": False})


def _draw_set(partition: CredalPartition, beneath: int | None) -> int:
    """The set whose mass is the height; the one beneath the plane to begin with."""
    names = mass_names(partition.frame)
    chosen = Parameter(
        "surface_of",
        "Height: mass of",
        short_name(partition.frame, 1 if beneath is None else beneath),
        choices=tuple(names),
        form="list",
        help="The mass that an object would give this set if it lay there.",
    )
    settings = draw_controls(PAGE, read_settings(PAGE, [chosen]), [chosen])
    return names[settings.surface_of]
