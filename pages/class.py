"""Class as crowd: students label points from their phones, and their doubts become labels."""

from belieflab.ui.pages.classroom import page

page.run()
