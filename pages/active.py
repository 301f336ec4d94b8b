"""The Active learning page."""

from belieflab.ui.pages.active.page import run

run()
