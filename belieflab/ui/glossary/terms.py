"""Every term of the field that the screens use: one sentence, a formula, its source, a picture.

Terms are data; `hint` gives their sentences to other pages for the text shown on hover.
"""

from belieflab.registry import Registry
from belieflab.ui.glossary.calculus import CALCULUS
from belieflab.ui.glossary.clustering import CLUSTERING
from belieflab.ui.glossary.labels import LABELS
from belieflab.ui.glossary.learning import EXPERIMENTS, LEARNING
from belieflab.ui.glossary.neighbours import ACTIVE, NEIGHBOURS
from belieflab.ui.glossary.networks import NETWORKS
from belieflab.ui.glossary.rules import RULES
from belieflab.ui.glossary.term import Term

_METHODS = LEARNING + NETWORKS + ACTIVE + NEIGHBOURS + CLUSTERING + EXPERIMENTS
TERMS = Registry("term", CALCULUS + RULES + LABELS + _METHODS)


def hint(key: str) -> str:
    """The sentence of a term, for `help=` on a control.

    The sentence is our own text without Markdown signs, so it needs no escaping.
    """
    return TERMS.find(key).sentence


def search(text: str) -> list[Term]:
    """The terms with all the given words in their title, other names, sentence or sources.

    Terms whose title starts with the text come first, then those with the words in a name.
    """
    wanted = text.casefold().split()
    start = " ".join(wanted)
    return sorted(
        (term for term in TERMS.values() if all(word in term.searchable for word in wanted)),
        key=lambda term: (
            not term.title.casefold().startswith(start),
            not all(word in term.names for word in wanted),
        ),
    )
