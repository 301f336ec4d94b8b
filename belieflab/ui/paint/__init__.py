"""Painting points on an empty plane, in the browser, and taking them as a data set."""

from belieflab.ui.paint.canvas import draw_canvas
from belieflab.ui.paint.painting import PAINTED, read_painting

__all__ = ["PAINTED", "draw_canvas", "read_painting"]
