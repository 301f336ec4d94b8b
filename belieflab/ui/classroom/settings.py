"""The settings of a class: what to ask the class, and how its answers become labels."""

from dataclasses import replace
from typing import Any

import streamlit as st

from belieflab.belief import RULES
from belieflab.classroom.session import MAX_NOTE_LENGTH
from belieflab.data.crowd import MAX_RELIABILITY
from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.data.planes import RAW
from belieflab.ui.classroom.joining import KEY
from belieflab.ui.classroom.session import Trust
from belieflab.ui.method.controls import choice, draw_controls, read_settings, titles
from belieflab.ui.method.plane import axis_parameters
from belieflab.ui.shell import lecture

SAME, AGREEMENT = "the same for all", "agreement with the others"
MIN_ASKED, MAX_ASKED, DEFAULT_ASKED = 10, 500, 60
ASKED_HELP = (
    "Drawn by the seed. With fewer objects each gets more answers: 30 students and 60 objects make "
    "five answers each."
)
TRUST_HELP = "The same for all, or each as often as the answers are those of most others."
NOTE_HELP = (
    "Stands above their picture, for example: setosa has the shortest petals. They see grey dots, "
    "a few features of the object in question and the names of the classes, never the true ones."
)
RELIABILITY_HELP = "An answer with doubt d puts the mass r (1 - d) on its class, the rest on Ω."

RULE = Parameter("rule", "Combine answers by", "dempster", choices=titles(RULES), form="list")
TRUST = choice("trust", "Trust in students", (SAME, AGREEMENT), form="list", help=TRUST_HELP)
RELIABILITY = Parameter(
    "reliability",
    "Reliability r",
    0.9,
    low=0.0,
    high=MAX_RELIABILITY,
    step=0.01,
    help=RELIABILITY_HELP,
    needs={"trust": (SAME,)},
    disabled=True,
    lecture="r",
)
NOTE = Parameter(
    "note", "What to tell the students", "", high=MAX_NOTE_LENGTH, form="area", help=NOTE_HELP
)
ADMISSION_HELP = (
    "A device that joins waits until you let it in. Without, whoever has the code takes part at "
    "once."
)
ADMISSION = Parameter("admission", "Let me admit each device", False, help=ADMISSION_HELP)


def opening_parameters(dataset: Dataset) -> list[Parameter]:
    """The plane and the objects to ask about, and the classes where the data have none."""
    # Not by labels: students would see where these part the classes.
    axes = axis_parameters(dataset, turnable=True, planes=(RAW,))
    high = min(dataset.n, MAX_ASKED)
    low, default = min(MIN_ASKED, high), min(DEFAULT_ASKED, high)
    parameters = [replace(axis, view=False, width=None) for axis in axes]
    objects = Parameter("objects", "Objects to ask about", default, low, high, help=ASKED_HELP)
    if dataset.class_names:
        return [*parameters, objects, NOTE, ADMISSION]
    title, text = "Class names, separated by commas", "For example: healthy, ill"
    return [*parameters, objects, Parameter("names", title, "", help=text), NOTE, ADMISSION]


def draw_trust() -> Trust:
    """Draw how answers become labels: by which rule, and how far a student is believed."""
    look: dict[str, Any] = {} if lecture.current() is None else {"width": 280}
    settings = read_settings(KEY, [RULE, TRUST, RELIABILITY])
    settings = draw_controls(KEY, settings, [RULE], **look)
    if lecture.current() is None:
        st.caption(RULES[settings.rule].explanation)
    settings = draw_controls(KEY, settings, [TRUST, RELIABILITY], **look)
    return Trust(settings.rule, settings.reliability if settings.trust == SAME else None)
