"""Buttons that act on the workspace, and files to download."""

from collections.abc import Callable
from pathlib import PurePath
from typing import Any

import streamlit as st

from belieflab.ui.shell.messages import guarded

_MIME = {
    ".csv": "text/csv",
    ".html": "text/html",
    ".json": "application/json",
    ".parquet": "application/vnd.apache.parquet",
    ".py": "text/x-python",
    ".yaml": "application/yaml",
    ".zip": "application/zip",
}


def draw_button(label: str, key: str, act: Callable[[], Any], **look: Any) -> None:
    """Draw a button; a DataError of its action is shown as a message on the page."""
    st.button(label, key=key, on_click=guarded(act), **look)


def draw_download(
    label: str,
    key: str,
    file_name: str,
    data: str | bytes | Callable[[], str | bytes],
    **look: Any,
) -> None:
    """Draw a download that does not rerun the page; a callable makes its data when clicked.

    The kind of file follows from the ending of its name.
    """
    st.download_button(
        label,
        data=data,
        file_name=file_name,
        mime=_MIME[PurePath(file_name).suffix],
        key=key,
        on_click="ignore",
        icon=":material/download:",
        **look,
    )
