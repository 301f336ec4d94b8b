"""The Data page."""

from belieflab.ui.pages.data.page import run

run()
