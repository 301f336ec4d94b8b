"""The pages of the lab: one entry each.

A new page is a script in `pages/`, a package in `belieflab/ui/pages` and an entry here.
"""

from dataclasses import dataclass
from pathlib import Path

from belieflab import classroom
from belieflab.registry import Registry

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class PageEntry:
    """One page of the lab: its name in code, its title and help, and its place in the bar.

    The icon is for links to the page only: in `st.Page` it would be fetched from outside. `path`
    is the page's name in the address where it is not the key. A page for a class is there only
    when the app was started for one. A page that can open one label of the workspace, by `row` in
    its address, says for which numbers of classes.
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


PAGES = Registry(
    "page",
    [
        PageEntry(
            "start",
            "Start",
            "Start",
            ":material/home:",
            "What this lab is, and stories to begin with.",
        ),
        PageEntry(
            "glossary",
            "Glossary",
            "Start",
            ":material/menu_book:",
            "Every term of the field: one sentence, one picture, its source.",
        ),
        PageEntry(
            "data",
            "Data",
            "Prepare",
            ":material/scatter_plot:",
            "Pick, upload, generate or paint the points.",
        ),
        PageEntry(
            "labels",
            "Labels",
            "Prepare",
            ":material/sell:",
            "Build soft labels, see what they say, and change any by hand.",
        ),
        PageEntry(
            "class",
            "Class as crowd",
            "Prepare",
            ":material/groups:",
            "Let students label the points from their phones, each with a doubt.",
            for_class=True,
        ),
        PageEntry(
            "playground",
            "Belief playground",
            "Prepare",
            ":material/join_inner:",
            "Mass functions to edit, measure and combine.",
            opens_labels_of=range(2, 6),
        ),
        PageEntry(
            "mixture",
            "Mixture (EM)",
            "Learn",
            ":material/blur_on:",
            "Watch EM fit a mixture to labels with doubt, step by step.",
        ),
        PageEntry(
            "landscape",
            "Landscape",
            "Learn",
            ":material/landscape:",
            "Count the local maxima of the likelihood that random starts lead to.",
        ),
        PageEntry(
            "neighbours",
            "Neighbours",
            "Learn",
            ":material/hub:",
            "Classify any place by its nearest labelled objects, and see why.",
        ),
        PageEntry(
            "active",
            "Active learning",
            "Learn",
            ":material/live_help:",
            "Let models ask for labels, or answer their questions yourself, with doubt if you have "
            "it.",
        ),
        PageEntry(
            "credal",
            "Credal partition",
            "Cluster",
            ":material/bubble_chart:",
            "Cluster objects that may belong to several clusters, or to none.",
            path="credal-partition",
        ),
        PageEntry(
            "eknnclus",
            "EKNNclus",
            "Cluster",
            ":material/share:",
            "Let labels spread from neighbour to neighbour; the number of clusters is found.",
        ),
        PageEntry(
            "whatif",
            "What-if",
            "Compare",
            ":material/show_chart:",
            "Make labels worse step by step and see which methods tolerate it.",
            path="what-if",
        ),
        PageEntry(
            "papers",
            "Papers",
            "Compare",
            ":material/article:",
            "Tables and figures of the papers beside ours, to run again.",
        ),
    ],
)


def existing_pages() -> list[PageEntry]:
    """The pages whose file is there, in the order of the table."""
    in_class = classroom.store_path() is not None
    return [
        entry
        for entry in PAGES.values()
        if entry.file.exists() and (in_class or not entry.for_class)
    ]
