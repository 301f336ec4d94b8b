"""Every source that this project cites, in one list.

    cite("come2009", "eq. 50") -> "Côme et al. (2009), eq. 50"
    find_source("come2009") -> Source                    # .line, .bibtex, .doi

`python -m belieflab.references` writes `REFERENCES.md` and `references.bib` from it.
"""

from belieflab.references import calculus, clustering, evaluation, learning, statistics
from belieflab.references.source import Source
from belieflab.registry import Registry

__all__ = ["SOURCES", "TOPICS", "Source", "cite", "find_source"]

TOPICS: dict[str, tuple[Source, ...]] = {
    "Belief functions": calculus.SOURCES,
    "Learning from imperfect labels": learning.SOURCES,
    "Credal clustering": clustering.SOURCES,
    "Evaluation": evaluation.SOURCES,
    "Statistics, computing and data": statistics.SOURCES,
}
SOURCES = Registry("source", [source for sources in TOPICS.values() for source in sources])


def cite(key: str, where: str = "") -> str:
    """A source as text names it, with the equation or section: "Côme et al. (2009), eq. 50"."""
    short = find_source(key).short
    return f"{short}, {where}" if where else short


def find_source(key: str) -> Source:
    """The source of a key such as "come2009"."""
    return SOURCES.find(key)
