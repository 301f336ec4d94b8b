"""The Credal partition page."""

from belieflab.ui.method.method_page import run
from belieflab.ui.pages.credal.page import PAGE

run(PAGE)
