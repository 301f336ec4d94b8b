"""What a visitor of Start waits for, measured without a clock: no heavy import, no compiling."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
OPEN_START = """
import sys
from streamlit.testing.v1 import AppTest
from belieflab.ui.shell import warmup
warmup._prepare = lambda: None  # what the background does is not the visitor's wait

def visit():
    app = AppTest.from_file({app!r}, default_timeout=60).run()
    assert not app.exception
    assert "Learning from imperfect labels" in [title.value for title in app.title]

visit()
heavy = {{
    "numba",  # without it nothing can be compiled
    "sklearn",
    "plotly.express",
    "openpyxl",
    "belieflab.mixture",
    "belieflab.data.reading",
}}
print("heavy:", sorted(heavy & sys.modules.keys()))
before = set(sys.modules)
visit()
print("imported by the second visitor:", sorted(set(sys.modules) - before))
"""


def test_start_imports_and_compiles_nothing_heavy_and_the_second_visitor_nothing_at_all() -> None:
    done = subprocess.run(
        [sys.executable, "-c", OPEN_START.format(app=str(ROOT / "app.py"))],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines() == [
        "heavy: []",
        "imported by the second visitor: []",
    ]
