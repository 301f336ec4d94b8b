"""The Lessons page."""

from belieflab.ui.pages.lessons import page

page.run()
