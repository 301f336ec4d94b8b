"""The pages of the lab: one entry each.

A new page is a script in `pages/`, a package in `belieflab/ui/pages` and an entry here.
"""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from belieflab.registry import Registry

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class PageEntry:
    """One page of the lab: its name in code, its title and help, and its place in the bar.

    The icon is for links to the page only: in `st.Page` it would be fetched from outside. `path`
    is the page's name in the address where it is not the key. A page that can open one
    label of the workspace, by `row` in its address, says for which numbers of classes.
    """

    key: str
    title: str
    group: str
    icon: str
    help: str
    path: str = ""
    opens_labels_of: range = range(0)

    @property
    def file(self) -> Path:
        """The page's script, called like its address: else a first request would not find it."""
        return ROOT / "pages" / f"{self.address or self.key}.py"

    @property
    def address(self) -> str:
        """The page's name in the address; Start has none."""
        return "" if self.key == "start" else self.path or self.key


def _page(name: tuple[str, str, str, str], help: str, **more: Any) -> PageEntry:
    """An entry from key, title, group and icon, and what the page is for."""
    key, title, group, icon = name
    return PageEntry(key, title, group, f":material/{icon}:", help, **more)


PAGES = Registry(
    "page",
    [
        _page(("start", "Start", "Start", "home"), "What this lab is, and lessons to begin with."),
        _page(
            ("lessons", "Lessons", "Start", "school"),
            "Six lessons of ten minutes: do, guess, see. Add your own.",
        ),
        _page(
            ("glossary", "Glossary", "Start", "menu_book"),
            "Every term of the field: one sentence, one picture, its source.",
        ),
        _page(
            ("data", "Data", "Prepare", "scatter_plot"),
            "Pick, upload, generate or paint the points.",
        ),
        _page(
            ("labels", "Labels", "Prepare", "sell"),
            "Build soft labels, see what they say, and change any by hand.",
        ),
        _page(
            ("crowd", "Crowd", "Prepare", "groups"),
            "See who of several annotators is wrong and who is merely vague; make labels of it.",
        ),
        _page(
            ("playground", "Belief playground", "Prepare", "join_inner"),
            "Mass functions to edit, measure and combine.",
            opens_labels_of=range(2, 6),
        ),
        _page(
            ("mixture", "Mixture (EM)", "Learn", "blur_on"),
            "Watch EM fit a mixture to labels with doubt, step by step.",
        ),
        _page(
            ("landscape", "Landscape", "Learn", "landscape"),
            "Count the local maxima of the likelihood that random starts lead to.",
        ),
        _page(
            ("neighbours", "Neighbours", "Learn", "hub"),
            "Classify any place by its nearest labelled objects, and see why.",
        ),
        _page(
            ("networks", "Networks", "Learn", "account_tree"),
            "See which features depend on each other within a class, arc by arc.",
        ),
        _page(
            ("active", "Active learning", "Learn", "live_help"),
            "Let models ask for labels, or answer their questions yourself, with doubt if you "
            "have it.",
        ),
        _page(
            ("credal", "Credal partition", "Cluster", "bubble_chart"),
            "Cluster objects that may belong to several clusters, or to none.",
            path="credal-partition",
        ),
        _page(
            ("eknnclus", "EKNNclus", "Cluster", "share"),
            "Let labels spread from neighbour to neighbour; the number of clusters is found.",
        ),
        _page(
            ("whatif", "What-if", "Compare", "show_chart"),
            "Make labels worse step by step and see which methods tolerate it.",
            path="what-if",
        ),
        _page(
            ("evaluate", "Evaluate", "Compare", "fact_check"),
            "Which method to take, measured by the labels you have.",
        ),
        _page(
            ("suspects", "Suspects", "Compare", "person_search"),
            "Find the labels that the evidence speaks against, and correct them with a click.",
        ),
        _page(
            ("papers", "Papers", "Compare", "article"),
            "Tables and figures of the papers beside ours, to run again.",
        ),
    ],
)


def existing_pages() -> list[PageEntry]:
    """The pages whose file is there, in the order of the table."""
    return [entry for entry in PAGES.values() if entry.file.exists()]


def next_page(key: str) -> PageEntry | None:
    """The page after this one in the bar; None after the last."""
    following = (after for before, after in pairwise(existing_pages()) if before.key == key)
    return next(following, None)
