"""The Labels page."""

from belieflab.ui.pages.labels.page import run

run()
