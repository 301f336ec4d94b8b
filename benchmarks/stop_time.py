"""From Stop to the end of computing, for every run of every page at 100,000 rows."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from belieflab.experiments.local import start_processes
from belieflab.ui.method.experiment_run import CORES
from belieflab.ui.shell.workspace import Recipe, Workspace
from benchmarks.measurement import Measurement

ROOT = Path(__file__).resolve().parents[1]
DATA = Recipe("gaussians", {"size": 100_000, "dimension": 20, "classes": 8})
LABELS = Recipe("expert-doubt", {})
PAGES: dict[str, dict[str, Any]] = {
    "mixture": {"tol": 1e-12},
    "landscape": {},
    "neighbours": {},
    "networks": {"structure": "search-select"},
    "credal": {"algorithm": "EVCLUS"},
    "eknnclus": {},
    "whatif": {},
    "active": {},
    "papers": {"name": "come2009-fig3"},
}
WORK_S = 3.0
"""How long a run is at work before it is stopped."""

PROMISED_S = 1.0


def run() -> Iterator[Measurement]:
    """Press every button that starts a run, stop it and wait until its thread has ended."""
    sys.path.append(str(ROOT / "tests"))
    start_processes(CORES)  # it takes some seconds in which nothing is computed
    for page, controls in PAGES.items():
        for key, seconds, begun in stop_times(page, controls):
            yield Measurement(
                name="stop-time",
                ours_s=seconds,
                peer="the promised second",
                peer_s=PROMISED_S,
                ratio=PROMISED_S / max(seconds, 1e-6),
                threads=1,
                what=f"{key}: stopped {begun} after {WORK_S:g} s, ended {seconds:.3f} s later",
            )


def stop_times(page: str, controls: dict[str, Any]) -> Iterator[tuple[str, float, str]]:
    """Each run of a page, how long it went on after Stop, and whether it was still at work."""
    from opened_pages import drawn, open_page

    workspace = Workspace()
    workspace.set_up(DATA, LABELS)
    app = open_page(page, workspace, **controls)
    for key in [str(button.key) for button in app.button if str(button.key).endswith(".run")]:
        name = key.removesuffix(".run")
        button = next((each for each in app.button if each.key == key), None)
        if button is not None and not button.disabled:
            button.click()
            app = drawn(app)
        made = app.session_state["shell.runs"].get(name)
        if made is None:
            continue
        made.join(WORK_S)
        working = made.working
        begun = time.perf_counter()
        made.stop()
        made.join(60.0)
        yield name, time.perf_counter() - begun, "at work" if working else "when it had ended"
        app = drawn(app)
