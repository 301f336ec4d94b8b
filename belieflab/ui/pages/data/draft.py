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
from belieflab.data.crowd_files import ENDINGS, CrowdFile
from belieflab.data.crowd_files.layouts import NO_ANSWERS
from belieflab.data.crowd_files.scale import Scale
from belieflab.data.crowd_files.tables import find_table_question, load_table
from belieflab.data.reading import Answer, FileGuess, Loaded, Question, Roles
from belieflab.data.reading.archives import pack_folder, unpack_folder
from belieflab.data.reading.folders import FolderTables, folder_roles, join_tables
from belieflab.data.reading.json_tables import NESTED
from belieflab.data.reading.limits import inflated_limit
from belieflab.data.reading.missing import Treatment
from belieflab.data.reading.process import Watch, open_crowd_file, open_folder_tables, open_table
from belieflab.data.reading.questions import ANSWERS, TRUTH, WHOLE
from belieflab.data.truth import truth_of
from belieflab.errors import DataError
from belieflab.memory import check_memory

_numbers = count()
MAX_FILES = 8


@dataclass(frozen=True)
class Draft:
    """One upload: a single file with its guess, table and roles, or files that belong together.

    Attributes
    ----------
    files : content by name
    guess, table, roles : of a single file, as far as reading came
    useless : the features that tell nothing, see `useless_features`
    questions : what is in doubt about its roles; `answers` : the titles of the answers so far
    square : the columns of a square table, which may hold dissimilarities; `flaw` : what is wrong
        with these
    crowd : the answers of annotators in a file that is no table
    folder : the tables of files that belong together; `table` and `roles` are those of X.csv
    loaded : what these files hold together, by the roles and the treatment `joined_by`
    following : files that are opened when this one is used, content by name
    problem : the sentence that says why reading stopped; empty when it did not
    refusal : the sentence that says why what was read could not be used
    missing : what happens to rows with missing values, `drop` or `median`
    number : differs for every reading, so that controls start anew
    """

    files: Mapping[str, bytes]
    guess: FileGuess | None = None
    table: pd.DataFrame | None = None
    roles: Roles | None = None
    useless: Mapping[str, str] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    square: tuple[str, ...] = ()
    flaw: str = ""
    crowd: CrowdFile | None = None
    folder: FolderTables | None = None
    loaded: Loaded | None = None
    joined_by: tuple[Roles, Treatment] | None = None
    following: Mapping[str, bytes] = field(default_factory=dict)
    problem: str = ""
    refusal: str = ""
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
        roles = self.roles.with_roles(answer.roles)
        if answer.layout is not None:
            roles = replace(roles, layout=answer.layout)
        questions = self.questions
        if question.key == WHOLE:
            others = roles.columns("label") or roles.columns("annotator") or answer.leads
            more = () if others else reading.find_questions(self.table, roles)
            questions = (question, *more)
            said = {question.key: answer.title}
        return replace(self, roles=roles, questions=questions, answers=said, refusal="")

    def joined(self) -> "Draft":
        """The draft with its files joined by the roles and the treatment that are chosen now.

        Where they cannot be, the sentence that says why is beside them.
        """
        now = (self.roles, self.missing) if self.roles is not None else None
        if self.folder is None or now is None or now == self.joined_by:
            return self
        try:
            loaded = join_tables(self.folder, self.missing, self.name, self.roles)
        except DataError as error:
            return replace(self, joined_by=now, refusal=str(error))
        return replace(self, loaded=loaded, joined_by=now, refusal="")

    @property
    def holds_objects(self) -> bool:
        """Whether the file has features or dissimilarities, and may be taken before the others."""
        if self.loaded is not None:
            return True
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


def open_files(
    files: Mapping[str, bytes], missing: Treatment = "drop", watch: Watch | None = None
) -> Draft:
    """Read what was uploaded, as far as it can be read, in the process that reads files.

    Of several files that are no parts of one, that with the objects comes first; the others follow
    when it is used.
    """
    if len(files) == 1 or belong_together(files):
        return _open_one(files, missing, watch)
    if len(files) > MAX_FILES:
        given = f"{len(files):,} files were given at once"
        return Draft(files, problem=f"{given}; at most {MAX_FILES} are taken one after another.")
    drafts = [_open_one({name: content}, missing, watch) for name, content in files.items()]
    if all(draft.crowd is not None and draft.crowd.layout == "doccano" for draft in drafts):
        return _open_answers(Draft(files), "answers.zip", pack_folder(files), watch)
    first = next((draft for draft in drafts if draft.holds_objects), drafts[0])
    rest = {name: content for name, content in files.items() if name not in first.files}
    return replace(first, following=rest)


