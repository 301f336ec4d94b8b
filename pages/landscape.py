"""The Landscape page."""

from belieflab.ui.method.method_page import run
from belieflab.ui.pages.landscape.page import PAGE

run(PAGE)
