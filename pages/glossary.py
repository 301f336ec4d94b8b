"""Glossary: one sentence, one small picture and the source for every term on the screens."""

from belieflab.ui.glossary.listing import draw_glossary
from belieflab.ui.method.page import draw_head

draw_head(
    "glossary",
    "Every term of the field that the screens use: one sentence, one picture, its source.",
)
draw_glossary()
