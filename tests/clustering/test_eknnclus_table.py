"""The table of the A-sets, on generated sets of the same kind."""

from belieflab.clustering import eknnclus_table as table
from belieflab.clustering.eknnclus_table import A_SETS, TableRun, run_table, summarise


def test_one_run_each_finds_the_clusters_within_what_the_paper_found():
    runs = list(run_table(seed=0, n_runs=1))
    assert len(runs) == table.count_runs(1) == 6
    full = {run.a_set.name: run.n_clusters for run in runs if run.n_start is None}
    assert full["A1"] == 20
    assert abs(full["A2"] - 35) <= 1
    assert abs(full["A3"] - 50) <= 1
    few = {run.a_set.name: run.n_clusters for run in runs if run.n_start is not None}
    assert all(few[each.name] <= full[each.name] + 1 for each in A_SETS)


def test_a_cell_is_the_median_and_the_spread_of_its_runs():
    first = A_SETS[0]
    runs = [TableRun(first, None, count) for count in (20, 20, 19, 21, 20)]
    assert summarise(runs, first, None) == (20.0, 0.0)
    assert summarise(runs, first, table.FEW_LABELS) is None
    assert summarise(runs, A_SETS[1], None) is None
