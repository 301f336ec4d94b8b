"""An upload on its way to becoming data: what was read, guessed and chosen so far.

It lives in the session apart from any widget, so that another page does not lose it, and never
touches the workspace until it is used.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import PurePath

import pandas as pd

from belieflab.data import reading
from belieflab.data.crowd_files import CrowdFile
from belieflab.data.crowd_files.tables import load_table
from belieflab.data.reading import Answer, FileGuess, Loaded, Question, Roles
from belieflab.data.reading.folders import FolderTables, join_tables
from belieflab.data.reading.missing import Treatment
from belieflab.data.reading.questions import ANSWERS, CLASSES, TRUTH, VOTES, WHOLE
from belieflab.data.reading.role_names import Role
from belieflab.data.truth import truth_of
from belieflab.errors import DataError
from belieflab.memory import MemoryRefused, check_memory

Choices = tuple[Roles | None, Treatment, Mapping[str, str]]

_numbers = count()


@dataclass(frozen=True)
class Draft:
    """One upload: a single file with its guess, table and roles, or files that belong together.

    Attributes
    ----------
    files : content by name
    guess, table, roles : of a single file, as far as reading came
    useless : the features that tell nothing, see `useless_features`; `spoiled` : those that are
        read as text for a few cells, see `spoiled_features`; `marked` : those that are text as
        their numbers have signs, see `marked_numbers`
    questions : what is in doubt about its roles; `answers` : the titles of the answers so far
    square : the columns of a square table, which may hold dissimilarities; `flaw` : what is wrong
        with these
    crowd : the answers of annotators in a file that is no table
    folder : the tables of files that belong together; `table` and `roles` are those of X.csv
    loaded : the points by the roles and the treatment `joined_by`; None where they cannot be made
    used_by : the `choices` by which it went into the workspace
    following : files that are opened when this one is used, content by name
    problem : the sentence that says why reading stopped; empty when it did not
    refusal : the sentence that says why what was read could not be used; `lasting` : whether it
        says so again as long as roles and treatment stay
    missing : what happens to rows with missing values, `drop` or `median`
    number : differs for every reading, so that controls start anew
    """

    files: Mapping[str, bytes]
    guess: FileGuess | None = None
    table: pd.DataFrame | None = None
    roles: Roles | None = None
    useless: Mapping[str, str] = field(default_factory=dict)
    spoiled: Mapping[str, str] = field(default_factory=dict)
    marked: Mapping[str, str] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    square: tuple[str, ...] = ()
    flaw: str = ""
    crowd: CrowdFile | None = None
    folder: FolderTables | None = None
    loaded: Loaded | None = None
    joined_by: tuple[Roles, Treatment] | None = None
    used_by: Choices | None = None
    following: Mapping[str, bytes] = field(default_factory=dict)
    problem: str = ""
    refusal: str = ""
    lasting: bool = False
    missing: Treatment = "drop"
    number: int = field(default_factory=lambda: next(_numbers))

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """The questions that have no answer yet."""
        return tuple(each for each in self.questions if each.key not in self.answers)

    @property
    def chosen(self) -> tuple[Answer, ...]:
        """The answers so far."""
        return tuple(
            answer
            for question in self.questions
            for answer in question.answers
            if answer.title == self.answers.get(question.key)
        )

    @property
    def rows_are_objects(self) -> bool:
        """Whether it is known that the rows of the table are objects."""
        asked = any(each.key == WHOLE for each in self.open_questions)
        return self.folder is not None or not (self.leads or asked)

    @property
    def leads(self) -> str:
        """What the table was said to be, where it is no table of objects; else empty."""
        if self.crowd is not None:
            return ANSWERS
        return next((answer.leads for answer in self.chosen if answer.leads), "")

    @property
    def lead_columns(self) -> Mapping[str, str]:
        """The columns of worker, item and answer that the chosen answer names."""
        return next((answer.columns for answer in self.chosen if answer.columns), {})

    def answered(self, question: Question, answer: Answer) -> "Draft":
        """The draft with the roles that an answer means; objects are asked about further."""
        said = {**self.answers, question.key: answer.title}
        if self.roles is None or self.table is None:
            return replace(self, answers=said, refusal="")
        roles = answer.applied_to(self.roles)
        questions = self.questions
        if question.key == WHOLE:
            others = roles.columns("label") or roles.columns("annotator") or answer.leads
            more = () if others else reading.find_questions(self.table, roles)
            said_truth = "truth" in answer.roles.values()
            more = tuple(each for each in more if each.key != "classes" or not said_truth)
            questions = (question, *more)
            said = {question.key: answer.title}
        if question.key == VOTES:
            questions = _ask_about_classes(self.table, roles, questions)
            said = {key: title for key, title in said.items() if key not in CLASSES}
        return replace(self, roles=roles, questions=questions, answers=said, refusal="")

    def given(self, changes: Mapping[str, Role]) -> "Draft":
        """The draft with roles that a person gave; which rows a split keeps apart is then asked.

        Questions about these columns have their answer by that.
        """
        if self.roles is None or self.table is None:
            return self
        roles = self.roles.with_roles(changes)
        about = {
            each.key: {name for answer in each.answers for name in answer.roles}
            for each in self.questions
        }
        said = {**self.answers, **{key: "" for key, names in about.items() if names & {*changes}}}
        questions, split = self.questions, None
        if about.get(VOTES, set()) & {*changes} and "truth" not in changes.values():
            questions = _ask_about_classes(self.table, roles, questions)
        if "split" in changes.values():
            split = reading.ask_about_split(self.table, roles)
        if split is not None:
            questions = (*(each for each in questions if each.key != split.key), split)
            said.pop(split.key, None)
        return replace(self, roles=roles, questions=questions, answers=said, refusal="")

    @property
    def roles_now(self) -> Roles | None:
        """The roles without a split of which it is not known yet which rows are for training."""
        asked = any(each.key.startswith("split ") for each in self.open_questions)
        if self.roles is None or not asked:
            return self.roles
        return self.roles.with_roles(dict.fromkeys(self.roles.columns("split"), "ignore"))

    def joined(self) -> "Draft":
        """The draft with its points by the roles and the treatment that are chosen now.

        Where they cannot be made, the sentence that says why is beside them.
        """
        roles = self.roles_now
        now = (roles, self.missing) if roles is not None else None
        silent = self.loaded is None and not self.refusal and not self.open_questions
        if now is None or (now == self.joined_by and not silent):
            return self
        try:
            loaded = replace(self, roles=roles).load()
        except DataError as error:
            said = "" if self.open_questions else str(error)  # an answer may mend it
            lasting = not isinstance(error, MemoryRefused)
            return replace(self, joined_by=now, loaded=None, refusal=said, lasting=lasting)
        asked = () if self.folder is None else _ask_about_labels(self, loaded)
        questions = (*self.questions, *asked)
        return replace(self, loaded=loaded, joined_by=now, questions=questions, refusal="")

    def load(self) -> Loaded:
        """The points and labels; a DataError says what is in the way."""
        if self.folder is not None and self.roles is not None:
            return join_tables(self.folder, self.missing, self.name, self.roles)
        if self.table is None or self.roles is None:
            raise DataError(self.problem or "Nothing is uploaded yet.")
        check_memory(8.0 * self.table.size)
        read = self.table, self.roles, self.missing, self.name
        loaded = load_table(*read, self.guess, next(iter(self.files)))
        return reading.with_image(loaded, self.guess)

    @property
    def choices(self) -> Choices:
        """What was chosen, of which the points are made."""
        return self.roles, self.missing, self.answers

    @property
    def is_refused(self) -> bool:
        """Whether the points cannot be made by the roles and the treatment that are chosen."""
        return bool(self.refusal) and self.loaded is None and self.lasting

    @property
    def holds_objects(self) -> bool:
        """Whether the file has features or dissimilarities, and may be taken before the others."""
        if self.folder is not None:
            return self.loaded is not None
        whole = any(question.key == WHOLE for question in self.questions)
        relational = self.roles is not None and bool(self.roles.columns("dissimilarity"))
        features = self.roles is not None and bool(self.roles.columns("feature"))
        return relational or (features and not whole)

    @property
    def name(self) -> str:
        """What to call the data on screen: the file's name without its ending."""
        first = PurePath(next(iter(self.files)))
        return first.stem if len(self.files) == 1 else (first.parent.name or "uploaded files")


