"""The Belief playground."""

from belieflab.ui.pages.playground import page

page.run()
