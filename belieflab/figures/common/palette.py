"""One colour per class everywhere, and the markers of unions, of Ω and of ∅.

Colours never depend on the theme: the same blue is setosa on white and on deep grey.
"""

from collections.abc import Sequence
from colorsys import hls_to_rgb
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from belieflab.belief import MassTable
from belieflab.data.matching import Matching
from belieflab.figures.common.arrays import Floats

OKABE_ITO = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#F0E442")
"""Blue, orange, green, vermillion, sky, purple, yellow: distinct to colour-blind eyes too."""

DARKER = 0.33
"""How much of the light of a colour its second class has: seen apart on regions, bars and lines."""

OMEGA_GREY = "#9A9A9A"
EMPTY_BLACK = "#000000"
OUTLINE_GREY = "#7F7F7F"
EMPTY_OUTLINE = "#FFFFFF"
GRID_GREY = "rgba(128, 128, 128, 0.22)"
"""A grid that shows on white and on deep grey alike."""

ACCENT = OKABE_ITO[0]
"""The colour of a bar or a line that stands for no class."""

CHOSEN, BEST = OKABE_ITO[3], OKABE_ITO[2]
"""The colours of the one among many that is chosen, and of the best or the true one."""

WRONG = "#D4007A"
"""Around wrong answers: a magenta that no class has, seen on white and on deep grey."""

QUESTION = "#A50FFF"
"""Around objects that are asked about or disputed: a violet, neither a class nor wrong."""

CLEAR = "rgba(0,0,0,0)"

EYE = np.array([0.2126, 0.7152, 0.0722])
"""How much red, green and blue light count for brightness."""

_SYMBOLS = ("circle", "square")
_GOLDEN_ANGLE = 137.50776405003785


@dataclass(frozen=True)
class Marker:
    """How an object, or the objects of one set of classes, are drawn."""

    fill: str
    ring: str = OUTLINE_GREY
    ring_width: float = 0.6
    symbol: str = "circle"

    @property
    def edge(self) -> dict[str, Any]:
        """The ring as Plotly takes it."""
        return {"color": self.ring, "width": self.ring_width}


NEUTRAL = Marker(OMEGA_GREY)

Classes = int | Matching
"""The number of classes, or groups (components, clusters) with the classes they stand for."""


def class_colour(k: int, classes: Classes | None = None) -> str:
    """Colour of class k, or of group k; beyond 14 classes all hues come by the golden angle.

    Classes 8 to 14 have the seven colours darkened, and another `class_symbol`. A group has the
    colour of its class; where it has none, one beyond those of the classes.
    """
    k, numbered = _place(k, classes)
    if not numbered:
        return (*OKABE_ITO, *_darkened())[k]
    # hues 137.5° apart never meet; lightness alternates so that near hues differ
    hue = (k * _GOLDEN_ANGLE + 200.0) % 360.0
    parts = hls_to_rgb(hue / 360.0, (0.42, 0.58, 0.50)[k % 3], 0.7)
    return "#" + "".join(f"{round(255 * part):02X}" for part in parts)


@lru_cache(maxsize=1)
def _darkened() -> tuple[str, ...]:
    return tuple(_hexes_of(DARKER * _lights_of(OKABE_ITO)))


def class_colours(classes: Classes) -> list[str]:
    """The colours of all classes, or of all groups."""
    return [class_colour(k, classes) for k in range(size_of(classes))]


