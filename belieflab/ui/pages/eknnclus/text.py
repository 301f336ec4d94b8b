"""Numbers, tables, Formula and Code of the EKNNclus page."""

import numpy as np
import pandas as pd

from belieflab.clustering import EKNNclus
from belieflab.clustering.eknnclus_sweeps import SweepStep, choose_run
from belieflab.clustering.eknnclus_table import A_SETS, STARTS, TableRun, summarise
from belieflab.figures.eknnclus.sweeps import match_clusters
from belieflab.formulas import Formula, Symbol
from belieflab.references import cite
from belieflab.ui.method import export
from belieflab.ui.method.code_tab import Name, format_call, script
from belieflab.ui.method.context import Context
from belieflab.ui.method.numbers import adjusted_rand
from belieflab.ui.method.prediction import Prediction
from belieflab.ui.pages.eknnclus.fit import End
from belieflab.ui.pages.eknnclus.settings import arguments, view

MAX_WITH_MASSES = 200  # of more clusters a table of masses has too many columns to be read
WHY_NOT_ENERGY = (
    "Every neighbour counts **for** the cluster of an object and none counts against it, so "
    "joining clusters can only lower the energy: **all objects in one cluster have the lowest "
    "energy of all**, the grey diamond. Energies therefore compare only partitions with the same "
    "number of clusters. The rule: take the number of clusters that most runs end with, then among "
    "those runs the lowest energy."
)
RUNS_CODE = """from collections import Counter

from belieflab.clustering.eknnclus_sweeps import choose_run

ends = []
for seed in range({first}, {last}):
    model.set_params(random_state=seed).fit({objects}, graph=model.graph_)
    ends.append((model.n_clusters_, model.energy_))
print(sorted(Counter(count for count, _ in ends).items()))
print(ends[choose_run(ends)])
"""
OBJECTS = {False: "dataset.X", True: "dataset.dissimilarities"}
TABLE_CODE = """from belieflab.clustering.eknnclus_table import A_SETS, STARTS, run_table, summarise

runs = list(run_table(seed={seed}, n_runs={n_runs}))
for a_set in A_SETS:
    print(a_set.name, [summarise(runs, a_set, n_start) for n_start in STARTS])
"""

PREDICTION = Prediction(lambda _, model: model)
"""The fitted clusters are a rule for new objects as they are."""


def scores(context: Context, model: EKNNclus) -> dict[str, float]:
    """What pinned runs are compared by."""
    rand = adjusted_rand(context, model.labels_)
    numbers = {
        "clusters": float(model.n_clusters_),
        "energy": float(model.energy_),
        "ln plausibility": float(model.log_plausibility_),
        "sweeps": float(model.n_iter_),
    }
    return numbers if rand is None else numbers | {"adjusted Rand": rand}


def caption(sweep: SweepStep) -> str:
    """A few words about a sweep for the player, whose row keeps to one line."""
    count, energy = sweep.n_clusters, sweep.criterion
    short = f"{energy:,.0f}" if abs(energy) < 1e6 else f"{energy / 1e6:,.2f} M"
    return f"{count:,} cluster{'' if count == 1 else 's'} · E {short}"


def cluster_table(context: Context, model: EKNNclus) -> pd.DataFrame:
    """One row per cluster: its objects, how sure they are, and its most frequent true class."""
    names, truth, last = context.dataset.class_names, context.truth, model.sweeps_[-1]
    groups = match_clusters(context.dataset, last, context.known_labels, truth)
    labels, count, objects = model.labels_, model.n_clusters_, np.arange(len(model.labels_))
    sizes = np.bincount(labels, minlength=count)
    rows: dict[str, object] = {"objects": sizes, "share": sizes / len(labels)}
    if count <= MAX_WITH_MASSES:
        own = {"mass": model.partition_.mass, "plausibility": model.partition_.contour()}
        for name, values in own.items():
            rows[f"mean {name}"] = np.bincount(labels, values[objects, labels], count) / sizes
    if truth is not None:
        counts = np.zeros((count, len(names) + 1), dtype=np.int64)
        np.add.at(counts, (labels, truth), 1)  # the last column takes the unknown, -1
        best, top = counts[:, :-1].argmax(axis=1), counts[:, :-1].max(axis=1)
        main = zip(best, top, strict=True)
        rows["mostly"] = [names[code] if much else "–" for code, much in main]
        rows["of that class"] = top / sizes
    table = pd.DataFrame(rows, index=pd.RangeIndex(1, count + 1, name="cluster"))
    if groups.matched:
        table.insert(0, "name", groups.names("cluster"))
    return table


def result_table(context: Context, model: EKNNclus) -> pd.DataFrame:
    """One row per object for the CSV file: its cluster and, of few enough clusters, its masses."""
    if model.n_clusters_ <= MAX_WITH_MASSES:
        return export.result_table(context.workspace, model.partition_, model.labels_)
    named = context.dataset.name_columns(texts=True)
    return pd.DataFrame({**named, "decision": model.labels_ + 1})


def describe_choice(ends: list[End]) -> str:
    """What the runs so far say about the number of clusters, in one sentence."""
    run = choose_run(ends)
    count, counts = ends[run][0], [count for count, _ in ends]
    said = (
        f"**{count} clusters** in {counts.count(count)} of {len(ends)} runs; the lowest energy "
        f"among these has run {run}: it is the one to take."
    )
    return said if is_stable(ends) else f"{said} {describe_unstable(ends)}"


