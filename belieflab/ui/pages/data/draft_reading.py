"""Uploaded files read into a draft, as far as they can be read."""

from collections.abc import Mapping
from dataclasses import replace

import pandas as pd

from belieflab.data import reading
from belieflab.data.crowd_files.layouts import NO_ANSWERS
from belieflab.data.crowd_files.prodigy import is_table_of_tasks
from belieflab.data.crowd_files.scale import Scale
from belieflab.data.crowd_files.tables import find_table_question
from belieflab.data.reading import FileGuess, Question, Roles
from belieflab.data.reading.archives import pack_folder
from belieflab.data.reading.folder_roles import folder_roles, has_classes
from belieflab.data.reading.folders import FolderTables
from belieflab.data.reading.json_tables import JSON_ENDINGS, NESTED
from belieflab.data.reading.missing import Treatment
from belieflab.data.reading.process import (
    Watch,
    open_crowd_file,
    open_folder_tables,
    open_members,
    open_table,
)
from belieflab.data.reading.questions import CLASSES
from belieflab.data.reading.sampling import ending_of
from belieflab.errors import DataError
from belieflab.memory import check_memory
from belieflab.ui.pages.data.draft import Draft, belong_together

MAX_FILES = 8
OF_ANNOTATORS = {"doccano", "prodigy"}
"""The layouts in which a file may be the answers of one annotator."""


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
        exports = _open_exports(files, watch)
        if exports.crowd is not None:
            return exports
        given = f"{len(files):,} files were given at once"
        return Draft(files, problem=f"{given}; at most {MAX_FILES} are taken one after another.")
    drafts = [_open_one({name: content}, missing, watch) for name, content in files.items()]
    layouts = {"" if draft.crowd is None else draft.crowd.layout for draft in drafts}
    if len(layouts) == 1 and layouts <= OF_ANNOTATORS:
        return _open_exports(files, watch)
    first = next((draft for draft in drafts if draft.holds_objects), drafts[0])
    rest = {name: content for name, content in files.items() if name not in first.files}
    return replace(first, following=rest)


def _open_exports(files: Mapping[str, bytes], watch: Watch | None) -> Draft:
    """Files of JSON lines as one crowd, each of them the answers of one annotator."""
    if not all(ending_of(name) in JSON_ENDINGS for name in files):
        return Draft(files)
    return _open_answers(Draft(files), "answers.zip", pack_folder(files), watch)


def _open_one(files: Mapping[str, bytes], missing: Treatment, watch: Watch | None) -> Draft:
    """Read one file, or files that belong together."""
    draft, name = Draft(files, missing=missing), next(iter(files))
    zipped = len(files) == 1 and name.lower().endswith(".zip")
    if len(files) == 1 and not zipped:
        return read_as(draft, None, watch)
    try:
        together = _join(draft, open_folder_tables(files, watch))
    except DataError as error:
        together = replace(draft, problem=str(error))
    if together.loaded is not None or not zipped:
        return together
    alone = read_as(draft, None, watch)
    if alone.table is not None:
        return alone
    said = _open_answers(draft, name, files[name], watch)
    if said.crowd is not None:
        return said
    members = _unpacked(files[name], watch)
    if members and not belong_together(members):
        return open_files(members, missing, watch)
    return together


def _join(draft: Draft, folder: FolderTables) -> Draft:
    """Files that belong together, with what X.csv holds and what is in doubt."""
    table, roles = folder.tables["features"], folder_roles(folder)
    questions = _ask_about_columns(folder, table, roles)
    useless = reading.useless_features(table, roles.columns("feature"))
    draft = replace(draft, folder=folder, table=table, roles=roles, questions=questions)
    spoiled = reading.spoiled_features(table, roles)
    return replace(draft, useless=useless, spoiled=spoiled).joined()


def _ask_about_columns(
    folder: FolderTables, table: pd.DataFrame, roles: Roles
) -> tuple[Question, ...]:
    """What is in doubt about X.csv: not which column holds classes that another file holds."""
    classes_known = has_classes(folder)
    questions = reading.find_questions(table, roles, votes=not classes_known)
    known = (*CLASSES, "numbers") if classes_known else ()
    return tuple(each for each in questions if each.key not in known)


def _unpacked(content: bytes, watch: Watch | None) -> dict[str, bytes]:
    """The files of a zip that are read one after the other; none where it cannot be opened."""
    try:
        known = (f".{ending}" for ending in reading.extensions())
        return open_members(content, [*known], watch)
    except DataError:
        return {}


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
        if opened.table is not None and is_table_of_tasks(opened.table):
            return _open_answers(draft, name, content, watch, scale=scale)
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
        draft = replace(draft, spoiled=reading.spoiled_features(opened.table, roles))
        draft = replace(draft, marked=reading.marked_numbers(opened.table))
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