def class_symbol(k: int, classes: Classes | None = None) -> str:
    """Marker symbol of class k: a circle, and a square for classes 8 to 14."""
    k, numbered = _place(k, classes)
    return "circle" if numbered else _SYMBOLS[k // len(OKABE_ITO)]


def size_of(classes: Classes) -> int:
    """How many classes or groups there are."""
    return classes if isinstance(classes, int) else len(classes.class_of)


def class_numbered(n_classes: int) -> bool:
    """Whether there are too many classes for colours alone, so that numbers must help."""
    return n_classes > len(OKABE_ITO) * len(_SYMBOLS)


def _place(k: int, classes: Classes | None) -> tuple[int, bool]:
    """The place of class or group k among the colours, and whether it is one of too many."""
    if not isinstance(classes, Matching):
        return k, class_numbered(max(k + 1, classes or 0))
    place, named = classes.places[k], len(classes.class_names) if classes.matched else 0
    return place, class_numbered(named if place < named else max(place + 1, len(classes.class_of)))


@lru_cache(maxsize=4096)
def set_colour(mask: int, classes: Classes) -> str:
    """Fill of a set: a class's colour, the blend of a union's classes, grey for Ω, black for ∅."""
    members = _members(mask)
    if not members:
        return EMPTY_BLACK
    if len(members) == size_of(classes) > 1:
        return OMEGA_GREY
    return blend([class_colour(k, classes) for k in members], np.ones(len(members)))


@lru_cache(maxsize=4096)
def set_marker(mask: int, classes: Classes) -> Marker:
    """Fill, ring and symbol of a set.

    A union has a ring in its second class's colour, and is a diamond from three classes on; ∅ is a
    black cross outlined white.
    """
    members = _members(mask)
    fill = set_colour(mask, classes)
    if not members:
        return Marker(fill, EMPTY_OUTLINE, 1.0, "x")
    if len(members) == 1:
        return Marker(fill, symbol=class_symbol(members[0], classes))
    if len(members) == size_of(classes):
        return Marker(fill)
    symbol = "diamond" if len(members) > 2 else "circle"
    return Marker(fill, class_colour(members[1], classes), 2.0, symbol)


def blend(colours: Sequence[str], weights: ArrayLike) -> str:
    """The mixture of colours by weight, mixed as light is (in linear RGB)."""
    shares = np.asarray(weights, dtype=np.float64)
    total = shares.sum()
    shares = shares / total if total > 0 else np.full(len(colours), 1.0 / len(colours))
    return _hexes_of(shares[None] @ _lights_of(colours))[0]


def label_colours(labels: MassTable, groups: Matching | None = None) -> list[str]:
    """One blended colour per row: Σ_A m(A) colour(A); of masses on `groups`, in their colours.

    A sure label has its class's colour, a union the blend of its classes; what lies on Ω fades to
    grey and what lies on ∅ to black, so doubt is seen as greyness.
    """
    colours = [set_colour(int(mask), groups or labels.frame.size) for mask in labels.focal]
    return _hexes_of(np.clip(labels.mass @ _lights_of(colours), 0.0, 1.0))


def faded(colour: str, opacity: float) -> str:
    """The same colour, transparent: `rgba(r, g, b, opacity)`."""
    red, green, blue = levels(colour)
    return f"rgba({red}, {green}, {blue}, {opacity:g})"


def levels(colour: str) -> list[int]:
    """Red, green and blue of `#rrggbb`, each from 0 to 255."""
    return list(bytes.fromhex(colour[1:]))


def contrast(one: str, other: str) -> float:
    """The ratio of contrast of two colours `#rrggbb` as WCAG has it, from 1 to 21."""
    dark, light = sorted(float(light @ EYE) for light in _lights_of([one, other]))
    return (light + 0.05) / (dark + 0.05)


def over(colour: str, opacity: float, ground: str) -> str:
    """A transparent colour as it is seen on a ground, both `#rrggbb`."""
    mixed = opacity * np.array(levels(colour)) + (1.0 - opacity) * np.array(levels(ground))
    return "#" + bytes(np.rint(mixed).astype(np.uint8).tolist()).hex().upper()


def _members(mask: int) -> list[int]:
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


def _lights_of(colours: Sequence[str]) -> Floats:
    """Linear RGB, the inverse of the sRGB curve [shape=(colours, 3)]."""
    signal = np.array([levels(colour) for colour in colours]) / 255.0
    return np.where(signal <= 0.04045, signal / 12.92, ((signal + 0.055) / 1.055) ** 2.4)


def _hexes_of(light: Floats) -> list[str]:
    signal = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    whole = np.rint(255 * np.clip(signal, 0.0, 1.0)).astype(np.int64)
    return [f"#{code:06X}" for code in (whole @ [1 << 16, 1 << 8, 1]).tolist()]
