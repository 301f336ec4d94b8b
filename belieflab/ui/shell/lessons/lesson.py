"""A lesson: a list of steps, each with a page, settings, an act to do and a question."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from belieflab.ui.shell import lecture
from belieflab.ui.shell.state import Recipe

ACTS = {"pinned": lecture.PIN.name, "edited": lecture.EDIT.name}
"""What a lecture has to show for acts of these kinds."""


@dataclass(frozen=True)
class Question:
    """What is asked before the answer is shown: one of some choices, or a guess of a number.

    `answer` is one of the choices, or the number between `low` and `high`. The reply is kept and
    commented, never graded.
    """

    text: str
    answer: str | float
    choices: tuple[str, ...] = ()
    low: float = 0.0
    high: float = 1.0
    step: float = 0.01

    def comment(self, reply: str | float) -> str:
        """What was replied and what is so, in one or two sentences."""
        if isinstance(reply, str):
            right = "that is so" if reply == self.answer else f"it is: {self.answer}"
            return f"You said: {reply}; {right}."
        return f"You guessed {reply:g}; it is {self.answer:g}."


@dataclass(frozen=True)
class Condition:
    """Something the lab can notice, by the key of its kind, and what it is about."""

    kind: str
    given: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One step: its page, what is set up there, what to do, and what it shows.

    `settings` are by `<page>.<name>`. `done` holds conditions that must all hold; without any, the
    step is done when the person goes on. `reveal` is shown when it is done and answered. A step may
    begin with the true classes `hidden`. A lecture shows the controls of its conditions, and those
    that `show` names.
    """

    page: str
    title: str
    text: str
    task: str = ""
    done: tuple[Condition, ...] = ()
    question: Question | None = None
    reveal: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    data: Recipe | None = None
    labels: Recipe | None = None
    hidden: bool = False
    show: tuple[str, ...] = ()

    @property
    def sets_up(self) -> bool:
        """Whether it brings points or labels of its own."""
        return self.data is not None or self.labels is not None

    @property
    def controls(self) -> tuple[str, ...]:
        """The names of the controls that it asks to use, for a lecture to show."""
        names = [
            str(each.given.get("setting", each.given.get("name", each.kind))).rpartition(".")[2]
            for each in self.done
            if each.kind in ("setting", "law", "noise")
        ]
        names += [ACTS[each.kind] for each in self.done if each.kind in ACTS]
        return (*names, *self.show)


@dataclass(frozen=True)
class Stage:
    """What a step finds when it is opened by a link: data, labels and settings."""

    data: Recipe | None
    labels: Recipe | None
    settings: Mapping[str, Any]


@dataclass(frozen=True)
class Lesson:
    """A lesson by its key; `also` are other names by which links may ask for it."""

    key: str
    title: str
    promise: str
    steps: tuple[Step, ...]
    minutes: int = 10
    seed: int = 7
    also: tuple[str, ...] = ()

    @property
    def pages(self) -> tuple[str, ...]:
        """The pages it visits, each once."""
        return tuple(dict.fromkeys(step.page for step in self.steps))

    def stage(self, number: int) -> Stage:
        """What steps up to that number, counted from 0, have set up together."""
        data = labels = None
        settings: dict[str, Any] = {}
        for step in self.steps[: number + 1]:
            if step.data is not None:
                data, labels = step.data, step.labels
            elif step.labels is not None:
                labels = step.labels
            settings |= step.settings
        return Stage(data, labels, settings)
