"""Every term of the field that the screens use: one sentence, a formula, its source, a picture.

Terms are data; `hint` gives their sentences to other pages for the text shown on hover.
"""

from belieflab.errors import DataError
from belieflab.ui.glossary.active import ACTIVE
from belieflab.ui.glossary.calculus import CALCULUS
from belieflab.ui.glossary.clustering import CLUSTERING
from belieflab.ui.glossary.experiments import EXPERIMENTS
from belieflab.ui.glossary.labels import LABELS
from belieflab.ui.glossary.learning import LEARNING
from belieflab.ui.glossary.neighbours import NEIGHBOURS
from belieflab.ui.glossary.rules import RULES_AND_DECISIONS
from belieflab.ui.glossary.term import Term

TERMS: tuple[Term, ...] = (
    *CALCULUS,
    *RULES_AND_DECISIONS,
    *LABELS,
    *LEARNING,
    *ACTIVE,
    *NEIGHBOURS,
    *CLUSTERING,
    *EXPERIMENTS,
)
BY_KEY: dict[str, Term] = {term.key: term for term in TERMS}


def hint(key: str) -> str:
    """The sentence of a term, for `help=` on a control.

    The sentence is our own text without Markdown signs, so it needs no escaping.
    """
    if key not in BY_KEY:
        raise DataError(f"The glossary has no term {key!r}.")
    return BY_KEY[key].sentence


def search(words: str) -> list[Term]:
    """The terms that hold all the given words in their title, other names, sentence or source.

    Terms whose title starts with the words come first, then those with the words in a name.
    """
    wanted = words.casefold().split()
    found = [term for term in TERMS if all(word in term.searchable for word in wanted)]
    start = " ".join(wanted)
    return sorted(
        found,
        key=lambda term: (
            not term.title.casefold().startswith(start),
            not all(word in term.names for word in wanted),
        ),
    )
