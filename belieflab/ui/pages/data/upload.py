"""Uploads on the Data page: read, show the guess, let the person change it, then use it."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import streamlit as st

from belieflab.data import reading
from belieflab.data.crowd_files.scale import refusing_scale
from belieflab.data.parameters import Parameter
from belieflab.data.reading import FileGuess, Loaded, Roles
from belieflab.data.reading.limits import LARGEST_FILE, MAX_CELLS, MAX_COLUMNS, MAX_SQUARE, MEGABYTE
from belieflab.data.summary import describe_size
from belieflab.errors import DataError
from belieflab.ui.method.confidences import draw_scale
from belieflab.ui.method.controls import draw_one, read_settings
from belieflab.ui.pages.data.columns import (
    DRAFT,
    columns_key,
    draw_columns,
    draw_line,
    draw_question,
    draw_understood,
    draw_useless,
    guess_key,
    treatment,
)
from belieflab.ui.pages.data.draft import Draft, belong_together, finish
from belieflab.ui.pages.data.draft_reading import open_files, read_as
from belieflab.ui.pages.data.leads import draw_lead, draw_without_features, follow
from belieflab.ui.pages.data.opening import (
    ROUND,
    empty_uploader,
    open_following,
    read_waiting,
    stop_waiting,
    wait_for,
)
from belieflab.ui.pages.data.other_readings import draw_other_readings
from belieflab.ui.pages.data.pixels import draw_image
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.page_table import ROOT
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.widgets import draw_control
from belieflab.ui.shell.workspace import Workspace

EXAMPLE = "data.example"
REFUSED = "The sentence above says what is in the way; change what the columns are, or the file."
FOLDER = Parameter("folder", "Whole folder", False)
SEEN = "data.upload.seen"
"""Which files the uploader held when something was opened from it last."""
EXAMPLES = ROOT / "sample_data"


def draw_upload(workspace: Workspace) -> None:
    """Draw the uploader and, once something is read, the questions about it."""
    follow()
    read_waiting()
    _draw_uploader()
    draft: Draft | None = st.session_state.get(DRAFT)
    if draft is None:
        return
    st.markdown(f"**{plain(', '.join(draft.files))}**")
    if draft.following:
        st.caption(plain(f"Then, one after the other: {', '.join(draft.following)}."))
    if draft.problem:
        st.error(plain(draft.problem), icon=":material/error:")
        _draw_refused_scale(draft)
    if draft.table is not None and draft.guess is not None and draft.guess.as_image:
        buttons = st.container()
        draw_image(draft, draft.table, draft.guess)
    elif draft.table is not None and draft.roles is not None:
        above = st.container()
        buttons = st.container()
        answered = draw_columns(draft, draft.table, draft.roles)
        with above:
            if draft.folder is None:
                draw_other_readings(draft)
                draft = draw_understood(answered, draft.table, cast(Roles, answered.roles))
            else:
                draft = _draw_together(answered)
        st.session_state[DRAFT] = draft
    else:
        buttons = st.container()
    if draft.guess is not None:
        _draw_guess(draft, draft.guess)
    if draft.rows_are_objects:
        st.session_state[DRAFT] = draft = draft.joined()
    with buttons:
        _draw_buttons(workspace, draft)


def _draw_refused_scale(draft: Draft) -> None:
    """Let a person change the scale on which a confidence of a file of answers was refused."""
    scale = refusing_scale(draft.problem)
    if scale is not None:
        reread = partial(partial, read_as, draft, draft.guess)
        with st.container(horizontal=True):
            draw_scale(
                f"data.refused.{draft.number}",
                scale,
                lambda to: wait_for(draft.files, reread(scale=to)),
            )


def _draw_buttons(workspace: Workspace, draft: Draft) -> None:
    """Draw Use and Discard, and why the data could not be used."""
    if draft.refusal:  # beside the button: at the top of the page it would be out of sight
        st.error(plain(draft.refusal), icon=":material/error:")
    if draft.problem:
        return
    if draft.leads and draft.folder is None:
        draw_lead(workspace, draft, open_following)
        draw_button("Discard", "data.discard", _discard, width="stretch")
        return
    dataset = workspace.dataset
    if dataset is not None and not draft.open_questions and draft.folder is None:
        draw_without_features(workspace, draft, dataset, open_following)
    left, right = st.columns([2, 1])
    look: dict[str, Any] = {"width": "stretch"}
    with left:
        waits = bool(draft.open_questions)
        use = {"type": "primary", "disabled": waits or draft.is_refused, **look}
        if waits or draft.is_refused:
            use["help"] = "Answer the question above first." if waits else REFUSED
        draw_button("Use this data", "data.use", _use, workspace, **use)
    with right:
        draw_button("Discard", "data.discard", _discard, **look)


def _draw_uploader() -> None:
    """Draw the uploader with its limits, and files to try it with."""
    folder = read_settings("data", [FOLDER]).folder
    key = f"data.upload.{'folder.' if folder else ''}{st.session_state.get(ROUND, 0)}"
    several = f"{reading.readable('or')}; several files that belong together at once"
    st.file_uploader(
        "A folder of files that belong together" if folder else several,
        type=[*reading.extensions(), "zip"],
        accept_multiple_files="directory" if folder else True,
        key=key,
        on_change=_open_uploaded,
        args=(key,),
        help="Features, masses, truth, class names, ids and answers may come as X.csv, y.csv, "
        "y_true.csv, classes.csv, ids.csv and answers.csv, or as one zip of them.",
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f"At most {LARGEST_FILE // MEGABYTE} MB a file, {MAX_COLUMNS:,} columns "
            f"({MAX_SQUARE:,} of dissimilarities) and {MAX_CELLS // 1_000_000} million cells; "
            "anything larger is refused.",
            width="stretch",
        )
        draw_one("data", FOLDER, width="content")
    if examples := example_files():
        st.selectbox(
            "Or try one of these files",
            list(examples),
            index=None,
            key=EXAMPLE,
            placeholder="Example files",
            on_change=_open_example,
            label_visibility="collapsed",
        )


def example_files() -> dict[str, list[Path]]:
    """Files to try an upload with; a folder stands for files that belong together.

    Empty where the app was installed without them. Files of labels alone belong to another page.
    """
    if not EXAMPLES.is_dir():
        return {}
    known = {*reading.extensions(), "zip"}
    entries = [each for each in sorted(EXAMPLES.iterdir()) if not each.name.startswith("labels_")]
    single = {entry.name: [entry] for entry in entries if entry.suffix[1:] in known}
    folders: dict[str, list[Path]] = {}
    for folder in (entry for entry in entries if entry.is_dir()):
        files = [file for file in sorted(folder.iterdir()) if file.suffix[1:] in known]
        if {file.stem.lower() for file in files} & {*reading.PARTS["features"]}:
            folders[f"{folder.name} (folder)"] = files
        else:
            folders |= {f"{folder.name}/{file.name}": [file] for file in files}
    return {**single, **folders}


def _draw_guess(draft: Draft, guess: FileGuess) -> None:
    """Draw how the file was read; changing a field of the guess reads it again."""

    def change(name: str) -> None:
        chosen = st.session_state[f"data.guess.{name}.{draft.number}"]
        wait_for(draft.files, partial(read_as, draft, replace(guess, **{name: chosen})))

    choices: dict[str, tuple[str, Mapping[Any, str]]] = {
        "sheet": (
            "Arrays" if guess.kind == "npz" else "Sheet",
            dict(zip(guess.sheets, guess.sheets, strict=True)),
        ),
        "encoding": ("Encoding", dict(zip(reading.ENCODINGS, reading.ENCODINGS, strict=True))),
        "delimiter": ("Cells are separated by", reading.DELIMITERS),
        "decimal": ("Decimal sign", {".": "point", ",": "comma"}),
        "has_header": ("The first row holds", {True: "column names", False: "data"}),
        "as_image": ("The array is", {False: "a table", True: "an image"}),
        "position": ("Features of a pixel", {False: "colour", True: "colour, row and column"}),
    }
    label = f"Read as {plain(reading.describe_guess(guess))}"
    # Drawn once they are opened: controls that nobody sees delay the rest.
    key, wrong = guess_key(draft), bool(draft.problem)
    opened = st.expander(label, expanded=wrong, key=key, on_change="rerun")
    if not opened.open:
        return
    with opened:
        for name in reading.open_fields(guess):
            title, options = choices[name]
            current, key = getattr(guess, name), f"data.guess.{name}.{draft.number}"
            st.session_state.setdefault(key, current if current in options else None)
            field = Parameter(name, title, current, choices=options, form="list")
            draw_control(field, key, on_change=change, args=(name,))


def _draw_together(draft: Draft) -> Draft:
    """Draw what files hold that belong together, and what is in doubt; returns the draft."""
    line, asked = st.container(), st.container()
    if draft.roles is not None:
        draw_useless(draft, draft.roles)
    missing = draw_control(treatment(draft), f"data.missing.{draft.number}")
    draft = replace(draft, missing=missing).joined()
    with line:
        if draft.loaded is not None:
            _describe_together(draft, draft.loaded)
        elif draft.table is not None:
            rows, columns = draft.table.shape
            draw_line(f"{rows:,} rows, {columns:,} columns.", columns_key(draft))
    with asked:
        for question in draft.questions:
            draw_question(draft, question)
    return draft


def _describe_together(draft: Draft, loaded: Loaded) -> None:
    labelled = "" if loaded.labels is None else ", labels included"
    size = f"{describe_size(loaded.dataset)}{labelled}"
    draw_line(f"These files belong together: {size}.", columns_key(draft))
    if loaded.crowd is not None:
        st.markdown(plain(loaded.crowd.describe()))
    for note in loaded.notes:
        st.caption(plain(note))


def _use(workspace: Workspace) -> None:
    draft: Draft = st.session_state[DRAFT]
    try:
        loaded = finish(draft)
        origin = "" if loaded.labels is None else "labels from a file"
        workspace.adopt_dataset(loaded.dataset, loaded.labels, origin, loaded.crowd)
    except DataError as error:
        st.session_state[DRAFT] = replace(draft, refusal=str(error))
        return
    st.session_state[DRAFT] = replace(draft, refusal="", used_by=draft.choices)
    open_following(draft)
    about = [f"Loaded {describe_size(loaded.dataset)}."]
    if loaded.crowd is not None:
        about.append(f"{loaded.crowd.describe()} The Crowd page weighs them.")
    say(" ".join([*about, *loaded.notes]))


def _discard() -> None:
    draft: Draft | None = st.session_state.pop(DRAFT, None)
    empty_uploader()
    if draft is not None:
        open_following(draft)


def _open_uploaded(key: str) -> None:
    files = {upload.name: upload.getvalue() for upload in st.session_state[key]}
    ids = {upload.file_id: upload.name for upload in st.session_state[key]}
    seen, st.session_state[SEEN] = st.session_state.get(SEEN, set()), {*ids}
    if not files:
        st.session_state.pop(DRAFT, None)
        stop_waiting()
        return
    if not belong_together(files):  # what was there before has been opened already
        added = [name for number, name in ids.items() if number not in seen] or [*files][-1:]
        files = {name: files[name] for name in added}
    wait_for(files, partial(open_files, files), uploaded=True)


def _open_example() -> None:
    chosen = st.session_state[EXAMPLE]
    if chosen is not None:
        paths = example_files()[chosen]
        folder = f"{paths[0].parent.name}/" if len(paths) > 1 else ""
        files = {folder + path.name: path.read_bytes() for path in paths}
        wait_for(files, partial(open_files, files))
