"""Text that came from a file or a person, made safe for Plotly.

Plotly reads a little HTML in every title, legend and hover text, and formulas between dollar signs.
"""

_SIGNS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;"})


def plain(text: object, longest: int = 60) -> str:
    """The text as Plotly will show it letter by letter, on one line, cut with … when too long."""
    words = " ".join(str(text).split())
    if len(words) > longest:
        words = words[: longest - 1] + "…"
    return words.translate(_SIGNS)
