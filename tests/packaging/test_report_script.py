"""The script of a report gives the bundle's own numbers in an empty environment, after one line."""

import io
import json
import os
import re
import shlex
import subprocess
import venv
import zipfile
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest
from opened_pages import finish, open_page

from belieflab.reports import Report
from belieflab.ui.method import report
from belieflab.ui.shell.workspace import Recipe, Workspace

START = """
import json
from belieflab.data.label_files import label_columns


def columns(table):
    return {name: column.tolist() for name, column in table.items()}


def masses(table):
    return columns(label_columns(table, "masses").add_prefix("belief "))

"""
ENDS = {
    "mixture": """{
    "scores": {"value": [model.log_likelihood_, model.n_iter_, model.bic()]},
    "proportions": {"π": model.weights_.tolist()},
    "results": masses(model.responsibilities_),
}""",
    "neighbours": """{
    "gamma": {"γ": model.gamma_.tolist()},
    "results": masses(model.leave_one_out_masses()),
}""",
    "credal": """{
    "scores": {"value": [model.criterion_, model.n_iter_]},
    "results": {
        "nonspecificity": model.partition_.imprecision().tolist(),
        "mass ∅": model.partition_.mass_of(0).tolist(),
        "mass Ω": model.partition_.mass_of(model.partition_.frame.omega).tolist(),
    },
}""",
    "networks": """{
    "class prior": {"θ": model.parameters_.weights.tolist()},
    "results": masses(model.responsibilities_),
}""",
    "suspects": """{"results": columns(found[["against", "for", "ignorance"]])}""",
    "evaluate": """{
    "results": {"agreement with labels": summarise(found)["agreement"].tolist()}
    | columns(summarise(found)[["u65", "Brier", "log score"]]),
    "differences by labels": columns(compare(found)[["difference", "low", "high"]]),
}""",
}
"""Numbers of the script by the table and column of the bundle that has them, too."""


def edited() -> Workspace:
    """Iris with a label changed by hand, so that the script must read the file beside it."""
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    labels = workspace.labels
    assert labels is not None
    workspace.edit_labels(labels[np.roll(np.arange(len(labels)), 1)], "rolled")
    return workspace


def report_of(page: str) -> Report:
    """The report that the page would save, without pictures."""
    made: list[Any] = []

    def take(_page: str, _token: Any, gather: Any, assemble: Any) -> None:
        made.append((gather(), assemble))

    with patch.object(report, "draw", take):
        app = open_page(page, edited())
        if "shell.runs" in app.session_state and f"{page}.run" in app.session_state["shell.runs"]:
            finish(app, f"{page}.run")
    assert not app.exception
    written, assemble = made[-1]
    return assemble([], written)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_scripts_give_the_numbers_of_the_bundle_in_an_empty_environment(tmp_path: Path) -> None:
    python = tmp_path / "environment" / "bin" / "python"
    for page, end in ENDS.items():
        folder = tmp_path / page
        folder.mkdir()
        with zipfile.ZipFile(io.BytesIO(report_of(page).write())) as archive:
            archive.extractall(folder)
        if not python.exists():
            venv.create(python.parents[1], with_pip=True)
            [line] = re.findall(r"^ +(pip install .*)$", (folder / "README.txt").read_text(), re.M)
            run(python, "-m", *shlex.split(line), "-q", cwd=folder)
        script = (folder / "script.py").read_text()
        (folder / "again.py").write_text(f"{script}{START}\nprint(json.dumps({end}))\n")
        there = json.loads(run(python, "again.py", cwd=folder).splitlines()[-1])
        for name, columns in there.items():
            table = pd.read_csv(folder / "tables" / f"{name}.csv")
            for column, values in columns.items():
                expected = table[column].to_numpy(dtype=np.float64)
                if name == "scores":  # the first rows; errors by the truth come after them
                    expected = expected[: len(values)]
                said = f"{page}: {column} of {name}"
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
