"""The Papers page."""

from belieflab.ui.pages.papers.page import run

run()
