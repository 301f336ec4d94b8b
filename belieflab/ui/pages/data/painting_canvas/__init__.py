"""Painting points on an empty plane, in the browser, and taking them as a data set."""

from belieflab.ui.pages.data.painting_canvas.canvas import draw_canvas
from belieflab.ui.pages.data.painting_canvas.painting import PAINTED, read_painting

__all__ = ["PAINTED", "draw_canvas", "read_painting"]
