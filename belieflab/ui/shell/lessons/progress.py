"""How far a lesson has come: what was done and answered, and what each step showed when left."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

from belieflab.ui.shell.lessons.conditions import Seen
from belieflab.ui.shell.lessons.lesson import Lesson, Step
from belieflab.ui.shell.state import State


@dataclass(frozen=True)
class Moment:
    """What a step showed: points and labels, the settings of its page, the true classes or not.

    `states` are the points and labels, last, with those that Undo would bring back; there are none
    where neither the step nor one before has data.
    """

    states: tuple[State, ...]
    settings: Mapping[str, Any]
    truth_hidden: bool


@dataclass
class Progress:
    """How far a lesson has come; steps count from 0.

    `moments` are of the steps that were left, by number, and `before` what was seen when a step
    began, from which a later visit goes on too. `entered` is the state with which the current step
    was entered last, `drawn` tells whether its page was drawn since. `moves_on` names the countdown
    to the next step, once the current one has just been finished.
    """

    lesson: Lesson
    number: int = 0
    drawn: bool = False
    moves_on: str = ""
    entered: State | None = None
    done: set[int] = field(default_factory=set)
    answers: dict[int, str | float] = field(default_factory=dict)
    before: dict[int, Seen] = field(default_factory=dict)
    moments: dict[int, Moment] = field(default_factory=dict)

    @property
    def step(self) -> Step:
        """The current step."""
        return self.lesson.steps[self.number]

    @property
    def is_last(self) -> bool:
        """Whether no step follows."""
        return self.number == len(self.lesson.steps) - 1

    @property
    def acted(self) -> bool:
        """Whether what the step asks for was done; a step that asks for nothing waits for none."""
        return not self.step.done or self.number in self.done

    @property
    def answered(self) -> bool:
        """Whether its question was answered, if it has one."""
        return self.step.question is None or self.number in self.answers

    @property
    def complete(self) -> bool:
        """Whether the reveal may be shown."""
        return self.acted and self.answered

    def finish(self) -> None:
        """Let the lesson move on by itself if the step is complete now; the last one waits."""
        if self.complete and not self.is_last:
            self.moves_on = token_hex(4)

    def forget_what_follows(self) -> None:
        """Let the steps begin anew that go on with the points and labels of the current one."""
        for number in range(self.number + 1, len(self.lesson.steps)):
            if self.lesson.steps[number].sets_up:
                return
            self.moments.pop(number, None)
            self.done.discard(number)
