"""A session of a class: opening, reading, closing it, and taking its labels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.classroom.session import ClassSession, describe_objects, pick_objects
from belieflab.classroom.store import Store, StoredSession
from belieflab.data.crowd import MAX_RELIABILITY
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.data.crowd_files import as_file
from belieflab.data.dataset import Dataset
from belieflab.data.fingerprint import fingerprint
from belieflab.data.projection import axis_choices, project
from belieflab.errors import DataError
from belieflab.figures.common.palette import class_colour
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.workspace import Workspace


@dataclass(frozen=True)
class Trust:
    """How answers become labels: the rule, and how far a student is believed.

    `reliability` is None when each student is believed as far as the others agree.
    """

    rule: str
    reliability: float | None

    def reliabilities(self, answers: CrowdAnswers) -> float | NDArray[np.float64]:
        """One number for all, or one per student."""
        if self.reliability is None:
            return np.minimum(answers.agreement(), MAX_RELIABILITY)
        return min(self.reliability, MAX_RELIABILITY)


@dataclass(frozen=True)
class SessionResult:
    """The answers of a session at one moment, and the labels they make."""

    students: int
    answers: CrowdAnswers
    labels: MassTable
    conflict: NDArray[np.float64]

    @property
    def mean_conflict(self) -> float | None:
        """Over the objects that several students answered about; None when there is none."""
        shared = self.answers.counts > 1
        return float(self.conflict[shared].mean()) if shared.any() else None


def make_session(
    dataset: Dataset, names: tuple[str, ...], axes: tuple[str, str], objects: int, *, seed: int
) -> ClassSession:
    """A session about so many of these objects on these axes; nothing of the truth goes into it."""
    points, _ = project(dataset, *axes)
    titles = {axis.key: axis.title for axis in axis_choices(dataset)}
    asked = pick_objects(dataset.n, objects, seed)
    return ClassSession(
        title=dataset.name,
        class_names=names,
        colours=tuple(class_colour(k, len(names)) for k in range(len(names))),
        points=points,
        axis_titles=(titles[axes[0]], titles[axes[1]]),
        asked=asked,
        facts=describe_objects(dataset, asked),
        fingerprint=fingerprint(dataset.original[0]),
        ids=dataset.ids,
    )


def read_outcome(store: Store, opened: StoredSession, trust: Trust) -> SessionResult:
    """The answers so far."""
    answers = store.answers(opened)
    reliabilities = trust.reliabilities(answers)
    return SessionResult(
        store.count_students(opened.code),
        answers,
        answers.combine(trust.rule, reliabilities),
        answers.conflict(reliabilities),
    )


def take_labels(workspace: Workspace, store: Store, opened: StoredSession, trust: Trust) -> None:
    """Make the answers of the class the workspace's labels; one step to undo."""
    answers = store.answers(opened)
    if not len(answers):
        raise DataError("Nobody has answered yet; there are no labels to take.")
    if not is_about(opened.session, workspace.dataset):
        raise DataError(
            f"The session asks about {opened.session.title}, and the workspace holds other data. "
            "Load those data again, or save the answers and read them on the Crowd page."
        )
    students = answers.n_annotators
    labels = answers.combine(trust.rule, trust.reliabilities(answers))
    what = f"answers of {students} student{'' if students == 1 else 's'}"
    crowd = as_file(answers, opened.session.ids, "student")
    workspace.edit_labels(labels, what, crowd, of_crowd=True)
    say(f"{len(answers)} answers about {int((answers.counts > 0).sum())} objects are the labels.")


def is_about(session: ClassSession, dataset: Dataset | None) -> bool:
    """Whether the session was opened on these very data."""
    return dataset is not None and fingerprint(dataset.original[0]) == session.fingerprint
