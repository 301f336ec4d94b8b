"""Which object to ask about next: small functions from what a classifier says to a score.

The object with the largest score is asked about. Scores that agree to twelve decimals are equal,
and of equals the first candidate is asked about; candidates come in random order.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from belieflab.evaluation.classifiers import Prediction
from belieflab.evaluation.classifiers.entry import Floats, Rows
from belieflab.registry import Registry

DECIMALS = 12

SETTLES = "Settles 2009, Active learning literature survey"


@dataclass(frozen=True)
class QueryContext:
    """What a strategy may look at.

    Attributes
    ----------
    prediction : of the classifier about the m candidates
    members : what each member of a committee says about them [shape=(members, m, K)]
    rng : for strategies that draw
    """

    prediction: Prediction
    members: Callable[[], Floats]
    rng: np.random.Generator


@dataclass(frozen=True)
class Strategy:
    """A strategy one can ask for by key: its text, its formula and its score [shape=(m,)].

    `needs_masses`, `needs_conflict` and `needs_members` (of a committee) say what it looks at.
    """

    key: str
    title: str
    explanation: str
    formula: str
    source: str
    score: Callable[[QueryContext], Floats]
    needs_masses: bool = False
    needs_conflict: bool = False
    needs_members: bool = False


def draw_at_random(context: QueryContext) -> Floats:
    """Every candidate alike."""
    return context.rng.random(len(context.prediction.probabilities))


def lack_confidence(context: QueryContext) -> Floats:
    """1 - max_k BetP(k)."""
    return np.asarray(1.0 - context.prediction.probabilities.max(axis=1))


def lack_margin(context: QueryContext) -> Floats:
    """1 - (largest - second largest BetP)."""
    largest = np.sort(context.prediction.probabilities, axis=1)[:, ::-1]
    return 1.0 - (largest[:, 0] - largest[:, 1])


def entropy(context: QueryContext) -> Floats:
    """-Σ_k BetP(k) log2 BetP(k)."""
    return bits(context.prediction.probabilities)


def nonspecificity(context: QueryContext) -> Floats:
    """Σ_A m(A) ln|A| / ln K: what the model does not know."""
    masses = context.prediction.masses
    assert masses is not None  # noqa: S101  (check_answerable says so)
    return masses.nonspecificity()


def discord(context: QueryContext) -> Floats:
    """-Σ_A m(A) log2 BetP(A): evidence for several classes; of probabilities it is the entropy."""
    masses = context.prediction.masses
    return entropy(context) if masses is None else masses.discord()


def conflict(context: QueryContext) -> Floats:
    """κ, the mass that the evidence combined put on ∅ before it was normalised."""
    found = context.prediction.conflict
    assert found is not None  # noqa: S101  (check_answerable says so)
    return found


def disagreement(context: QueryContext) -> Floats:
    """Entropy of the committee's mean less the mean of the members' entropies."""
    votes = context.members()
    return np.asarray(bits(votes.mean(axis=0)) - bits(votes).mean(axis=0))


def bits(probabilities: Floats) -> Floats:
    """Shannon's entropy over the last axis, in bits."""
    logs = np.log2(probabilities, out=np.zeros_like(probabilities), where=probabilities > 0)
    return np.asarray(-(probabilities * logs).sum(axis=-1))


_STRATEGIES = (
    Strategy(
        "random",
        "random",
        "Any object, each with the same chance: what every other strategy must beat.",
        r"s(x) = u, \quad u \sim \mathcal{U}(0, 1)",
        SETTLES,
        draw_at_random,
    ),
    Strategy(
        "confidence",
        "least confidence",
        "The object whose likeliest class has the smallest pignistic probability.",
        r"s(x) = 1 - \max_k BetP(k)",
        f"Hoarau et al. 2022, §4.2 (uncertainty sampling); {SETTLES}",
        lack_confidence,
    ),
    Strategy(
        "margin",
        "margin",
        "The object whose two likeliest classes are closest.",
        r"s(x) = 1 - (BetP_{(1)} - BetP_{(2)})",
        SETTLES,
        lack_margin,
    ),
    Strategy(
        "entropy",
        "entropy",
        "The object whose pignistic probabilities are spread most evenly.",
        r"s(x) = -\sum_k BetP(k) \log_2 BetP(k)",
        SETTLES,
        entropy,
    ),
    Strategy(
        "nonspecificity",
        "nonspecificity (epistemic)",
        "The object the model knows least about, far from every label: an answer there can help.",
        r"s(x) = \frac{1}{\ln K} \sum_{A \neq \emptyset} m(A) \ln |A|",
        "Dubois and Prade 1985",
        nonspecificity,
        needs_masses=True,
    ),
    Strategy(
        "discord",
        "discord (aleatory)",
        "The object with much evidence for several classes, where classes overlap: more answers "
        "may not help. Of plain probabilities it is the entropy.",
        r"s(x) = -\sum_{A \neq \emptyset} m(A) \log_2 BetP(A)",
        "Klir and Ramer 1990",
        discord,
    ),
    Strategy(
        "conflict",
        "conflict",
        "The object whose neighbours contradict one another most before Dempster's rule "
        "normalises.",
        r"s(x) = \kappa = \sum_{B_1 \cap \dots \cap B_K = \emptyset} \prod_j m_j(B_j)",
        "Hoarau et al. 2022, equation (4)",
        conflict,
        needs_masses=True,
        needs_conflict=True,
    ),
    Strategy(
        "committee",
        "committee",
        "The object that copies of the model disagree about most; each copy learns from labels "
        "drawn with replacement. A forest asks its own trees.",
        r"s(x) = H\Big(\tfrac{1}{C} \sum_c p_c\Big) - \tfrac{1}{C} \sum_c H(p_c)",
        "Seung, Opper and Sompolinsky 1992; Abe and Mamitsuka 1998",
        disagreement,
        needs_members=True,
    ),
)

STRATEGIES: Registry[Strategy] = Registry("strategy", _STRATEGIES)


def find_strategy(key: str) -> Strategy:
    """The strategy of that key."""
    return STRATEGIES.find(key)


def choose(scores: Floats, batch: int = 1) -> Rows:
    """The places of the `batch` largest scores, largest first, earlier ones first among equals."""
    order = np.argsort(-np.round(scores, DECIMALS), kind="stable")
    return np.asarray(order[:batch], dtype=np.int64)
