"""The Start page."""

from belieflab.ui.pages.start import page

page.run()
