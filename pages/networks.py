"""The Networks page."""

from belieflab.ui.method.method_page import run
from belieflab.ui.pages.networks.page import PAGE

run(PAGE)