def belong_together(files: Mapping[str, bytes]) -> bool:
    """Whether several files are parts of one: one of them holds features by its name (X.csv)."""
    stems = {PurePath(each).stem.lower() for each in files}
    return len(files) > 1 and not stems.isdisjoint(reading.PARTS["features"])


def finish(draft: Draft) -> Loaded:
    """The points and labels of the draft; a DataError says what is in the way."""
    loaded = draft.loaded if draft.joined_by == (draft.roles, draft.missing) else None
    if loaded is None or draft.refusal:
        loaded = draft.load()
    return _with_truth(loaded) if draft.folder is not None and draft.leads == TRUTH else loaded


def _with_truth(loaded: Loaded) -> Loaded:
    """The labels of files that belong together as their true classes."""
    labels = loaded.labels
    if labels is None:
        return loaded
    names, kind = labels.frame.names, labels.frame.kind
    dataset = replace(loaded.dataset, truth=truth_of(labels), class_names=names, class_kind=kind)
    return replace(loaded, dataset=dataset, labels=None)


def _ask_about_classes(
    table: pd.DataFrame, roles: Roles, questions: tuple[Question, ...]
) -> tuple[Question, ...]:
    """The questions with that about the classes, which waits until it is known what votes are."""
    others = (each for each in questions if each.key not in CLASSES)
    more = reading.find_questions(table, roles, votes=False)
    return (*others, *(each for each in more if each.key in CLASSES))


def _ask_about_labels(draft: Draft, loaded: Loaded) -> tuple[Question, ...]:
    """Whether classes that came beside features are the true ones, where nothing else tells."""
    labels = loaded.labels
    asked = any(each.key == "label" for each in draft.questions)
    if asked or loaded.dataset.truth is not None or labels is None or truth_of(labels) is None:
        return ()
    files = {} if draft.folder is None else draft.folder.files
    file = files.get("labels") or files.get("features", "the file")
    text = f"Does {file} hold the true class of every object, or what somebody says about it?"
    answers = Answer("The true classes", leads=TRUTH), Answer("Labels, which may be wrong")
    return (Question("label", text, answers),)