def _open_one(files: Mapping[str, bytes], missing: Treatment, watch: Watch | None) -> Draft:
    """Read one file, or files that belong together."""
    draft, name = Draft(files, missing=missing), next(iter(files))
    zipped = len(files) == 1 and name.lower().endswith(".zip")
    try:
        if len(files) == 1 and not zipped:
            return read_as(draft, None, watch)
        return _join(draft, open_folder_tables(files, watch))
    except DataError as error:
        alone = read_as(draft, None, watch) if zipped else draft
        if alone.table is not None:
            return alone
        said = _open_answers(draft, name, files[name], watch) if zipped else draft
        if said.crowd is not None:
            return said
        members = _unpacked(files[name]) if zipped else {}
        if members and not belong_together(members):
            return open_files(members, missing, watch)
        return replace(draft, problem=str(error))


def _join(draft: Draft, folder: FolderTables) -> Draft:
    """Files that belong together, with what X.csv holds and what is in doubt."""
    table, roles = folder.tables["features"], folder_roles(folder)
    loaded = join_tables(folder, draft.missing, draft.name, roles)
    return replace(
        draft,
        folder=folder,
        table=table,
        roles=roles,
        useless=reading.useless_features(table, roles.columns("feature")),
        loaded=loaded,
        joined_by=(roles, draft.missing),
        questions=_ask_about_labels(draft, loaded),
    )


def _unpacked(content: bytes) -> dict[str, bytes]:
    """The files of a zip that are read one after the other; none where it cannot be opened."""
    known = tuple(f".{ending}" for ending in (*reading.extensions(), *ENDINGS))

    def is_wanted(name: str) -> bool:
        return name.lower().endswith(known)

    try:
        check_memory(inflated_limit(len(content)))
        found = unpack_folder(content, is_wanted)
    except DataError:
        return {}
    return {name: each for name, each in found.items() if is_wanted(name)}


def read_as(
    draft: Draft,
    guess: FileGuess | None,
    watch: Watch | None = None,
    scale: Scale | None = None,
) -> Draft:
    """The single file read by this guess, or by the first one; its controls start anew.

    `scale` is that of the confidences in a file of answers that is no table.
    """
    draft = Draft(draft.files, guess=guess, missing=draft.missing, following=draft.following)
    ((name, content),) = draft.files.items()
    try:
        opened = open_table(content, name, guess, watch)
        if opened.table is None and NESTED in opened.problem:
            return _open_answers(draft, name, content, watch, opened.problem, scale)
        draft = replace(draft, guess=opened.guess, table=opened.table, problem=opened.problem)
        if opened.table is None:
            return draft
        if opened.table.shape[1] > reading.MAX_COLUMNS:  # a large matrix is held four times
            check_memory(4.0 * 8 * opened.table.size)
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


def _open_answers(
    draft: Draft,
    name: str,
    content: bytes,
    watch: Watch | None,
    otherwise: str = "",
    scale: Scale | None = None,
) -> Draft:
    """A file that is no table as the answers of a crowd; else why it cannot be read."""
    try:
        return replace(draft, crowd=open_crowd_file(content, name, None, scale, None, watch))
    except DataError as error:
        strange = str(error).startswith(NO_ANSWERS)
        return replace(draft, problem=otherwise if strange and otherwise else str(error))


def _ask_about_labels(draft: Draft, loaded: Loaded) -> tuple[Question, ...]:
    """Whether classes that came beside features are the true ones, where nothing else tells."""
    labels = loaded.labels
    if loaded.dataset.truth is not None or labels is None or truth_of(labels) is None:
        return ()
    names = [PurePath(name) for name in draft.files]
    file = next((f.name for f in names if f.stem.lower() in reading.PARTS["labels"]), "the labels")
    text = f"Does {file} hold the true class of every object, or what somebody says about it?"
    answers = Answer("The true classes", leads=TRUTH), Answer("Labels, which may be wrong")
    return (Question("label", text, answers),)


def finish(draft: Draft) -> Loaded:
    """The points and labels of the draft; a DataError says what is in the way."""
    if draft.folder is not None and draft.roles is not None:
        loaded = draft.loaded if draft.joined_by == (draft.roles, draft.missing) else None
        if loaded is None or draft.refusal:
            loaded = join_tables(draft.folder, draft.missing, draft.name, draft.roles)
        return _with_truth(loaded) if draft.leads == TRUTH else loaded
    if draft.table is None or draft.roles is None:
        raise DataError(draft.problem or "Nothing is uploaded yet.")
    loaded = load_table(draft.table, draft.roles, draft.missing, draft.name)
    return reading.with_image(loaded, draft.guess)


def _with_truth(loaded: Loaded) -> Loaded:
    """The labels of files that belong together as their true classes."""
    labels = loaded.labels
    if labels is None:
        return loaded
    names, kind = labels.frame.names, labels.frame.kind
    dataset = replace(loaded.dataset, truth=truth_of(labels), class_names=names, class_kind=kind)
    return replace(loaded, dataset=dataset, labels=None)
