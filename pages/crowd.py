"""The Crowd page."""

from belieflab.ui.pages.crowd.page import run

run()
