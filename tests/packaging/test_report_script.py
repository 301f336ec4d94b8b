"""The script of a report gives the page's numbers in an empty environment, after its one line."""

import io
import os
import re
import shlex
import subprocess
import venv
import zipfile
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from opened_pages import open_page

from belieflab.reports import Report
from belieflab.ui.method import report
from belieflab.ui.shell.workspace import Recipe, Workspace

ENDS = {
    "mixture": "print(repr(model.log_likelihood_), repr(float(model.means_.sum())))",
    "neighbours": "print(repr(float(model.leave_one_out_masses().mass.sum())), len(figure.data))",
    "credal": "print(repr(model.criterion_), repr(float(model.prototypes_.sum())))",
}
"""What is printed in the end, here and there."""


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
    made = []
    with patch.object(report, "draw", lambda *given: made.append(given[2])):
        app = open_page(page, edited())
    assert not app.exception
    return made[-1]([])


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_scripts_give_the_same_numbers_in_an_empty_environment(
    tmp_path: Path, monkeypatch, capsys
) -> None:
    python = tmp_path / "environment" / "bin" / "python"
    for page, end in ENDS.items():
        folder = tmp_path / page
        folder.mkdir()
        made = report_of(page)
        with zipfile.ZipFile(io.BytesIO(made.write())) as archive:
            archive.extractall(folder)
        if not python.exists():
            venv.create(python.parents[1], with_pip=True)
            [line] = re.findall(r"^ +(pip install .*)$", (folder / "README.txt").read_text(), re.M)
            run(python, "-m", *shlex.split(line), "-q", cwd=folder)
        (folder / "again.py").write_text(f"{(folder / 'script.py').read_text()}\n{end}\n")
        there = run(python, "again.py", cwd=folder).split()[-2:]
        monkeypatch.chdir(folder)
        capsys.readouterr()
        exec((folder / "again.py").read_text(), {})  # noqa: S102
        expected = [float(value) for value in capsys.readouterr().out.split()[-2:]]
        np.testing.assert_allclose([float(value) for value in there], expected, rtol=1e-9)


def run(*command: str | Path, cwd: Path) -> str:
    environment = {"HOME": str(cwd), "PATH": "/usr/bin:/bin", **pip_settings()}
    found = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, env=environment
    )
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


def pip_settings() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
