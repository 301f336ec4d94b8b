"""Buttons that act on the workspace, files to download, and rows of such things."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePath
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from belieflab.ui.shell.messages import guarded

Item = TypeVar("Item")
_MIME = {
    ".csv": "text/csv",
    ".html": "text/html",
    ".json": "application/json",
    ".jsonl": "application/jsonl",
    ".parquet": "application/vnd.apache.parquet",
    ".py": "text/x-python",
    ".toml": "application/toml",
    ".txt": "text/plain",
    ".tsv": "text/tab-separated-values",
    ".yaml": "application/yaml",
    ".zip": "application/zip",
}


def draw_button(
    label: str, key: str, act: Callable[..., Any], *args: Any, icon: str = "", **look: Any
) -> None:
    """Draw a button that calls `act(*args)`; a DataError of it is shown as a message on the page.

    `icon` is the name of a Material symbol, such as "undo". With `submit` it sends a form.
    """
    draw = st.form_submit_button if look.pop("submit", False) else st.button
    symbol = f":material/{icon}:" if icon else None
    draw(label, key=key, on_click=guarded(act), args=args, icon=symbol, **look)


def draw_download(
    label: str, key: str, name: str, data: str | bytes | Callable[[], str | bytes], **look: Any
) -> None:
    """Draw a download that does not rerun the page; a callable makes its data when clicked.

    The kind of file follows from the ending of its name.
    """
    look = {"mime": _MIME[PurePath(name).suffix], "icon": ":material/download:"} | look
    st.download_button(label, data=data, file_name=name, key=key, on_click="ignore", **look)


def in_rows(
    items: Sequence[Item], per_row: int, **look: Any
) -> Iterator[tuple[DeltaGenerator, Item]]:
    """Each item with the column it goes into, so many to a row."""
    for first in range(0, len(items), per_row):
        yield from zip(st.columns(per_row, **look), items[first : first + per_row], strict=False)
