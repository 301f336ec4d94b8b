"""The names that `belieflab` itself offers: there, typed, and loaded only when asked for."""

import ast
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import belieflab
from belieflab import DataError, reproduce
from belieflab.experiments import papers
from belieflab.experiments.experiment import Experiment

ROOT = Path(__file__).parents[1]


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_belieflab_loads_no_package_of_estimators():
    heavy = {"sklearn", "numba", "scipy", "pandas", "plotly", "streamlit"}
    code = f"import sys, belieflab; dir(belieflab); print(sorted({heavy!r} & sys.modules.keys()))"
    assert run(code) == "[]"


def test_every_name_is_there_and_listed():
    for name in belieflab.__all__:
        assert getattr(belieflab, name) is not None
        assert name in dir(belieflab)
    offered = {name for names in belieflab._PACKAGES.values() for name in names}
    assert offered <= set(belieflab.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        belieflab.nonsense  # noqa: B018


def test_names_that_load_late_are_known_to_type_checkers():
    tree = ast.parse((ROOT / "belieflab" / "__init__.py").read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    typed = {
        (node.module.removeprefix("belieflab."), alias.name)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    late = {(package, name) for package, names in belieflab._PACKAGES.items() for name in names}
    assert typed == late


@pytest.mark.parametrize("name", papers.PAPERS)
def test_every_table_and_figure_comes_as_a_frame_and_a_figure(name, monkeypatch):
    """The first result alone: a whole replicate of some takes minutes."""
    monkeypatch.setattr(Experiment, "jobs", first_jobs(Experiment.jobs))
    table, figure = reproduce(name, quick=True)
    assert isinstance(table, pd.DataFrame) and len(table) == len(papers.find_paper(name).numbers)
    assert {"panel", "series", "column", "paper", "ours", "se", "replicates"} <= set(table.columns)
    assert table["ours"].notna().any()
    assert len(figure.data) > 0


def first_jobs(whole):
    """The first result; where numbers compare methods, the first of every method."""

    def first(self, replicates=None, seed=None):
        jobs = whole(self, replicates, seed)
        begun = [job for job in jobs if job.cell.companions == jobs[0].cell.companions]
        return jobs[:1] if self.rows else begun

    return first


def test_quick_replicates_seed_and_store_do_what_they_say(tmp_path):
    name = "denoeux2015-butterfly"
    store = tmp_path / "kept.sqlite"
    first, _ = reproduce(name, store=store)
    assert (first["replicates"] == 1).all() and first["ours"].notna().all()
    again, _ = reproduce(name, store=store)
    pd.testing.assert_frame_equal(first, again)
    assert (first["difference"].dropna().abs() < 0.5).all()


def test_a_wrong_name_is_reported_with_those_there_are():
    with pytest.raises(DataError, match="no experiment called 'table1'; there are come2009-fig2"):
        reproduce("table1")


def test_without_plotly_nothing_is_computed_in_vain(monkeypatch):
    monkeypatch.setitem(sys.modules, "plotly", None)
    with pytest.raises(DataError, match=r"pip install 'belieflab\[plot\]'"):
        reproduce("come2009-table1")
