"""The settings of the Class page: what to ask the class, and how its answers become labels."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from belieflab.belief import RULES
from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.ui.method.controls import draw_controls, read_settings
from belieflab.ui.method.plane_axes import axis_parameters
from belieflab.ui.pages.classroom.session import MAX_RELIABILITY, Trust
from belieflab.ui.shell import lecture

PAGE = "class"
SAME, AGREEMENT = "the same for all", "agreement with the others"
MIN_ASKED, MAX_ASKED, DEFAULT_ASKED = 10, 500, 60


def opening_parameters(dataset: Dataset) -> list[Parameter]:
    """The plane and the objects to ask about, and the classes where the data have none."""
    parameters = [
        replace(axis, view=False, width=None) for axis in axis_parameters(dataset, turnable=True)
    ]
    limit = min(dataset.n, MAX_ASKED)
    parameters.append(
        Parameter(
            "objects",
            "Objects to ask about",
            min(DEFAULT_ASKED, limit),
            low=min(MIN_ASKED, limit),
            high=limit,
            help="Drawn by the seed. With fewer objects each gets more answers: 30 students and 60 "
            "objects make five answers each.",
        )
    )
    if not dataset.class_names:
        title = "Class names, separated by commas"
        parameters.append(Parameter("names", title, "", help="For example: healthy, ill"))
    return parameters


def trust_parameters() -> list[Parameter]:
    """The rule of combination, and how far a student is believed."""
    width = None if lecture.current() is None else 280
    return [
        Parameter(
            "rule",
            "Combine answers by",
            "dempster",
            choices={key: rule.title for key, rule in RULES.items()},
            form="list",
            width=width,
        ),
        Parameter(
            "trust",
            "Trust in students",
            SAME,
            choices=(SAME, AGREEMENT),
            help="The same for all, or each as often as the answers are those of most others.",
            form="list",
            width=width,
        ),
        Parameter(
            "reliability",
            "Reliability r",
            0.9,
            low=0.0,
            high=MAX_RELIABILITY,
            step=0.01,
            help="An answer with doubt d puts the mass r (1 - d) on its class, the rest on Ω.",
            needs={"trust": (SAME,)},
            disabled=True,
            lecture="r",
            width=width,
        ),
    ]


def draw_trust() -> Trust:
    """Draw how answers become labels."""
    parameters: Sequence[Parameter] = trust_parameters()
    settings = draw_controls(PAGE, read_settings(PAGE, parameters), parameters[:1])
    if lecture.current() is None:
        st.caption(RULES[settings.rule].explanation)
    settings = draw_controls(PAGE, settings, parameters[1:])
    return Trust(settings.rule, settings.reliability if settings.trust == SAME else None)
