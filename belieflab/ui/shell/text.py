"""User text as text: nothing a person typed or uploaded is ever read as Markdown."""

import re

JOINER = "\N{WORD JOINER}"
"""Invisible and of no width: it parts what would become a link, an icon or an arrow."""

GLUE = "\N{NO-BREAK SPACE}"
"""It keeps a number and its sign on one line."""

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_AUTOMATIC_LINK = re.compile(r"(?i)(https?:|www\.|xmpp:|mailto:|(?<=\S)(?=@))")
_SHORT_CODE = re.compile(r":(?=[\w+/-]+[:\[])")
_ARROW = re.compile(r"(?<=[<>~-])(?=[=>-])")


def plain(text: object) -> str:
    r"""The text with every Markdown sign made harmless, for labels, captions and messages.

    Punctuation is escaped by backslashes; addresses, e-mail addresses, emoji codes and arrows,
    which Streamlit finds even when escaped, are parted by an invisible sign. Line ends become
    spaces. Not for places that take plain text already (select boxes, tables, figures).
    """
    line = " ".join(str(text).split())
    line = _AUTOMATIC_LINK.sub(lambda match: match.group(1) + JOINER, line)
    line = _SHORT_CODE.sub(":" + JOINER, line)
    line = _ARROW.sub(JOINER, line)
    return _PUNCTUATION.sub(r"\\\1", line)


def written(value: object) -> str:
    """A value as text, a fraction with six digits."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
