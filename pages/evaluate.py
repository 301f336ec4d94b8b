"""The Evaluate page."""

from belieflab.ui.method.method_page import run
from belieflab.ui.pages.evaluate.page import PAGE

run(PAGE)
