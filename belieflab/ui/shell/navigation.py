"""The frame around every page: the page table, the bar on top, the card in the sidebar."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import streamlit as st

from belieflab import classroom
from belieflab.ui.shell import card, lecture, messages, old_names, page_settings, share, warmup
from belieflab.ui.shell.workspace import Workspace

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

ROOT = Path(__file__).resolve().parents[3]
WORKSPACE_KEY = "workspace"

STYLE = """
<style>
[data-testid="stSidebar"], [data-testid="stMetricValue"], table {
  font-variant-numeric: tabular-nums;
}
[data-testid="stMainBlockContainer"] { padding: 4.5rem 3rem 4rem; }
[data-testid="stSidebar"] hr { margin: .25rem 0; }
[data-testid="stSidebarUserContent"] { padding-top: .25rem; }
@media (max-width: 900px) {
  [data-testid="stMain"] [data-testid="stHorizontalBlock"] { flex-wrap: wrap; }
  [data-testid="stMain"] [data-testid="stHorizontalBlock"] > [data-testid="stColumn"] {
    flex: 1 1 100%; min-width: 100%;
  }
  [data-testid="stMainBlockContainer"] { padding-left: 1.5rem; padding-right: 1.5rem; }
}
</style>
"""

WORDMARK = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 28" width="132" height="28">
<circle cx="11" cy="14" r="8.5" fill="#0072B2" fill-opacity=".75"/>
<circle cx="20" cy="14" r="8.5" fill="#E69F00" fill-opacity=".75"/>
<text x="36" y="20.5" font-family="system-ui, 'Segoe UI', Roboto, sans-serif" font-size="19"
 font-weight="600" fill="#4a8db8">belieflab</text>
</svg>
"""


@dataclass(frozen=True)
class Entry:
    """One page of the lab: its name in code, its words and its place in the bar.

    The icon is for links to the page only: in `st.Page` it would be fetched from outside. `path`
    is the page's name in the address where it is not the name in code. A page for a class is there
    only when the app was started for one. A page that can open one label of the workspace, by
    `row` in its address, says for which numbers of classes.
    """

    key: str
    title: str
    group: str
    icon: str
    help: str
    path: str = ""
    for_class: bool = False
    opens_labels_of: range = range(0)

    @property
    def file(self) -> Path:
        """The page's script, called like its address: else a first request would not find it."""
        return ROOT / "pages" / f"{self.address or self.key}.py"

    @property
    def address(self) -> str:
        """The page's name in the address; Start has none."""
        return "" if self.key == "start" else self.path or self.key


PAGES: tuple[Entry, ...] = (
    Entry(
        "start", "Start", "Start", ":material/home:", "What this lab is, and stories to begin with."
    ),
    Entry(
        "glossary",
        "Glossary",
        "Start",
        ":material/menu_book:",
        "Every term of the field: one sentence, one picture, its paper.",
    ),
    Entry(
        "data",
        "Data",
        "Prepare",
        ":material/scatter_plot:",
        "Pick, upload, generate or paint the points.",
    ),
    Entry(
        "labels",
        "Labels",
        "Prepare",
        ":material/sell:",
        "Build soft labels, see what they say, and change any by hand.",
    ),
    Entry(
        "class",
        "Class as crowd",
        "Prepare",
        ":material/groups:",
        "Let students label the points from their phones, each with a doubt.",
        for_class=True,
    ),
    Entry(
        "playground",
        "Belief playground",
        "Prepare",
        ":material/join_inner:",
        "Mass functions to edit, measure and combine.",
        opens_labels_of=range(2, 6),
    ),
    Entry(
        "mixture",
        "Mixture (EM)",
        "Learn",
        ":material/blur_on:",
        "Watch EM fit a mixture to labels with doubt, step by step.",
    ),
    Entry(
        "landscape",
        "Landscape",
        "Learn",
        ":material/landscape:",
        "Count the hills of the likelihood that random starts end on.",
    ),
    Entry(
        "neighbours",
        "Neighbours",
        "Learn",
        ":material/hub:",
        "Ask the nearest objects about any place, and see why they say what they say.",
    ),
    Entry(
        "active",
        "Active learning",
        "Learn",
        ":material/live_help:",
        "Let models ask for labels, or answer their questions yourself, with doubt if you have it.",
    ),
    Entry(
        "credal",
        "Credal partition",
        "Cluster",
        ":material/bubble_chart:",
        "Cluster objects that may belong to several clusters, or to none.",
        path="credal-partition",
    ),
    Entry(
        "eknnclus",
        "EKNNclus",
        "Cluster",
        ":material/share:",
        "Let labels spread from neighbour to neighbour; the number of clusters is found.",
    ),
    Entry(
        "whatif",
        "What-if",
        "Compare",
        ":material/show_chart:",
        "Make labels worse step by step and see which methods bear it.",
        path="what-if",
    ),
    Entry(
        "papers",
        "Papers",
        "Compare",
        ":material/article:",
        "Tables and figures of the papers beside ours, to run again.",
    ),
)


def existing_pages() -> list[Entry]:
    """The pages whose file is there, in the order of the table."""
    in_class = classroom.store_path() is not None
    return [entry for entry in PAGES if entry.file.exists() and (in_class or not entry.for_class)]


def entry(key: str) -> Entry:
    """The page of that key in the table."""
    return next(entry for entry in PAGES if entry.key == key)


def page(key: str) -> "StreamlitPage":
    """The page of that key, for `st.page_link` and `st.switch_page`."""
    found = entry(key)
    return st.Page(
        found.file,
        title=found.title,
        url_path=found.address or None,
        default=key == "start",
        help=found.help,
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
    """What is done before the page runs: bar, style, workspace and card."""
    if old_names.update_address():
        st.navigation(table(), position="hidden")  # so that the page is known to the next run
        st.rerun()
    workspace: Workspace = st.session_state.setdefault(WORKSPACE_KEY, Workspace())
    share.read_once(workspace)
    teaching = workspace.lecture is not None
    chosen = st.navigation(table(), position="hidden" if teaching else "top")
    st.html(STYLE)
    share.write_back(workspace)
    if teaching:
        st.html(lecture.STYLE)
    else:
        st.logo(WORDMARK.strip(), size="large")
        card.draw(workspace)
        warmup.draw_note()
    return chosen


def run_app() -> None:
    """Everything of one run: bar and card, the page, and what its controls showed in the end."""
    chosen = open_app()
    try:
        chosen.run()
    finally:  # also when the page ended itself by st.stop()
        page_settings.remember(st.session_state)


def workspace() -> Workspace:
    """The workspace of this session."""
    present: Workspace = st.session_state[WORKSPACE_KEY]
    return present


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
    if old_names.update_address():
        st.rerun()
    messages.show()
    workspace: Workspace = st.session_state[WORKSPACE_KEY]
    return workspace
