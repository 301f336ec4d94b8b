"""The script of a report gives the bundle's own numbers in an empty environment, after one line."""

import io
import json
import os
import re
import shlex
import subprocess
import venv
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from made_reports import report_of

from belieflab.ui.pages.active.settings import PLAY
from belieflab.ui.shell.workspace import Recipe, Workspace

START = """
import json
from belieflab import MassTable
from belieflab.data.label_files import label_columns


def columns(table):
    return {name: column.tolist() for name, column in table.items()}


def masses(table):
    return columns(label_columns(table, "masses").add_prefix("belief "))

"""


@dataclass(frozen=True)
class Case:
    """A page with these controls, and the numbers of its script that the bundle has, too.

    Parameters
    ----------
    end : expression: numbers by the table and column of the bundle
    begin : key of the button that begins the run, where it does not begin by itself
    split : whether every third row is kept apart for a test
    """

    page: str
    end: str
    controls: Mapping[str, Any] = field(default_factory=dict)
    begin: str = ""
    split: bool = False


SCORES_APART = """{"scores": {"value": [apart["test"]]}}"""
BY_COST = {"decisions.reject": 0.02, "decisions.costs": "0 1 1; 1 0 1; 9 9 0"}
CASES = {
    "mixture": Case(
        "mixture",
        """{
    "scores": {"value": [model.log_likelihood_, model.n_iter_, model.bic()]},
    "proportions": {"π": model.weights_.tolist()},
    "results": masses(model.responsibilities_),
}""",
    ),
    "neighbours": Case(
        "neighbours",
        """{
    "gamma": {"γ": model.gamma_.tolist()},
    "results": masses(model.leave_one_out_masses()),
}""",
    ),
    "credal": Case(
        "credal",
        """{
    "scores": {"value": [model.criterion_, model.n_iter_]},
    "results": {
        "nonspecificity": model.partition_.imprecision().tolist(),
        "mass ∅": model.partition_.mass_of(0).tolist(),
        "mass Ω": model.partition_.mass_of(model.partition_.frame.omega).tolist(),
    },
}""",
    ),
    "networks": Case(
        "networks",
        """{
    "class prior": {"θ": model.parameters_.weights.tolist()},
    "results": masses(model.responsibilities_),
}""",
    ),
    "suspects": Case(
        "suspects", """{"results": columns(found[["against", "for", "ignorance"]])}"""
    ),
    "evaluate": Case(
        "evaluate",
        """{
    "results": {"agreement with labels": summarise(found)["agreement"].tolist()}
    | columns(summarise(found)[["u65", "Brier", "log score"]].add_suffix(", labels")),
    "differences by labels": columns(compare(found)[["difference", "low", "high"]]),
}""",
    ),
    "landscape": Case(
        "landscape",
        """{
    "scores": {"value": [
        landscape.n_maxima_,
        landscape.maxima_[0].basin,
        landscape.maxima_[0].criterion,
        float(landscape.n_iter_.mean()),
    ]},
}""",
        {"labels": "given", "starts": 30},
    ),
    "eknnclus": Case(
        "eknnclus",
        """{
    "scores": {"value": [
        model.n_clusters_, model.energy_, model.log_plausibility_, model.n_iter_
    ]},
    "results": masses(model.partition_),
}""",
    ),
    "whatif": Case(
        "whatif",
        """{"results": {"error rate, true classes (%)": [each.ours for each in summaries]}}""",
        {"methods": ["soft", "supervised"], "levels": "10, 30", "replicates": 3, "noise": "labels"},
        begin="whatif.run.run",
    ),
    "active": Case(
        "active",
        """{"results": masses(
    MassTable.from_probabilities(query.prediction.probabilities, frame)
)}""",
        {"mode": PLAY, "model": "weighted-knn"},
    ),
    "mixture, rows kept apart": Case(
        "mixture", SCORES_APART, {"answer": "cheapest", **BY_COST}, split=True
    ),
    "networks, rows kept apart": Case("networks", SCORES_APART, split=True),
    "neighbours, rows kept apart": Case("neighbours", SCORES_APART, split=True),
}


def edited(split: bool) -> Workspace:
    """Iris with a label changed by hand, so that the script must read the file beside it."""
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    labels, dataset = workspace.labels, workspace.dataset
    assert labels is not None and dataset is not None
    if split:
        apart = replace(dataset, split=("train", "train", "test") * 50)
        workspace.adopt_dataset(apart, labels, "mine")
    workspace.edit_labels(labels[np.roll(np.arange(len(labels)), 1)], "rolled")
    return workspace


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_scripts_give_the_numbers_of_the_bundle_in_an_empty_environment(tmp_path: Path) -> None:
    python = tmp_path / "environment" / "bin" / "python"
    for name, case in CASES.items():
        folder = tmp_path / name
        folder.mkdir()
        made = report_of(case.page, edited(case.split), case.begin, **case.controls)
        with zipfile.ZipFile(io.BytesIO(made.write())) as archive:
            archive.extractall(folder)
        if not python.exists():
            venv.create(python.parents[1], with_pip=True)
            [line] = re.findall(r"^ +(pip install .*)$", (folder / "README.txt").read_text(), re.M)
            run(python, "-m", *shlex.split(line), "-q", cwd=folder)
            pinned = (folder / "constraints.txt").read_text().split()
            assert set(pinned) <= set(run(python, "-m", "pip", "freeze", cwd=folder).split())
        script = (folder / "script.py").read_text()
        (folder / "again.py").write_text(f"{script}{START}\nprint(json.dumps({case.end}))\n")
        check_same(name, folder, json.loads(run(python, "again.py", cwd=folder).splitlines()[-1]))


def check_same(name: str, folder: Path, there: dict[str, dict[str, list[float]]]) -> None:
    for title, columns in there.items():
        table = pd.read_csv(folder / "tables" / f"{title}.csv")
        if "apart" in name:
            table = table[table["measure"] == "error rate, true classes, test rows"]
        for column, values in columns.items():
            expected = table[column].to_numpy(dtype=np.float64)
            if title == "scores":  # the first rows; errors by the truth come after them
                expected = expected[: len(values)]
            said = f"{name}: {column} of {title}"
            np.testing.assert_allclose(values, expected, rtol=1e-9, atol=1e-12, err_msg=said)


def run(*command: str | Path, cwd: Path) -> str:
    environment = {"HOME": str(cwd), "PATH": "/usr/bin:/bin", **pip_settings()}
    found = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, env=environment
    )
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


def pip_settings() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
