"""From the choice of a file to its picture in a real browser, beside two peers.

Ours: a file of 50,000 rows and 20 features is put into the uploader of the Data page, and the first
picture of it is drawn, a preview beside what was understood. Then “Use this data” is pressed, and
the data are in the workspace and drawn there: that time, from the choice of the file, is printed as
well. The peers: the
smallest Streamlit page that does it (`smallest_upload_page`), with the same file in the same
browser; and, without any server or upload, `pandas.read_csv` and one scatter of as many of its
points by Plotly in a blank page.
"""

import io
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from benchmarks.live_drag import ROOT
from benchmarks.measurement import Measurement

N_ROWS, N_FEATURES = 50_000, 20
ROUNDS = 5
PROMISED = 2.0
"""Times what a peer takes."""

SMALLEST_PAGE = "benchmarks/smallest_upload_page.py"

NO_BROWSER = "upload drives a browser: install requirements-dev.txt, which holds playwright."
# The picture of these data says how many of them are drawn; Iris, drawn before, does not.
DRAWN = """() => {
    const graph = document.querySelector('.st-key-data-picture .js-plotly-plot');
    const notes = graph?._fullLayout?.annotations ?? [];
    return notes.some(note => note.text.includes('50,000'));
}"""
DRAWN_BY_PEER = """() => {
    const graph = document.querySelector('.js-plotly-plot');
    return graph?._fullLayout?.title?.text?.includes('50,000');
}"""
# After “Use this data”: the card counts the objects, and the same picture is theirs.
USED = """() => document.querySelector('[data-testid=stSidebar]')?.innerText.includes('50,000')
    && !document.querySelector('[data-testid=stMain]').innerText.includes('not used yet')"""
BLANK = "<html><body><div id='chart' style='width:800px;height:480px'></div></body></html>"
DRAW = """async figure => {
    await Plotly.newPlot('chart', figure.data, figure.layout);
}"""


def run() -> Iterator[Measurement]:
    """Medians over some rounds, ours and the peers' in turns."""
    sys.path.append(str(ROOT / "tests"))  # the server and the browser of the browser tests
    try:
        from app_server import running_app
        from browsing import open_browser
    except ModuleNotFoundError as error:
        raise SystemExit(NO_BROWSER) from error
    content = make_file()
    ours, used, pages, plain = [], [], [], []
    with (
        tempfile.TemporaryDirectory() as folder,
        running_app() as server,
        running_app(SMALLEST_PAGE) as smallest,
        open_browser() as browser,
    ):
        path = Path(folder) / "upload.csv"
        path.write_bytes(content)
        for number in range(ROUNDS + 1):
            seen, held = upload(browser, server.url, path)
            page = upload_to_smallest(browser, smallest.url, path)
            peer = read_and_draw(browser, content)
            if number:  # the first of each fetches scripts
                ours.append(seen)
                used.append(held)
                pages.append(page)
                plain.append(peer)
    size = f"{N_ROWS:,} × {N_FEATURES} ({len(content) / 1e6:.1f} MB), median of {ROUNDS}"
    for peer, peers in (
        ("the smallest Streamlit page with pandas and one chart", pages),
        ("pandas.read_csv and one Plotly chart, no upload", plain),
    ):
        yield _measured(peer, ours, peers, f"{size}: from the file to its first picture")
        whole = f"{size}: from the file until it is used and drawn from the workspace"
        yield _measured(peer, used, peers, whole)


def _measured(peer: str, ours: list[float], peers: list[float], what: str) -> Measurement:
    seconds, peer_s = statistics.median(ours), statistics.median(peers)
    times = [f"{value:.2f}" for value in sorted(ours)]
    return Measurement(
        name="upload",
        ours_s=seconds,
        peer=peer,
        peer_s=peer_s,
        ratio=peer_s / seconds,
        threads=1,
        what=f"{what}; {seconds / peer_s:.2f} times the peer (promised: {PROMISED:g}); "
        f"from {times[0]} to {times[-1]} s",
    )


def make_file() -> bytes:
    """A CSV file of three Gaussians with their class in the last column."""
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, N_ROWS)
    X = rng.normal(size=(N_ROWS, N_FEATURES)) + codes[:, None]
    frame = pd.DataFrame(X.round(6), columns=[f"f{j}" for j in range(N_FEATURES)])
    frame["class"] = np.array(["a", "b", "c"])[codes]
    return frame.to_csv(index=False).encode()


def upload(browser: Any, url: str, path: Path) -> tuple[float, float]:
    """Seconds from the choice of the file to its picture, and until the workspace holds it."""
    from browsing import open_page, wait_ready

    page = open_page(browser)
    page.goto(f"{url}/data?data=iris")  # Plotly is loaded with it, as for the peer
    wait_ready(page)
    page.get_by_role("tab", name="Upload").click()
    uploader = page.get_by_test_id("stTabs").locator("input[type=file]")
    uploader.wait_for(state="attached")
    wait_ready(page)
    begun = time.perf_counter()
    uploader.set_input_files(str(path))
    page.wait_for_function(DRAWN)
    seen = time.perf_counter() - begun
    page.get_by_role("button", name="Use this data").click()
    page.wait_for_function(USED)
    page.wait_for_function(DRAWN)
    used = time.perf_counter() - begun
    page.context.close()
    return seen, used


def upload_to_smallest(browser: Any, url: str, path: Path) -> float:
    """Seconds from the choice of the file to the chart of the smallest page."""
    from browsing import open_page, wait_ready

    page = open_page(browser)
    page.goto(url)
    wait_ready(page)
    page.locator(".js-plotly-plot").wait_for()  # Plotly is loaded
    begun = time.perf_counter()
    page.locator("input[type=file]").set_input_files(str(path))
    page.wait_for_function(DRAWN_BY_PEER)
    seconds = time.perf_counter() - begun
    page.context.close()
    return seconds


def read_and_draw(browser: Any, content: bytes) -> float:
    """Seconds of reading by pandas and of drawing 2,000 of the points, as the page draws."""
    import plotly.graph_objects as go
    from browsing import open_page
    from plotly.offline import get_plotlyjs

    page = open_page(browser)
    page.set_content(BLANK)
    page.add_script_tag(content=get_plotlyjs())
    begun = time.perf_counter()
    frame = pd.read_csv(io.BytesIO(content))
    shown = frame.sample(2_000, random_state=0)
    figure = go.Figure()
    for name, part in shown.groupby("class"):
        figure.add_trace(go.Scatter(x=part["f0"], y=part["f1"], mode="markers", name=str(name)))
    page.evaluate(DRAW, json.loads(figure.to_json()))
    seconds = time.perf_counter() - begun
    page.context.close()
    return seconds
