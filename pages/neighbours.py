"""The Neighbours page."""

from belieflab.ui.method.method_page import run
from belieflab.ui.pages.neighbours.page import PAGE

run(PAGE)
