"""The list of sources as Markdown and as BibTeX."""

from collections.abc import Callable

from belieflab.references import SOURCES, TOPICS

_COMMAND = "python -m belieflab.references"


def markdown() -> str:
    """All sources by topic, with links to their DOIs."""
    parts = [
        "# References\n\nThe papers and books behind the formulas. Written by "
        f"`{_COMMAND}` from `belieflab/references/`; `references.bib` holds the same list for "
        "BibTeX.\n"
    ]
    for topic, sources in TOPICS.items():
        ordered = sorted(sources, key=lambda source: (source.authors, source.year))
        lines = "".join(f"- `{source.key}` {source.line}\n" for source in ordered)
        parts.append(f"\n## {topic}\n\n{lines}")
    return "".join(parts)


def bibtex() -> str:
    """All sources as a BibTeX file."""
    entries = "\n".join(source.bibtex for source in SOURCES.values())
    return f"% Written by {_COMMAND} from belieflab/references/.\n\n{entries}"


FILES: dict[str, Callable[[], str]] = {"REFERENCES.md": markdown, "references.bib": bibtex}
