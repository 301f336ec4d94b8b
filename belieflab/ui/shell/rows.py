"""Things side by side, row under row."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

Item = TypeVar("Item")


def in_rows(
    items: Sequence[Item], per_row: int, **look: Any
) -> Iterator[tuple[DeltaGenerator, Item]]:
    """Each item with the column it goes into, so many to a row."""
    for first in range(0, len(items), per_row):
        yield from zip(st.columns(per_row, **look), items[first : first + per_row], strict=False)
