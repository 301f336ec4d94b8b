"""What ``make coverage`` prints: the total and the ten modules with the smallest share of lines.

Reads the ``.coverage`` that the tests left behind. Kernels are not counted, see pyproject.toml.
"""

import json
import sys
from pathlib import Path

from coverage import Coverage

ROOT = Path(__file__).resolve().parents[1]
SHOWN = 10


def main() -> None:
    """Print the least covered modules, then the total."""
    coverage = Coverage(config_file=str(ROOT / "pyproject.toml"))
    coverage.load()
    out = ROOT / ".coverage.json"
    coverage.json_report(outfile=str(out))
    report = json.loads(out.read_text(encoding="utf-8"))
    out.unlink()
    files = sorted(report["files"].items(), key=lambda item: item[1]["summary"]["percent_covered"])
    for name, file in files[:SHOWN]:
        summary = file["summary"]
        lines = f"{summary['missing_lines']} of {summary['num_statements']} lines not run"
        sys.stdout.write(f"{summary['percent_covered']:6.1f} %  {name}  ({lines})\n")
    totals = report["totals"]
    sys.stdout.write(
        f"{totals['percent_covered']:6.1f} %  of {totals['num_statements']:,} lines in "
        f"{len(files)} modules, without kernels\n"
    )


if __name__ == "__main__":
    main()
