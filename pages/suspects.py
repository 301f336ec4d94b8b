"""The Suspects page."""

from belieflab.ui.method.method_page import run
from belieflab.ui.pages.suspects.page import PAGE

run(PAGE)
