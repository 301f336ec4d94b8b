"""The frame around every page: the page table, the bar on top, the card in the sidebar."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import streamlit as st

from belieflab.ui import card, messages, share
from belieflab.ui.workspace import Workspace

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

ROOT = Path(__file__).resolve().parents[2]
WORKSPACE_KEY = "workspace"

STYLE = """
<style>
[data-testid="stSidebar"], [data-testid="stMetricValue"], table {
  font-variant-numeric: tabular-nums;
}
@media (max-width: 900px) {
  [data-testid="stMain"] [data-testid="stHorizontalBlock"] { flex-wrap: wrap; }
  [data-testid="stMain"] [data-testid="stHorizontalBlock"] > [data-testid="stColumn"] {
    flex: 1 1 100%; min-width: 100%;
  }
}
</style>
"""


@dataclass(frozen=True)
class Entry:
    """One page of the lab: its name in code, its words and its place in the bar."""

    key: str
    title: str
    group: str
    help: str

    @property
    def file(self) -> Path:
        """The page's script."""
        return ROOT / "pages" / f"{self.key}.py"


PAGES: tuple[Entry, ...] = (
    Entry("start", "Start", "Start", "What this lab is, and stories to begin with."),
    Entry("glossary", "Glossary", "Start", "Every term: one sentence, one picture, its paper."),
    Entry("data", "Data", "Prepare", "Pick, upload, generate or paint the points."),
    Entry("labels", "Labels", "Prepare", "Build soft labels, see what they say, edit them."),
    Entry(
        "playground",
        "Belief playground",
        "Prepare",
        "Mass functions to edit, measure and combine.",
    ),
)


def existing_pages() -> list[Entry]:
    """The pages whose file is there, in the order of the table."""
    return [entry for entry in PAGES if entry.file.exists()]


def page(key: str) -> "StreamlitPage":
    """The page of that key, for `st.page_link` and `st.switch_page`."""
    entry = next(entry for entry in PAGES if entry.key == key)
    return st.Page(
        entry.file,
        title=entry.title,
        url_path=None if key == "start" else key,
        default=key == "start",
        help=entry.help,
    )


def go_to(key: str, query_params: dict[str, str] | None = None) -> NoReturn:
    """Leave for another page (also from a callback)."""
    st.switch_page(page(key), query_params=query_params)


def table() -> dict[str, list[Any]]:
    """The pages under their groups, as `st.navigation` takes them."""
    groups: dict[str, list[Any]] = {}
    for entry in existing_pages():
        groups.setdefault(entry.group, []).append(page(entry.key))
    return groups


def open_app() -> "StreamlitPage":
    """What `app.py` does before the page runs: bar, style, workspace and card."""
    chosen = st.navigation(table(), position="top")
    st.html(STYLE)
    workspace: Workspace = st.session_state.setdefault(WORKSPACE_KEY, Workspace())
    share.read_once(workspace)
    share.write_back(workspace)
    card.draw(workspace)
    return chosen


def enter() -> Workspace:
    """The workspace of this session; the first line of every page.

    On a fresh server Streamlit runs a file in `pages/` without `app.py`: then declare the
    navigation, after which the rerun goes through `app.py`. A page run alone (a test)
    comes back here without one and gets an empty workspace.
    """
    if WORKSPACE_KEY not in st.session_state:
        if "shell.entered" not in st.session_state:
            st.session_state["shell.entered"] = True
            st.navigation(table(), position="top")
            st.rerun()
        st.session_state[WORKSPACE_KEY] = Workspace()
    messages.show()
    workspace: Workspace = st.session_state[WORKSPACE_KEY]
    return workspace
