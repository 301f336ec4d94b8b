"""From Stop to the end of computing, for every run of every page at 100,000 rows."""

import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from belieflab.iteration import LEFT
from belieflab.ui.shell.workspace import Recipe, Workspace
from benchmarks.measurement import Measurement

ROOT = Path(__file__).resolve().parents[1]
DATA = Recipe("gaussians", {"size": 100_000, "dimension": 30, "classes": 12, "distance": 0.5})
LABELS = Recipe("expert-doubt", {})
EVERYTHING = {"source": "all features"}
CASES: list[tuple[str, dict[str, Any]]] = [
    ("mixture", {"way": "unsupervised", "init": "k-means++", "n_init": 20, "tol": "1e-12"}),
    ("mixture", {"way": "label noise", "tol": "1e-12"}),
    ("landscape", {"starts": 20}),
    ("neighbours", {**EVERYTHING, "gamma": "contextual"}),
    ("neighbours", {**EVERYTHING, "model": "network", "prototypes": 30}),
    ("networks", {"structure": "search-select", "restart": "cold"}),
    ("networks", {"structure": "full", "label_model": "dirichlet"}),
    ("credal", {"algorithm": "ECM", "c": 6}),
    ("credal", {"algorithm": "EVCLUS", "c": 6}),
    ("eknnclus", {}),
    ("whatif", {}),
    ("active", {"models": ["forest", "eknn-contextual", "structural-em"], "repetitions": 20}),
    ("papers", {"name": "lopezcruz2013-table3"}),
    ("suspects", {"classifier": "eknn"}),
    ("suspects", {"classifier": "forest"}),
    ("suspects", {"classifier": "structural-em"}),
    ("evaluate", {"methods": ["soft", "eknn", "forest"]}),
    ("labels", {"tab": "Edit"}),
    ("labels", {"projection": "tsne"}),
]
"""Pages with settings that make their runs last."""

WORK_S = 0.1
"""How long a run is at work before it is stopped, beside the time in which its page is drawn."""

PROMISED_S = 1.0


def run() -> Iterator[Measurement]:
    """Press every button that starts a run, stop it and wait until its thread has ended."""
    sys.path.append(str(ROOT / "tests"))
    for page, controls in CASES:
        for key, seconds, begun in stop_times(page, controls):
            left = await_what_is_left()
            yield Measurement(
                name="stop-time",
                ours_s=seconds,
                peer="the promised second",
                peer_s=PROMISED_S,
                ratio=PROMISED_S / max(seconds, 1e-6),
                threads=1,
                what=f"{key}, {_text(controls)}: stopped {begun}, ended {seconds:.3f} s later; "
                f"calls of other libraries that it left ended {left:.1f} s after that",
            )


def await_what_is_left() -> float:
    """Seconds until the calls have ended that a stopped run no longer waits for."""
    begun = time.perf_counter()
    for thread in threading.enumerate():
        if thread.name == LEFT:
            thread.join(60.0)
    return time.perf_counter() - begun


def _text(controls: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in controls.items()) or "as it opens"


def stop_times(page: str, controls: dict[str, Any]) -> Iterator[tuple[str, float, str]]:
    """Each run of a page, how long it went on after Stop, and whether it was still at work."""
    from opened_pages import drawn, open_page

    workspace = Workspace()
    workspace.set_up(DATA, LABELS)
    app = open_page(page, workspace, **controls)
    begun_already = app.session_state["shell.runs"] if "shell.runs" in app.session_state else {}
    keys = [str(button.key) for button in app.button if str(button.key).endswith(".run")]
    for key in dict.fromkeys([*keys, *(f"{name}.run" for name in begun_already)]):
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
