"""An image on the Data page: what was understood of a file; its preview shows the picture."""

import pandas as pd

from belieflab.data.reading import FileGuess
from belieflab.ui.pages.data.columns import draw_line, guess_key
from belieflab.ui.pages.data.draft import Draft


def draw_image(draft: Draft, table: pd.DataFrame, guess: FileGuess) -> None:
    """Draw what was understood of an image in one line."""
    rows, columns = guess.shape
    features = ", ".join(map(str, table.columns))
    text = f"{guess.text}. Objects: {rows * columns:,} pixels; features: {features}."
    draw_line(text, guess_key(draft))
