"""The What-if page."""

from belieflab.ui.method.method_page import run
from belieflab.ui.pages.whatif.page import PAGE

run(PAGE)
