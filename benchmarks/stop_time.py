"""From Stop to the end of computing, for every run of every page at 100,000 rows.

Runs in tabs as well, once the page's own run has ended; those of the tab Predict on one page stand
for those of all. Left out are opening a saved model, and the planes t-SNE and UMAP of other pages
than Labels, which are the same.
"""

import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd

from belieflab.iteration import LEFT
from belieflab.ui.method.prediction import KEPT, Second
from belieflab.ui.shell.workspace import Recipe, Workspace
from benchmarks.measurement import Measurement

ROOT = Path(__file__).resolve().parents[1]
DATA = Recipe("gaussians", {"size": 100_000, "dimension": 30, "classes": 12, "distance": 0.5})
LABELS, CROWD = Recipe("expert-doubt", {}), Recipe("crowd", {})
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
    ("evaluate", {"methods": ["soft", "boosting-soft"]}),
    ("labels", {"tab": "Edit"}),
    ("labels", {"projection": "tsne"}),
    ("mixture", {"tab": "Result", "tol": "1e-3"}),
    ("mixture", {"tab": "Parameters", "tol": "1e-3", "errors": "bootstrap"}),
    ("landscape", {"labels": "drawn", "starts": 2}),
    ("neighbours", {**EVERYTHING, "tab": "Result"}),
    ("networks", {"tab": "Structures"}),
    ("credal", {"tab": "Number of clusters", "algorithm": "ECM", "c": 3}),
    ("eknnclus", {"tab": "A-sets"}),
    ("crowd", {}),
    ("crowd", {"tab": "Whom to ask next"}),
    ("mixture", {"tab": "Predict", "tol": "1e-3"}),
]
"""Pages with settings that make their runs last."""

RESULT_FIRST = ("mixture", "neighbours")
"""Pages whose tabs have runs about the result."""

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
    workspace.set_up(DATA, CROWD if page == "crowd" else LABELS)
    app = open_page(page, workspace, **controls)
    if "tab" in controls and page in RESULT_FIRST:
        app = end_own_run(app, page)
    if controls.get("tab") == "Predict":
        rows = pd.DataFrame(workspace.dataset.X, columns=workspace.dataset.feature_names)
        app.session_state[f"{KEPT}.{page}"] = Second("new.csv", "new", rows)
        app = drawn(app)
    measured: set[str] = set()
    while keys := [key for key in runs_of(app, page, controls) if key not in measured]:
        key = keys[0]
        measured.add(key)
        name = key.removesuffix(".run")
        button = next((each for each in app.button if each.key == key), None)
        if button is not None and not button.disabled:
            button.click()
            app = drawn(app)
        made = begun(app).get(name)
        if made is None:
            continue
        made.join(WORK_S)
        working = made.working
        since = time.perf_counter()
        made.stop()
        made.join(60.0)
        yield name, time.perf_counter() - since, "at work" if working else "when it had ended"
        app = drawn(app)


def begun(app: Any) -> dict[str, Any]:
    """The runs that there are."""
    return app.session_state["shell.runs"] if "shell.runs" in app.session_state else {}


def runs_of(app: Any, page: str, controls: dict[str, Any]) -> list[str]:
    """The keys of buttons that start runs, and of runs that began; of a tab without the page's."""
    keys = [str(button.key) for button in app.button if str(button.key).endswith(".run")]
    keys += [f"{name}.run" for name in begun(app)]
    own = own_keys(page) if "tab" in controls and page != "labels" else ()
    return [key for key in dict.fromkeys(keys) if key not in own]


def own_keys(page: str) -> tuple[str, ...]:
    """The keys that a page's own run can have."""
    return f"{page}.fit.run", f"{page}.run.run"


def end_own_run(app: Any, page: str) -> Any:
    """The page once its own run has ended: some tabs are about its result."""
    from opened_pages import drawn, finish

    for button in app.button:
        if button.key in own_keys(page) and button.key.removesuffix(".run") not in begun(app):
            button.click()
            app = drawn(app)
            break
    for key in own_keys(page):
        if key.removesuffix(".run") in begun(app):
            app = finish(app, key.removesuffix(".run"))
    return app
