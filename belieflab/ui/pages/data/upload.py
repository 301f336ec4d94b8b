"""Uploads on the Data page: read, show the guess, let the person change it, then use it."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from belieflab.data.parameters import Parameter
from belieflab.data.reading import (
    DELIMITERS,
    ENCODINGS,
    READERS,
    FileGuess,
    Loaded,
    describe_guess,
    extensions,
    readable,
)
from belieflab.data.reading.limits import LARGEST_FILE, MAX_CELLS, MAX_COLUMNS, MEGABYTE
from belieflab.data.summary import describe_size
from belieflab.errors import DataError
from belieflab.ui.method.controls import draw_one, read_settings
from belieflab.ui.pages.data.draft import Draft, finish, open_files, read_again
from belieflab.ui.pages.data.roles import draw_layout, draw_missing, draw_roles, draw_treatment
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.page_table import ROOT
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

DRAFT = "data.draft"
FOLDER = Parameter("folder", "Whole folder", False)
ROUND = "data.upload.round"
"""How often the uploader was emptied; a new key is the only way to empty it."""
EXAMPLES = ROOT / "sample_data"
PREVIEW_ROWS, PREVIEW_COLUMNS = 3, 30


def draw_upload(workspace: Workspace) -> None:
    """Draw the uploader and, once something is read, the questions about it."""
    _draw_uploader()
    _draw_examples()
    draft: Draft | None = st.session_state.get(DRAFT)
    if draft is None:
        return
    st.markdown(f"**{plain(', '.join(draft.files))}**")
    if draft.set_aside:
        read, others = ", ".join(draft.files), ", ".join(draft.set_aside)
        st.caption(
            plain(f"Only {read} is read; {others} is set aside. Several files are taken together ")
            + "when one of them holds the features under the name X or features, as X.csv does."
        )
    if draft.problem:
        st.error(plain(draft.problem), icon=":material/error:")
    if draft.guess is not None:
        _draw_guess(draft, draft.guess)
    if draft.table is not None:
        _draw_questions(draft, draft.table)
    if draft.loaded is not None:
        _draw_together(draft, draft.loaded)
    if not draft.problem:
        _draw_use(workspace, st.session_state[DRAFT].refusal)


def _draw_uploader() -> None:
    folder = read_settings("data", [FOLDER]).folder
    key = f"data.upload.{'folder.' if folder else ''}{st.session_state.get(ROUND, 0)}"
    st.file_uploader(
        "A folder of files that belong together"
        if folder
        else f"{readable('or')}; several files that belong together at once",
        type=[*extensions(), "zip"],
        accept_multiple_files="directory" if folder else True,
        key=key,
        on_change=_open_uploaded,
        args=(key,),
        help="Features, masses, truth and class names may come as X.csv, y.csv, y_true.csv "
        "and classes.csv, or as one zip of them.",
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f"At most {LARGEST_FILE // MEGABYTE} MB a file, {MAX_COLUMNS:,} columns and "
            f"{MAX_CELLS // 1_000_000} million cells; anything larger is refused.",
            width="stretch",
        )
        draw_one("data", FOLDER, width="content")


def _draw_examples() -> None:
    examples = example_files()
    if examples:
        st.selectbox(
            "Or try one of these files",
            list(examples),
            index=None,
            key="data.example",
            placeholder="Example files",
            on_change=_open_example,
            label_visibility="collapsed",
        )


def example_files() -> dict[str, list[Path]]:
    """Files with points to try an upload with; a folder stands for files that belong together.

    Empty where the app was installed without them. Files of labels alone belong to another page.
    """
    if not EXAMPLES.is_dir():
        return {}
    entries = [e for e in sorted(EXAMPLES.iterdir()) if not e.name.startswith("labels_")]
    single = {entry.name: [entry] for entry in entries if entry.suffix[1:] in extensions()}
    folders = {
        f"{entry.name} (folder)": sorted(entry.glob("*.csv")) for entry in entries if entry.is_dir()
    }
    return {**single, **{name: files for name, files in folders.items() if files}}


def _draw_guess(draft: Draft, guess: FileGuess) -> None:
    with st.expander(f"Read as {plain(describe_guess(guess))}", expanded=bool(draft.problem)):
        choices: dict[str, tuple[str, Mapping[Any, str]]] = {
            "sheet": ("Sheet", {sheet: sheet for sheet in guess.sheets}),
            "encoding": ("Encoding", {encoding: encoding for encoding in ENCODINGS}),
            "delimiter": ("Cells are separated by", DELIMITERS),
            "decimal": ("Decimal sign", {".": "point", ",": "comma"}),
            "has_header": ("The first row holds", {True: "column names", False: "data"}),
        }
        for name in READERS.find(guess.kind).fields:
            _draw_field(draft, name, *choices[name])


def _draw_field(draft: Draft, name: str, label: str, options: Mapping[Any, str]) -> None:
    """One field of the guess; changing it reads the file again."""
    key = f"data.guess.{name}.{draft.number}"

    def change() -> None:
        st.session_state[DRAFT] = read_again(draft, **{name: st.session_state[key]})

    current = getattr(draft.guess, name)
    st.selectbox(
        label,
        list(options),
        index=list(options).index(current) if current in options else None,
        format_func=options.__getitem__,
        key=key,
        on_change=change,
    )


def _draw_questions(draft: Draft, table: pd.DataFrame) -> None:
    """Preview, roles, layout of the labels and missing values; choices go into the draft."""
    rows, columns = table.shape
    st.caption(f"{rows:,} rows, {columns:,} columns. The first rows:")
    st.dataframe(table.iloc[:PREVIEW_ROWS, :PREVIEW_COLUMNS], hide_index=True)
    roles = draw_roles(draft, table)
    roles = draw_layout(draft, table, roles)
    missing = draw_missing(draft, table, roles)
    answered = replace(draft, roles=roles, missing=missing)
    if (roles, missing) != (draft.roles, draft.missing):
        answered = replace(answered, refusal="")
    st.session_state[DRAFT] = answered


def _draw_together(draft: Draft, loaded: Loaded) -> None:
    labelled = "" if loaded.labels is None else ", labels included"
    st.markdown(f"These files belong together: {describe_size(loaded.dataset)}{labelled}.")
    for note in loaded.notes:
        st.caption(plain(note))
    key = f"data.missing.{draft.number}"

    def change() -> None:
        st.session_state[DRAFT] = open_files(draft.files, st.session_state[key])

    draw_treatment(draft, key, on_change=change)


def _draw_use(workspace: Workspace, refusal: str) -> None:
    if refusal:
        # Beside the button: at the top of the page the sentence would be out of sight.
        st.error(plain(refusal), icon=":material/error:")
    left, right = st.columns([2, 1])
    left.button(
        "Use this data",
        key="data.use",
        type="primary",
        on_click=_use,
        args=(workspace,),
        width="stretch",
    )
    right.button("Discard", key="data.discard", on_click=_discard, width="stretch")


def _use(workspace: Workspace) -> None:
    draft: Draft = st.session_state[DRAFT]
    try:
        loaded = finish(draft)
        origin = "" if loaded.labels is None else "labels from a file"
        workspace.adopt_dataset(loaded.dataset, loaded.labels, origin)
    except DataError as error:
        st.session_state[DRAFT] = replace(draft, refusal=str(error))
        return
    st.session_state[DRAFT] = replace(draft, refusal="")
    say(" ".join([f"Loaded {describe_size(loaded.dataset)}.", *loaded.notes]))


def _discard() -> None:
    st.session_state.pop(DRAFT, None)
    _empty_uploader()


def _empty_uploader() -> None:
    st.session_state[ROUND] = st.session_state.get(ROUND, 0) + 1


def _open_uploaded(key: str) -> None:
    files = {upload.name: upload.getvalue() for upload in st.session_state[key]}
    if not files:
        st.session_state.pop(DRAFT, None)
        return
    st.session_state[DRAFT] = draft = open_files(files)
    if draft.problem:
        # A file that cannot be read must not stay and join the next one.
        _empty_uploader()


def _open_example() -> None:
    chosen = st.session_state["data.example"]
    if chosen is not None:
        paths = example_files()[chosen]
        folder = f"{paths[0].parent.name}/" if len(paths) > 1 else ""
        files = {folder + path.name: path.read_bytes() for path in paths}
        st.session_state[DRAFT] = open_files(files)
