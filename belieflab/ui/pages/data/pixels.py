"""An image on the Data page: what was understood of a file, with the picture itself."""

import pandas as pd
import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.data.reading import FileGuess
from belieflab.figures.common.pixels import as_colours
from belieflab.ui.shell.text import plain

WIDTH = 320


def draw_image(table: pd.DataFrame, guess: FileGuess) -> None:
    """Draw what was understood of an image in one line, and the image as it would be used."""
    rows, columns = guess.shape
    features = ", ".join(map(str, table.columns))
    st.markdown(plain(f"{guess.text}. Objects: {rows * columns:,} pixels; features: {features}."))
    dataset = Dataset(table.to_numpy(), tuple(map(str, table.columns)), image_shape=guess.shape)
    st.image(as_colours(dataset), width=WIDTH, alt="the image")
