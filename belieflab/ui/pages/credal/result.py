"""Result: the partition in numbers, as other kinds of partition, and beside pinned ones."""

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.belief.masks import cardinality
from belieflab.clustering import EVCLUS, CredalPartition
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.data.dataset import Dataset
from belieflab.iteration import Ending
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method import export, pins
from belieflab.ui.pages.credal.pairs import PAGE
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

NUMBER_WIDTH = 150
ENDINGS = {
    Ending.STOPPED: "It was stopped before it had converged.",
    Ending.MAX_ITER: "It reached the largest number of iterations before it had converged.",
}
MOST_COMPARED = 1_500
"""Objects that the credal Rand index looks at: its cost grows with their square."""


def adjusted_rand(workspace: Workspace, partition: CredalPartition) -> float | None:
    """Against the true classes that are known; None without a truth, or while it is hidden."""
    truth = shown_truth(workspace)
    if truth is None or not (truth >= 0).any():
        return None
    known = np.flatnonzero(truth >= 0)
    return partition[known].adjusted_rand(truth[known])


def scores(workspace: Workspace, model: CredalClusterer) -> dict[str, float]:
    """What pinned runs are compared by."""
    partition = model.partition_
    name = "stress" if isinstance(model, EVCLUS) else "criterion J"
    numbers = {
        name: float(model.criterion_),
        "iterations": float(model.n_iter_),
        "N*": partition.mean_nonspecificity(),
        "outliers": float(partition.outliers().sum()),
    }
    found = adjusted_rand(workspace, partition)
    return numbers if found is None else numbers | {"adjusted Rand": found}


def draw_line(workspace: Workspace, model: CredalClusterer) -> None:
    """The few numbers under the trace, in one line."""
    partition = model.partition_
    outliers = int(partition.outliers().sum())
    words = [
        f"N\\* **{partition.mean_nonspecificity():.3f}**",
        f"outliers **{outliers}**",
    ]
    found = adjusted_rand(workspace, partition)
    if found is not None:
        words.append(f"ARI **{found:.3f}**")
    st.markdown(" · ".join(words), help=f"N*: {hint('n-star')} ARI: adjusted Rand index.")
    for note in model.notes_:
        st.warning(plain(note), icon=":material/warning:")
    if model.ending_ in ENDINGS:
        st.caption(ENDINGS[model.ending_])
    if not model.history_.keep_steps:
        st.caption("There are too many masses to keep them all: the plane shows the end.")


def draw_result(workspace: Workspace, dataset: Dataset, model: CredalClusterer) -> None:
    """Numbers, clusters, comparison with pinned runs, and every object's conversions."""
    partition = model.partition_
    _draw_numbers(workspace, partition)
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.markdown("**The clusters**", help=hint("lower-approximation"))
        st.dataframe(cluster_table(partition), key=f"{PAGE}.clusters", hide_index=True)
        _draw_rand(dataset, partition)
    with right:
        st.markdown("**The same partition as …**: one row per object")
        st.dataframe(
            conversion_table(partition),
            key=f"{PAGE}.conversions",
            hide_index=True,
            height=320,
            column_config={
                "nonspecificity": st.column_config.ProgressColumn(
                    min_value=0.0, max_value=1.0, format="%.2f"
                )
            },
        )
        st.caption(
            "Set: the hard credal partition. By plausibility, by belief: hard ones. Fuzzy: "
            "pignistic probabilities. Possible: plausibilities. Surely, possibly: the rough "
            "partition. Export has all of it with the masses."
        )


def _draw_numbers(workspace: Workspace, partition: CredalPartition) -> None:
    sizes = cardinality(partition.n_clusters, partition.sets())
    with st.container(horizontal=True, key=f"{PAGE}_numbers"):
        st.metric(
            "N\\*",
            f"{partition.mean_nonspecificity():.4f}",
            width=NUMBER_WIDTH,
            help=hint("n-star"),
        )
        st.metric("In one cluster", int((sizes == 1).sum()), width=NUMBER_WIDTH)
        st.metric("In several", int((sizes > 1).sum()), width=NUMBER_WIDTH)
        st.metric("Outliers", int((sizes == 0).sum()), width=NUMBER_WIDTH, help=hint("outlier"))
        st.metric(
            "It is in fact",
            partition.kind(),
            width=NUMBER_WIDTH,
            help="The most special kind of partition that says all of this one: hard, fuzzy, "
            "fuzzy with noise, rough, possibilistic, or credal.",
        )
        found = adjusted_rand(workspace, partition)
        if found is not None:
            st.metric(
                "Adjusted Rand", f"{found:.4f}", width=NUMBER_WIDTH, help=hint("adjusted-rand")
            )


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
    for title, values in (("fuzzy", partition.fuzzy()), ("possible", partition.possibilistic())):
        columns |= {f"{title} {name}": values[:, k] for k, name in enumerate(names)}
    for title, flags in (("surely", lower), ("possibly", upper)):
        columns |= {f"{title} {name}": flags[:, k] for k, name in enumerate(names)}
    return pd.DataFrame(columns)


def result_table(workspace: Workspace, model: CredalClusterer) -> pd.DataFrame:
    """One row per object for the CSV file: conversions, then masses."""
    partition = model.partition_
    decided = export.result_table(workspace, partition, partition.labels())
    first = [name for name in ("row", "truth") if name in decided]
    masses = [name for name in map(str, decided) if name.startswith("belief ")]
    renamed = {name: f"mass {name.removeprefix('belief ')}" for name in masses}
    conversions = conversion_table(partition).drop(columns="row")
    return pd.concat([decided[first], conversions, decided[masses].rename(columns=renamed)], axis=1)


def _draw_rand(dataset: Dataset, partition: CredalPartition) -> None:
    st.markdown("**Credal Rand index with pinned runs**", help=hint("credal-rand"))
    kept = [
        run
        for run in pins.pinned(PAGE)
        if isinstance(run.outcome, CredalPartition) and len(run.outcome) == dataset.n
    ]
    if not kept:
        st.caption("Press Pin, change a setting, and see here how alike the two partitions are.")
        return
    rows = np.arange(dataset.n)
    if dataset.n > MOST_COMPARED:
        rows = np.sort(np.random.default_rng(0).choice(dataset.n, MOST_COMPARED, replace=False))
        st.caption(f"Over {MOST_COMPARED:,} of {dataset.n:,} objects.")
    for run in kept:
        index = partition[rows].credal_rand(run.outcome[rows])
        st.markdown(f"{plain(run.name)}: **{index:.4f}**")