def is_stable(ends: list[End]) -> bool:
    """Whether at least two of three runs end with the same number of clusters."""
    counts = [count for count, _ in ends]
    return 3 * counts.count(ends[choose_run(ends)][0]) >= 2 * len(ends)


def describe_unstable(ends: list[End]) -> str:
    """That the runs end with different numbers of clusters, and what to do about it."""
    counts = [count for count, _ in ends]
    return (
        f"**The number is unstable**: the runs end with {min(counts)} to {max(counts)} clusters. "
        "With larger K there are fewer and they settle."
    )


def a_sets_table(found: list[TableRun]) -> pd.DataFrame:
    """The paper's medians and ours, with the interquartile range in brackets as in the paper."""
    rows = []
    for a_set in A_SETS:
        row: dict[str, object] = {"set": a_set.name, "n": a_set.n}
        row |= {"clusters": a_set.n_clusters, "K": a_set.n_neighbors}
        for n_start in STARTS:
            start = "c0 = n" if n_start is None else f"c0 = {n_start}"
            row[f"{start}: paper"] = _cell(a_set.paper[n_start])
            row[f"{start}: here"] = _cell(summarise(found, a_set, n_start))
        rows.append(row)
    return pd.DataFrame(rows)


def formulas(context: Context, model: EKNNclus) -> list[Formula]:
    """The equations in use, with the values of their symbols."""
    settings, n = context.settings, context.dataset.n
    source, symmetric = cite("denoeux2015", "slides on EK-NNclus"), settings.weights == "symmetric"
    n_start = settings.c0 if settings.uses("c0") else None
    weights = Formula(
        "1. How strongly a neighbour counts",
        r"\alpha_{ij} = e^{-\gamma d_{ij}^{\beta}}, \quad v_{ij} = -\ln(1 - \alpha_{ij}) "
        r"\quad (j \in N_K(i))" + (r", \qquad v \leftarrow (V + V^\top)/2" if symmetric else ""),
        f"{source}, step 1"
        + ("; made symmetric so that the energy never rises" if symmetric else ""),
        Symbol("n", "objects", n),
        Symbol("K", "neighbours", settings.K),
        Symbol(r"\beta", "power of the distance", settings.beta),
        Symbol("q", "quantile", settings.q),
        Symbol(r"\gamma", "inverse of the q-quantile of the d to the β", float(model.gamma_)),
    )
    start = Formula(
        "2. Labels at the start",
        r"k_i = i, \quad c_0 = n" if n_start is None else r"k_i \sim \mathcal{U}\{1, \dots, c_0\}",
        f"{source}, step 2",
        Symbol("c_0", "labels", n_start or n),
    )
    sweep = Formula(
        "3. Sweep: every object, in random order, takes the most plausible label",
        r"u_{ik} = \sum_{j} v_{ij}\, [k_j = k], \qquad k_i \leftarrow \arg\max_k u_{ik}",
        f"{source}, step 3; ties "
        + ("keep the label" if symmetric else "go to the lowest label, as R's evclust has it"),
        Symbol("T", "sweeps until no label changed", model.n_iter_),
    )
    masses = Formula(
        "4. The credal partition",
        r"m_i = \bigoplus_{j} m_{ij}, \qquad m_{ij}(\{\omega_{k_j}\}) = 1 - e^{-v_{ij}}, \quad "
        r"m_{ij}(\Omega) = e^{-v_{ij}}",
        f"{source}, step 4",
        Symbol("c", "clusters found", model.n_clusters_),
    )
    energy = Formula(
        "What the sweeps lower, and what it means",
        r"E = -\frac{1}{2} \sum_{i,j} v_{ij}\, [k_i = k_j], \qquad \ln pl(R) = -E + C",
        f"{source}, Properties",
        Symbol("E", "energy at the end", float(model.energy_)),
        Symbol(r"\ln pl(R)", "of the partition", float(model.log_plausibility_)),
        Symbol("C", "energy of all objects in one cluster", model.graph_.lowest_energy),
    )
    return [weights, start, sweep, masses, energy]


def code(context: Context) -> str:
    """Python that gives the same run and the same pictures again."""
    shown: list[object] = [Name("dataset"), Name("model.sweeps_")]
    kept = view(context).arguments(context.dataset)
    names = ["draw_clusters", "draw_energy", "draw_sweeps"]
    if kept:
        shown.append(Name(format_call("View", [], kept)))
        names.insert(0, "View")
    more = {} if context.known_labels is None else {"labels": Name("labels")}
    more |= {} if context.truth is None else {"truth": Name("dataset.truth")}
    given = arguments(context) | {"keep_history": True}
    return script(
        context,
        "from belieflab.clustering import EKNNclus",
        f"from belieflab.figures.eknnclus import {', '.join(names)}",
        "",
        f"model = {format_call('EKNNclus', [], given)}",
        f"model.fit({OBJECTS[context.dataset.dissimilarities is not None]})",
        "print(model.n_clusters_, model.energy_, model.log_plausibility_)",
        f"figure = {format_call('draw_sweeps', shown, more)}",
        "traces = draw_clusters(model.sweeps_), draw_energy(model.sweeps_)",
        "# figure.show() opens a browser",
    )


def runs_code(context: Context) -> str:
    """Python that goes on from `code` and gives the histogram over many runs."""
    last = context.seed + context.settings.runs
    relational = context.dataset.dissimilarities is not None
    return RUNS_CODE.format(first=context.seed, last=last, objects=OBJECTS[relational])


def _cell(numbers: tuple[float, float] | None) -> str:
    return "–" if numbers is None else f"{numbers[0]:g} ({numbers[1]:g})"
