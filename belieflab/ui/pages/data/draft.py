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
from belieflab.data.crowd_files.tables import find_table_question, load_table
from belieflab.data.reading import Answer, FileGuess, Loaded, Question, Roles
from belieflab.data.reading.missing import Treatment
from belieflab.data.reading.process import Watch, open_folder, open_table
from belieflab.errors import DataError

_numbers = count()


@dataclass(frozen=True)
class Draft:
    """One upload: a single file with its guess, table and roles, or files that belong together.

    Attributes
    ----------
    files : content by name
    set_aside : names of uploaded files that are not read
    guess, table, roles : of a single file, as far as reading came
    useless : the features that tell nothing, see `useless_features`
    questions : what is in doubt about its roles; `answers` : the titles of the answers so far
    square : the columns of a square table, which may hold dissimilarities; `flaw` : what is wrong
        with these
    loaded : of files that belong together, which need no questions
    problem : the sentence that says why reading stopped; empty when it did not
    refusal : the sentence that says why what was read could not be used
    missing : what happens to rows with missing values, `drop` or `median`
    number : differs for every reading, so that controls start anew
    """

    files: Mapping[str, bytes]
    set_aside: tuple[str, ...] = ()
    guess: FileGuess | None = None
    table: pd.DataFrame | None = None
    roles: Roles | None = None
    useless: Mapping[str, str] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    square: tuple[str, ...] = ()
    flaw: str = ""
    loaded: Loaded | None = None
    problem: str = ""
    refusal: str = ""
    missing: Treatment = "drop"
    number: int = field(default_factory=lambda: next(_numbers))

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """The questions that have no answer yet."""
        return tuple(each for each in self.questions if each.key not in self.answers)

    @property
    def leads(self) -> str:
        """What the table was said to be, where it is no table of objects; else empty."""
        chosen = (
            answer.leads
            for question in self.questions
            for answer in question.answers
            if answer.title == self.answers.get(question.key)
        )
        return next(chosen, "")

    def answered(self, question: Question, answer: Answer) -> "Draft":
        """The draft with the roles that an answer means."""
        if self.roles is None:
            return self
        roles = self.roles.with_roles(answer.roles)
        if answer.layout is not None:
            roles = replace(roles, layout=answer.layout)
        said = {**self.answers, question.key: answer.title}
        return replace(self, roles=roles, answers=said, refusal="")

    @property
    def name(self) -> str:
        """What to call the data on screen: the file's name without its ending."""
        first = PurePath(next(iter(self.files)))
        return first.stem if len(self.files) == 1 else (first.parent.name or "uploaded files")


def files_to_read(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Those of the uploaded files that are read.

    Several are taken together when one of them holds features by its name (X.csv); of others only
    the last counts, which is the one just added.
    """
    name, content = list(files.items())[-1]
    stems = {PurePath(each).stem.lower() for each in files}
    return {name: content} if stems.isdisjoint(reading.PARTS["features"]) else files


def open_files(
    files: Mapping[str, bytes], missing: Treatment = "drop", watch: Watch | None = None
) -> Draft:
    """Read what was uploaded, as far as it can be read, in the process that reads files."""
    name, taken = [*files][-1], files_to_read(files)
    draft = Draft(taken, tuple(other for other in files if other not in taken), missing=missing)
    try:
        if len(taken) == 1 and not name.lower().endswith(".zip"):
            return read_as(draft, None, watch)
        return replace(draft, loaded=open_folder(taken, missing, draft.name, watch))
    except DataError as error:
        alone = (
            read_as(draft, None, watch)
            if len(taken) == 1 and name.lower().endswith(".zip")
            else draft
        )
        return replace(draft, problem=str(error)) if alone.table is None else alone


def read_as(draft: Draft, guess: FileGuess | None, watch: Watch | None = None) -> Draft:
    """The single file read by this guess, or by the first one; its controls start anew."""
    draft = Draft(draft.files, draft.set_aside, guess=guess, missing=draft.missing)
    ((name, content),) = draft.files.items()
    try:
        opened = open_table(content, name, guess, watch)
        draft = replace(draft, guess=opened.guess, table=opened.table, problem=opened.problem)
        if opened.table is None:
            return draft
        if opened.guess.as_image:  # nothing is in doubt about colours
            return replace(draft, roles=Roles(dict.fromkeys(opened.table.columns, "feature")))
        roles = reading.guess_roles(opened.table)
        whole = find_table_question(opened.table, roles)
        questions = reading.find_questions(opened.table, roles) if whole is None else (whole,)
        useless = reading.useless_features(opened.table, roles.columns("feature"))
        square, flaw = reading.examine_square(opened.table, roles)
        draft = replace(draft, roles=roles, questions=questions, useless=useless)
        return replace(draft, square=square, flaw=flaw)
    except DataError as error:
        return replace(draft, problem=str(error))


def finish(draft: Draft) -> Loaded:
    """The points and labels of the draft; a DataError says what is in the way."""
    if draft.loaded is not None:
        return draft.loaded
    if draft.table is None or draft.roles is None:
        raise DataError(draft.problem or "Nothing is uploaded yet.")
    loaded = load_table(draft.table, draft.roles, draft.missing, draft.name)
    return reading.with_image(loaded, draft.guess)
