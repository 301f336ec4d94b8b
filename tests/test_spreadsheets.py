"""No CSV file that the project writes holds a text cell that a spreadsheet would run."""

import csv
import io
import re
from pathlib import Path

import numpy as np

from belieflab.data.reading.spreadsheet_guard import DANGEROUS
from belieflab.experiments import stored_results
from belieflab.experiments.cells import Cell
from belieflab.experiments.experiment import Row, Summary
from belieflab.experiments.report import write_csv
from belieflab.ui.shell import workspace_file

ROOT = Path(__file__).parents[1]
FORMULA = "=HYPERLINK(1)"
WRITERS = {
    "data/crowd_files/origin.py",  # every text cell passes the guard
    "data/reading/triangles.py",  # a triangle filled up for our own reader, no file
    "data/reading/exporting.py",  # write_table, behind every table of a page
    "experiments/report.py",
    "experiments/stored_results.py",
    "ui/pages/playground/page.py",  # a line of names in a text field, no file
    "ui/shell/workspace_file.py",
}


def test_every_place_that_writes_csv_is_known() -> None:
    written = re.compile(r"\.to_csv\(|csv\.writer\(|csv\.DictWriter\(|\bwrite_csv\(\w+, ")
    found = {
        str(path.relative_to(ROOT / "belieflab"))
        for path in (ROOT / "belieflab").rglob("*.py")
        if written.search(path.read_text(encoding="utf-8"))
    }
    assert found == WRITERS


def is_safe(text: str) -> bool:
    cells = [cell for line in csv.reader(io.StringIO(text)) for cell in line]
    texts = [cell for cell in cells if not re.fullmatch(r"[-+]?[0-9.e+-]+", cell)]
    return not any(cell.startswith(DANGEROUS) for cell in texts)


def test_numbers_of_an_experiment() -> None:
    row = Row(FORMULA, "@a", "+b", Cell("assess", {}))
    text = write_csv([Summary(row, None, -0.5, 0.1, -0.6, -0.4, 3)])
    assert "'=HYPERLINK" in text and ",-0.5," in text and is_safe(text)


def test_names_in_a_workspace_file() -> None:
    names = [FORMULA, "-a", "@b\n=c", "\t=d", "'=e", "plain"]
    text = workspace_file._csv(np.arange(6.0).reshape(1, 6), names)
    assert is_safe(text) and "\n0.0,1.0,2.0,3.0,4.0,5.0" in text


def test_stored_results_come_back_as_they_were(tmp_path: Path) -> None:
    origin = stored_results.Origin("trial", 0, FORMULA, "2026-11-17", 1, 1, 0.5)
    stored_results._write_index(tmp_path, {"trial": origin})
    text = (tmp_path / stored_results.INDEX).read_text(encoding="utf-8")
    assert is_safe(text)
    assert stored_results._read_index(tmp_path) == {"trial": origin}
