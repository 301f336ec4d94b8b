"""Report: figures, tables, sources, settings and a script of one result in a zip.

The browser makes the pictures: of the charts on the page, and of those in closed tabs and of
pinned runs, which it draws out of sight. They come back once, and the zip is made of them when it
is saved.
"""

import base64
import binascii
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import unquote
from uuid import uuid4

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from plotly.io.json import to_json_plotly

from belieflab.errors import DataError
from belieflab.figures.common.description import describe
from belieflab.reports import Picture, Report
from belieflab.ui.method.charts import charts_on_screen, describe_shown
from belieflab.ui.method.component import class_name, component
from belieflab.ui.shell.buttons import draw_button, draw_download
from belieflab.ui.shell.session import session
from belieflab.ui.shell.text import plain

_BROWSER = component("reporting")
MAX_PICTURES = 24
WIDTH, HEIGHT = 620, 460
"""Of a figure that is not on the page, in pixels; many have a height of their own."""
PINNED = "pinned "
_SVG, _PNG = "data:image/svg+xml,", "data:image/png;base64,"


@dataclass(frozen=True)
class Contents:
    """What goes into a report besides the charts on screen.

    pinned : figures of pinned runs, by the names of these
    figures : charts of the page, by their keys; those on screen are taken from there
    tables : by name
    script : Python that gives the result again
    sources : keys of the papers it comes from
    """

    pinned: Mapping[str, go.Figure] = field(default_factory=dict)
    figures: Mapping[str, go.Figure] = field(default_factory=dict)
    tables: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    script: str = ""
    sources: Sequence[str] = ()


@dataclass
class Request:
    """Pictures that were asked of the browser for one result, and what has come."""

    name: str
    token: Hashable
    captions: dict[str, str]
    hidden: dict[str, go.Figure] = field(default_factory=dict)
    written: Contents = field(default_factory=Contents)
    pictures: list[Picture] | None = None
    error: str = ""


def draw(
    page: str,
    token: Hashable,
    gather: Callable[[], Contents],
    assemble: Callable[[Sequence[Picture], Contents], Report],
) -> None:
    """Draw the button that makes a report, and once its pictures are there the one that saves it.

    `gather` is called when the report is asked for; `assemble` makes it of pictures and what was
    gathered when it is saved, outside the session. A change of `token`, which stands for what is on
    the page, makes pictures of before useless.
    """
    key = f"{page}.bundle"
    request: Request | None = session().get(key)
    if request is not None and request.token != token:
        request = session().pop(key) and None

    def ask() -> None:
        session()[key] = make_request(page, token, gather())

    text = (
        "Figures as SVG, PDF and PNG with 300 dots per inch and their captions, tables as CSV and "
        "LaTeX, BibTeX, settings and versions, the data, and a script that gives the same numbers."
    )
    draw_button("Make a report", f"{key}.make", ask, icon="summarize", help=text, width="stretch")
    if request is None:
        return
    if request.pictures is None and not request.error:
        st.caption("The browser draws the figures …")
        _ask_browser(key, request)
    elif request.error:
        st.error(plain(request.error), icon=":material/error:")
    else:
        pictures, written = request.pictures or [], request.written
        name = f"belieflab-{page}-report.zip"
        save = lambda: assemble(pictures, written).write()  # noqa: E731  (made when clicked)
        draw_download("Save the report", f"{key}.save", name, save, width="stretch")


def make_request(page: str, token: Hashable, contents: Contents) -> Request:
    """The charts on screen, then those in closed tabs and the pinned runs, with what they show."""
    shown = {
        key: figure
        for key, figure in charts_on_screen().items()
        if not key.startswith(f"{page}.pinned.")  # they are among the pinned runs
    }
    hidden = {key: figure for key, figure in contents.figures.items() if key not in shown}
    hidden |= {f"{PINNED}{name}": figure for name, figure in contents.pinned.items()}
    captions = {key: describe_shown(key) for key in shown}
    captions |= {key: describe(figure) for key, figure in hidden.items()}
    written = replace(contents, pinned={}, figures={})  # these the browser has drawn then
    return Request(uuid4().hex, token, captions, hidden, written)


def _ask_browser(key: str, request: Request) -> None:
    charts = [
        {"key": chart, "name": class_name(chart)}
        for chart in request.captions
        if chart not in request.hidden
    ]
    figures = [
        {
            "key": name,
            "figure": to_json_plotly(figure),
            "width": WIDTH,
            "height": figure.layout.height or HEIGHT,
        }
        for name, figure in request.hidden.items()
    ]

    def take() -> None:
        sent = st.session_state[f"{key}.browser"].get("pictures")
        if isinstance(sent, dict) and sent.get("request") == request.name:
            try:
                request.pictures = read_pictures(sent, request.captions)
                request.hidden = {}
            except DataError as error:
                request.error = str(error)

    data = {"request": request.name, "charts": charts, "figures": figures}
    _BROWSER(key=f"{key}.browser", data=data, on_pictures_change=take, height=1)


def read_pictures(sent: Mapping[str, Any], captions: Mapping[str, str]) -> list[Picture]:
    """The pictures that a browser sent, each for a chart that was asked for."""
    found = sent.get("pictures")
    if not isinstance(found, list) or len(found) > MAX_PICTURES:
        raise DataError("The browser could not draw the figures; draw the page again.")
    pictures = []
    for number, each in enumerate(found):
        chart, svg, png = (str(each.get(name)) for name in ("key", "svg", "png"))
        if chart not in captions or not svg.startswith(_SVG) or not png.startswith(_PNG):
            raise DataError("The browser sent something else than the figures of this page.")
        try:
            content = base64.b64decode(png.removeprefix(_PNG), validate=True)
        except (binascii.Error, ValueError):
            raise DataError("The browser sent a damaged PNG picture.") from None
        name = f"{number + 1}-{chart.split('.', 1)[-1].replace('.', '-').replace(' ', '-')}"
        pictures.append(Picture(name, captions[chart], unquote(svg.removeprefix(_SVG)), content))
    return pictures
