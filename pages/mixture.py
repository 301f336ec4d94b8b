"""The Mixture page."""

from belieflab.ui.method.method_page import run
from belieflab.ui.pages.mixture.page import PAGE

run(PAGE)
