"""The frame around every page: the bar on top, the card in the sidebar, the way to other pages."""

from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from belieflab.ui.shell import (
    admission,
    card,
    departed,
    downloads,
    drawing,
    late_requests,
    lecture,
    lecture_link,
    message_queue,
    messages,
    narrow,
    old_names,
    page_settings,
    scripts,
    share,
    warmup,
    widgets,
)
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.lessons import panel, session
from belieflab.ui.shell.page_table import PAGES, ROOT, next_page
from belieflab.ui.shell.session import WORKSPACE_KEY, begin_run, carry, end_run
from belieflab.ui.shell.store import offer, visit
from belieflab.ui.shell.workspace import Workspace

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

LAST_PAGE = "shell.last_page"
carry(LAST_PAGE, forgotten=False)
STYLE = """
<style>
[data-testid="stSidebar"], [data-testid="stMetricValue"], table {
  font-variant-numeric: tabular-nums;
}
[data-testid="stMainBlockContainer"] { padding: 4.1rem 2.5rem 3rem; }
[data-testid="stMainBlockContainer"] > [data-testid="stVerticalBlock"],
[data-testid="stMain"] [data-testid="stColumn"] > [data-testid="stVerticalBlock"] { gap: .6rem; }
.st-key-method_body { gap: .6rem; }
.st-key-shell-scripts, .st-key-shell-keeper, .st-key-charts_frames { display: none; }
[data-testid="stSidebar"] hr { margin: .25rem 0; }
[data-testid="stSidebarUserContent"] { padding-top: .25rem; }
/* Title and sentence on one line, the view options at its right end. */
[data-testid="stMain"] .st-key-page_head {
  min-height: 2.5rem; padding-right: 8rem; gap: 1rem; flex-wrap: nowrap;
}
.st-key-page_head h1 { font-size: 1.6rem; padding: 0; white-space: nowrap; }
.st-key-page_head p { font-size: .9rem; line-height: 1.25; }
.st-key-view_options {
  width: auto; align-self: flex-end; margin-top: -3.1rem; position: relative; z-index: 1;
}
[role="tabpanel"] .st-key-view_options { margin-top: -4.1rem; }
/* A number is a line "label value", as wide as it is: large ones would end in dots. */
[data-testid="stMetric"] > div, [data-testid="stMetric"] {
  display: flex; flex-direction: row; align-items: baseline; gap: .35rem; padding: 0;
}
[data-testid="stMetricLabel"], [data-testid="stMetricLabel"] p { font-size: .875rem; }
[data-testid="stMetricLabel"] { min-height: 0; width: auto; }
[data-testid="stMetricValue"] { font-size: .95rem; font-weight: 600; line-height: 1.4; }
[data-testid="stMetricValue"] > div { overflow: visible; text-overflow: clip; }
[class*="_numbers"] { gap: 0 1rem; }
/* The picture stays where it is when a preview gives way to the data that are used. */
.st-key-data_views { min-height: 2.5rem; }
[data-testid="stMain"] .st-key-data_understood { flex-wrap: nowrap; }
.st-key-sample_cards > div { flex: 1 1 8.5rem; }
/* Rows of buttons and segments that would break on to another line for a few pixels. */
.st-key-suspects_actions button { padding-left: .5rem; padding-right: .5rem; }
[data-testid="stSidebar"] [data-testid="stButtonGroup"] button {
  padding-left: .6rem; padding-right: .6rem;
}
/* Segments have no left border of their own: the first of a second line would stand open. */
[data-testid="stButtonGroup"] [role="radio"]:not(:first-child):not([aria-checked="true"]) {
  margin-left: -1px; border-left-color: rgba(128, 128, 128, .45) !important;
}
[data-testid="stButtonGroup"] [role="radio"][aria-checked="true"] {
  position: relative; z-index: 1;
}
.skip-link {
  position: fixed; left: .5rem; top: -4rem; z-index: 1000000; padding: .5rem 1rem;
  background: #1f5f8b; color: #fff; border: 0; border-radius: .5rem;
}
.skip-link:focus { top: .5rem; }
/* Words in captions are faint, and links in them fainter still; light buttons and chips have
   dark text. */
[data-testid="stCaptionContainer"] { opacity: .8; }
[data-testid="stBaseButton-primary"], [data-testid="stMultiSelect"] [data-tag] {
  color: light-dark(#fff, #0b0e12);
}
/* Streamlit's own download of a table writes cells as they are, formulas of a spreadsheet among
   them; the project's files are guarded. */
[data-testid="stElementToolbarButton"]:has(button[aria-label^="Download as CSV"]) { display: none; }
/* Text of charts has the colour of the page's text: Streamlit's grey is too faint on white. */
.stPlotlyChart text[style*="fill: rgb(128, 132, 149)"] { fill: currentColor !important; }
@media (max-width: 900px) {
  [data-testid="stMain"] [data-testid="stHorizontalBlock"] { flex-wrap: wrap; }
  /* A sentence that does not fit beside the title goes below it. */
  [data-testid="stMain"] .st-key-page_head { gap: 0 1rem; }
  .st-key-page_head > :last-child { flex: 1 1 20rem; }
  [data-testid="stMain"] [data-testid="stHorizontalBlock"] > [data-testid="stColumn"] {
    flex: 1 1 100%; min-width: 100%;
  }
  [data-testid="stMainBlockContainer"] { padding-left: 1.5rem; padding-right: 1.5rem; }
}
@media (max-width: 640px) {
  [data-testid="stMain"] .st-key-page_head { padding-right: 0; gap: 0; flex-wrap: wrap; }
  .st-key-view_options, [role="tabpanel"] .st-key-view_options {
    margin-top: 0; align-self: flex-start;
  }
  /* The numbers of more than three classes need this width: a finger moves what is beyond. */
  .st-key-wide_lattice .st-key-playground-lattice { overflow-x: auto; }
  .st-key-wide_lattice [data-testid="stFullScreenFrame"] { min-width: 33rem; }
  .st-key-small_lattice .textpoint text { font-size: 11px !important; }
  /* What a run says stands under its button, Pin and Export under the player. */
  [data-testid="stMain"] [class*="st-key-run_"] { flex-wrap: wrap; }
  [class*="st-key-run_"] > :last-child { flex: 1 1 100%; }
  [data-testid="stMain"] .st-key-player_row { flex-wrap: wrap; }
  .st-key-player_row > :has(.st-key-player_place), .st-key-player_place { flex: 1 1 100%; }
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


def page(key: str) -> "StreamlitPage":
    """The page of that key, for `st.page_link` and `st.switch_page`."""
    entry = PAGES.find(key)
    look: dict[str, Any] = {"title": entry.title, "help": entry.help, "default": key == "start"}
    return st.Page(entry.file, url_path=entry.address or None, **look)


def page_key(shown: "StreamlitPage") -> str:
    """The key of a page of the bar."""
    return next(entry.key for entry in PAGES.values() if entry.address == shown.url_path)


def go_to(key: str, query_params: dict[str, str] | None = None) -> NoReturn:
    """Leave for another page (also from a callback)."""
    # Nothing instead of {} would be refused where controls are bound to the address.
    st.switch_page(page(key), query_params=query_params or {})


def table() -> dict[str, list[Any]]:
    """The pages under their groups, as `st.navigation` takes them, and hidden the old addresses."""
    groups: dict[str, list[Any]] = {}
    for entry in PAGES.values():
        if entry.file.exists():
            groups.setdefault(entry.group, []).append(page(entry.key))
    for address, (key, _) in old_names.ADDRESSES.items():
        hidden = st.Page(ROOT / "pages" / f"{address}.py", url_path=address, visibility="hidden")
        groups[PAGES[key].group].append(hidden)
    return groups


def open_app() -> tuple["StreamlitPage", DeltaGenerator | None]:
    """What is done before the page runs: bar, style, workspace and card.

    Returns the page, and where the lecture link goes once the page has been drawn.
    """
    departed.start()
    if old_names.update_address():
        st.navigation(table(), position="hidden")  # so that the page is known to the next run
        st.rerun()
    declare_pages = partial(st.navigation, table(), position="hidden")
    admission.check(declare_pages)
    workspace = visit.arrive(declare_pages)
    share.read_once(workspace)
    teaching = workspace.lecture is not None
    chosen = st.navigation(table(), position="hidden" if teaching else "top")
    if chosen.url_path in old_names.ADDRESSES:
        key, settings = old_names.ADDRESSES[chosen.url_path]
        go_to(key, st.query_params.to_dict() | settings)
    wanted = session.page_to_open()
    if wanted and wanted != page_key(chosen):
        go_to(wanted)
    st.html(STYLE)
    visit.draw_keeper(workspace)  # the first element of every run, also of one that waits
    scripts.draw()
    share.write_back(workspace)
    lecture.forget_offered()
    if teaching:
        st.html(lecture.STYLE)
    panel.draw(workspace, page_key(chosen), go_to)
    if teaching:
        return chosen, None
    st.logo(WORDMARK.strip(), size="large")
    offer.draw(workspace)
    place = card.draw(workspace, brief=session.current() is not None)
    warmup.draw_note()
    with st.sidebar:
        narrow.close_sidebar()
    return chosen, place


def run_app() -> None:
    """Everything of one run: bar and card, the page, and what its controls showed in the end."""
    with drawing.drawing():
        _run()


def _run() -> None:
    begin_run()
    message_queue.keep_whole()
    late_requests.take_nothing_back()
    downloads.keep_clickable()
    widgets.take_finite_numbers()
    chosen, place = open_app()
    try:
        chosen.run()
        end_run()
    finally:  # also when the page ended itself by st.stop()
        page_settings.remember(st.session_state)
        visit.keep(workspace())
        session.see_drawn(page_key(chosen), workspace())
        if PAGES[page_key(chosen)].group != "Start":
            st.session_state[LAST_PAGE] = page_key(chosen)
        if place is not None:
            with place:
                lecture_link.draw(workspace())


def _draw_lecture_row(key: str) -> None:
    """Draw what a lecture keeps of the app's own buttons: the next page of the bar, and Leave.

    They stay in the lower right corner of the window, whatever the page shows.
    """
    following, draw = next_page(key), partial(draw_button, type="tertiary")
    in_lesson = session.current() is not None  # which has a Next and a Leave of its own
    with st.container(horizontal=True, width="content", key="lecture_row"):
        if following is not None and not in_lesson:
            text = f"Go on to {following.title}, still as a lecture."
            draw("Next", "lecture.next", go_to, following.key, icon="arrow_forward", help=text)
        text = "Bring back the bar, the sidebar and the tabs."
        leave = setattr, workspace(), "lecture", None
        title = "Leave the lecture" if in_lesson else "Leave"
        draw(title, "lecture.leave", *leave, icon="close", help=text)


def workspace() -> Workspace:
    """The workspace of this session."""
    current: Workspace = st.session_state[WORKSPACE_KEY]
    return current


def enter(key: str) -> Workspace:
    """The workspace of this session; the first line of every page. A lecture gets its buttons.

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
    if lecture.current() is not None:
        _draw_lecture_row(key)
    return workspace()
