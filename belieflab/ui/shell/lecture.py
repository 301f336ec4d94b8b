"""Lecture mode: a picture, its player and a few named controls, large enough for the last row.

The address asks for it: `?lecture=1&show=ns,K` names the controls to keep. It belongs to the
workspace, because going to another page empties the address.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from belieflab.data.parameters import Parameter
from belieflab.ui.shell.session import session

LECTURE, SHOW = "lecture", "show"
_OFFERED = "shell.lecture_offered"
LESSON_CONTROLS = "shell.lesson_controls"
"""Where the step of a lesson names the controls that it asks to use; there only in a lesson."""

TRUTH = Parameter("truth", "Hide truth", False)
PIN, TAB, WRONG, EDIT, DATA, SOURCES = (
    Parameter(name, "", False) for name in ("pin", "tab", "wrong", "edit", "data", "sources")
)
"""Parts of pages that are no control, which a lecture leaves out unless it, or the step of its
lesson, names them: the button Pin, the tabs, the rate of wrong labels, editing of labels, buttons
that load data, the sources of the playground. Those without a label are not in the Lecture link."""

SCALE = 1.45
"""How much larger the type of figures is."""

MIN_TYPE = 17
"""Pixels of the smallest type in a figure."""

EVERYDAY_HEIGHT = 520
"""Pixels of the pictures of a page with which the player is in view on 1280 × 800.

A plane drawn by exported code has the same height."""

PICTURE_HEIGHT, ROW_HEIGHT = 560, 90
"""Pixels of a picture that leave space for player and controls on 1280 × 800, and of the controls:
a lecture that shows none has that much more for its pictures."""

LINE_HEIGHT = 138
"""Pixels of what a lecture shows of the step of a lesson: a line, and what is answered to it."""

STYLE = """
<style>
html { font-size: 20px; }
[data-testid="stHeader"], [data-testid="stSidebar"], [data-testid="stSidebarCollapsedControl"],
[data-testid="stExpandSidebarButton"] { display: none; }
[data-testid="stMain"] [data-testid="stMainBlockContainer"] { padding: .6rem 1.2rem 0; }
[data-testid="stMainBlockContainer"] > [data-testid="stVerticalBlock"] { gap: .5rem; }
.st-key-lecture_row { position: fixed; right: 1.2rem; bottom: .3rem; z-index: 10; width: auto; }
.st-key-player_row { padding-right: 13rem; min-height: 2.6rem; }
.st-key-view_options { margin-top: 0; align-self: stretch; }
</style>
"""


@dataclass(frozen=True)
class Lecture:
    """A lecture, and the controls it keeps on screen, by name."""

    shown: tuple[str, ...] = ()


def decode(query: Mapping[str, str]) -> Lecture | None:
    """The lecture that the address asks for; None when it asks for none."""
    if query.get(LECTURE, "").strip().lower() not in {"1", "true", "yes"}:
        return None
    names = (name.strip() for name in query.get(SHOW, "").split(","))
    return Lecture(tuple(name for name in names if name))


def encode(lecture: Lecture | None) -> dict[str, str]:
    """The query parameters that ask for this lecture."""
    if lecture is None:
        return {}
    shown = {SHOW: ",".join(lecture.shown)} if lecture.shown else {}
    return {LECTURE: "1", **shown}


def current() -> Lecture | None:
    """The lecture of this session; None in everyday use."""
    lecture: Lecture | None = getattr(session().get("workspace"), "lecture", None)
    return lecture


def is_shown(control: Parameter) -> bool:
    """Whether it is on screen: always, but in a lecture only if named.

    What has a label is among the controls that a lecture of this page may show.
    """
    lecture, name = current(), control.lecture or control.name
    if lecture is None and control.label:
        labels = offered().get(name, "").split(", ")
        offered()[name] = ", ".join(filter(None, dict.fromkeys([*labels, control.label])))
    return lecture is None or name.lower() in {shown.lower() for shown in _all_shown(lecture)}


def _all_shown(lecture: Lecture) -> tuple[str, ...]:
    """The controls that the lecture names, and those of the step of its lesson."""
    return (*lecture.shown, *session().get(LESSON_CONTROLS, ()))


def offered() -> dict[str, str]:
    """The controls of the current page that a lecture can show: labels by name."""
    labels: dict[str, str] = session().setdefault(_OFFERED, {})
    return labels


def forget_offered() -> None:
    """Begin a page: it has offered nothing yet."""
    session()[_OFFERED] = {}


def scale() -> float:
    """What figures multiply their type by."""
    return 1.0 if current() is None else SCALE


def picture_height(everyday: int, share: float = 1.0) -> int:
    """Height in pixels of a picture; in a lecture that share of the height there is."""
    lecture = current()
    if lecture is None:
        return everyday
    row = 0 if _all_shown(lecture) else ROW_HEIGHT
    line = LINE_HEIGHT if LESSON_CONTROLS in session() else 0
    return round(share * (PICTURE_HEIGHT + row - line))


def size(everyday: int, share: float = 1.0) -> dict[str, Any]:
    """Height and scale as figures take them."""
    return {"height": picture_height(everyday, share), "scale": scale()}


def fit(share: float = 1.0, teaching: float | None = None) -> dict[str, Any]:
    """Height and scale of a picture that takes this share of the height there is.

    `teaching` is its share in a lecture, where that is another one.
    """
    return size(round(EVERYDAY_HEIGHT * share), share if teaching is None else teaching)
