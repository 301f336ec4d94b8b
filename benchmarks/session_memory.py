"""How much a server grows with every visitor who comes and goes, beside a bare Streamlit page."""

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from belieflab.memory import resident_bytes
from belieflab.ui.shell.departed import LOOK_SECONDS, MAX_KEPT, STRIP_SECONDS
from benchmarks.measurement import Measurement
from benchmarks.visitor import visit

ROOT = Path(__file__).resolve().parents[1]
BARE = "import streamlit as st\n\nst.title('A page')\nst.write('and a sentence')\n"
PAGE, LINK = "mixture", "data=iris&labels=expert-doubt"
WARM, SESSIONS = MAX_KEPT + 10, 100
"""Sessions before the first count, until as many as the server may keep have left, and after it."""

ALLOWED_MB = 0.1


def run() -> Iterator[Measurement]:
    """Megabytes per session of the app and of the bare page, one visitor after another."""
    with tempfile.TemporaryDirectory(prefix="belieflab-bare-") as folder:
        bare = Path(folder) / "bare.py"
        bare.write_text(BARE, encoding="utf-8")
        peer = growth(str(bare), "", "")
    ours = growth("app.py", PAGE, LINK)
    yield Measurement(
        name="session-memory",
        ours_s=ours,
        peer=f"a bare page and {ALLOWED_MB} MB; here the numbers are megabytes per session",
        peer_s=peer + ALLOWED_MB,
        ratio=(peer + ALLOWED_MB) / max(ours, 1e-3),
        threads=1,
        what=f"growth over {SESSIONS} sequential sessions of /{PAGE}?{LINK}, after {WARM} others, "
        f"of which {MAX_KEPT} are kept: {ours:.3f} MB each; a bare page: {peer:.3f} MB each",
    )


def growth(script: str, page: str, link: str) -> float:
    """Megabytes by which the server of that script grows per session."""
    sys.path.append(str(ROOT / "tests"))
    from app_server import running_app

    with running_app(script) as server:
        come_and_go(server.url, WARM, page, link)
        before = resident_bytes(server.process) or 0
        come_and_go(server.url, SESSIONS, page, link)
        return ((resident_bytes(server.process) or 0) - before) / SESSIONS / 1e6


def come_and_go(url: str, count: int, page: str, link: str) -> None:
    """So many visitors, one after another: each opens the page, waits for it and leaves."""
    for _ in range(count):
        with visit(url) as visitor:
            visitor.open(page, link)
            if visitor.failures:
                raise RuntimeError(visitor.failures[0])
    time.sleep(STRIP_SECONDS + 3 * LOOK_SECONDS)  # then they hold what they are kept with
