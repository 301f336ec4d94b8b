"""The classifiers, by key."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from belieflab.bayes.cost import network_cost
from belieflab.bayes.equations import ARCS, PAPER
from belieflab.data.parameters import Parameter
from belieflab.evaluation.classifiers import costs, mixtures, neighbours, networks, scikit
from belieflab.evaluation.classifiers.entry import Classifier
from belieflab.evaluation.classifiers.mixtures import LABELS_START, TRUE_START
from belieflab.evaluation.classifiers.soft_entries import SOFT_CLASSIFIERS
from belieflab.neighbors.cost import classifying_cost
from belieflab.neighbors.rules import GAMMA_RULES
from belieflab.references import cite
from belieflab.registry import Registry

_START = Parameter(
    "start",
    "EM starts from",
    LABELS_START,
    choices=(LABELS_START, TRUE_START),
    help="The pignistic probabilities of the labels, or the parameters the data were drawn from.",
)
_STARTS = Parameter(
    "starts",
    "Random starts",
    10,
    low=1,
    high=1000,
    step=1,
    help="Used where no label says anything; the best start is kept.",
)
_MAX_ITER = Parameter("max_iter", "Max iterations", 5000, low=1, high=100_000, step=1)
_TOL = Parameter(
    "tol", "Tolerance", 1e-6, low=1e-14, high=0.1, help="Relative increase at which EM stops."
)


def _neighbors(default: int) -> Parameter:
    return Parameter("neighbors", "Neighbours", default, low=1, high=200, step=1)


def _mixture(key: str, title: str, explanation: str, strategy: str) -> Classifier:
    return Classifier(
        key,
        title,
        explanation,
        mixtures.fit_mixture(strategy),
        (_START, _STARTS, _TOL, _MAX_ITER),
        costs.mixture_cost(iterations=10),
        uses_unlabelled=True,
        takes_start=True,
        takes_weights=True,
        source=cite("come2009", "eq. 50"),
    )


def _network(key: str, title: str, explanation: str, structure: str) -> Classifier:
    arcs = [ARCS[structure].source] if structure in ARCS else []
    return Classifier(
        key,
        title,
        explanation,
        networks.fit_network(structure),
        (_TOL, _MAX_ITER),
        partial(network_cost, structure=structure, iterations=15),
        uses_unlabelled=True,
        takes_weights=True,
        source="; ".join([cite(PAPER), *arcs]),
    )


_DEFAULT = next(iter(GAMMA_RULES))
EVIDENTIAL = Classifier(
    "eknn",
    "Evidential k-NN",
    f"Evidential neighbours. {GAMMA_RULES[_DEFAULT].explanation}",
    neighbours.fit_evidential,
    (
        _neighbors(7),
        Parameter("gamma", "Rule for γ", _DEFAULT, choices=tuple(GAMMA_RULES)),
        Parameter("alpha", "Trust in a neighbour, α", 0.95, low=0.01, high=0.99, step=0.01),
        Parameter("beta", "Power of the distance, β", 2.0, low=0.1, high=10.0, step=0.1),
    ),
    costs.neighbour_cost,
    classifying_cost,
    costs.pooled_answers,
    min_labels=2,
    gives_masses=True,
    gives_conflict=True,
    takes_groups=True,
    unstored=frozenset({"beta"}),
    source=f"{cite('denoeux1995')}; with soft labels {cite('hoarau2022', 'eq. 6')}",
)


def _with_rule(rule: str) -> Classifier:
    """Evidential neighbours with another rule for γ than the default."""
    found = GAMMA_RULES[rule]
    return replace(
        EVIDENTIAL,
        key=f"{EVIDENTIAL.key}-{rule}",
        title=f"{EVIDENTIAL.title}, γ {found.title}",
        explanation=f"Evidential neighbours. {found.explanation}",
        fit=partial(neighbours.fit_evidential, gamma=rule),
        parameters=tuple(each for each in EVIDENTIAL.parameters if each.name != "gamma"),
        cost=costs.learned_cost if found.learned else costs.neighbour_cost,
        cost_on=partial(classifying_cost, gamma=rule),
        answers_on=partial(costs.pooled_answers, gamma=rule),
        min_labels=3 if found.learned else 2,
        gives_conflict=found.gives_conflict,
        stored_as=EVIDENTIAL.key,
        fixed={"gamma": rule},
        source=f"{EVIDENTIAL.source}; {found.source}",
    )


PER_OBJECT = replace(
    _with_rule("jousselme"),
    key="gamma-eknn",
    title="γᵢ-EKNN",
    cost=costs.jousselme_cost,
    min_labels=1,
    works_from_one=True,
    learn=neighbours.GrowingEvidential,
)
_TBM = f"{cite('denoeux1995')}; {cite('come2009', 'Table 3')}"
_LISTED = {_DEFAULT, PER_OBJECT.fixed["gamma"]}
_VARIANTS = [_with_rule(rule) for rule in GAMMA_RULES if rule not in _LISTED]

_CLASSIFIERS = (
    _mixture("soft", "Soft labels", "A Gaussian mixture that takes every label as it is.", "soft"),
    _mixture(
        "supervised",
        "Supervised",
        "The mixture with every guess taken for the truth.",
        "supervised",
    ),
    _mixture(
        "semi-supervised",
        "Semi-Supervised",
        "The mixture with guesses of a doubt of at most 0.5; the others are forgotten.",
        "adaptive",
    ),
    EVIDENTIAL,
    Classifier(
        "label-noise",
        "Label Noise Model",
        "The mixture that learns how often a class is given in place of another.",
        mixtures.fit_label_noise,
        (_START, _TOL, _MAX_ITER),
        costs.mixture_cost(iterations=30, fixed=8e-3),
        uses_unlabelled=True,
        takes_start=True,
        source=cite("lawrence2001"),
        takes_weights=True,
    ),
    Classifier(
        "knn-tbm-discounting",
        "k-nn TBM discounting",
        "Evidential neighbours whose labels are discounted by their doubt.",
        neighbours.fit_tbm,
        (_neighbors(10),),
        costs.neighbour_cost,
        classifying_cost,
        costs.pooled_answers,
        min_labels=2,
        gives_masses=True,
        gives_conflict=True,
        source=_TBM,
    ),
    replace(
        _mixture("unsupervised", "Unsupervised", "The mixture without any label.", "unsupervised"),
        cost=costs.mixture_cost(iterations=250),
        source=cite("dempster1977"),
        uses_labels=False,
        random=True,
    ),
    Classifier(
        "knn-tbm",
        "k-nn TBM",
        "Evidential neighbours with every guess taken for the truth.",
        neighbours.fit_crisp_tbm,
        (_neighbors(10),),
        costs.neighbour_cost,
        classifying_cost,
        costs.pooled_answers,
        min_labels=2,
        gives_masses=True,
        gives_conflict=True,
        source=_TBM,
    ),
    PER_OBJECT,
    Classifier(
        "weighted-knn",
        "weighted k-NN",
        "The neighbours vote for the class their label favours, near ones more; doubt is lost.",
        neighbours.fit_votes,
        (_neighbors(7),),
        costs.neighbour_cost,
        works_from_one=True,
        learn=neighbours.GrowingVotes,
        source=cite("dudani1976"),
        stored_as="knn",
    ),
    *_VARIANTS,
    _network(
        "naive-bayes",
        "Naive Bayes",
        "Gaussian features, independent within a class; takes every label as it is.",
        "naive",
    ),
    replace(
        _network(
            "aode",
            "AODE",
            "One network per feature, in which all others depend on it; posteriors are averaged. "
            "Takes every label as it is.",
            "aode",
        ),
        answers_on=costs.averaged_answers,
    ),
    _network(
        "tan",
        "TAN",
        "Naive Bayes with a tree of arcs between the features; takes every label as it is.",
        "tan",
    ),
    _network(
        "structural-em",
        "Structural EM",
        "A network whose arcs between the features are searched along with EM; takes every label "
        "as it is.",
        "search",
    ),
    _network(
        "structural-em-select",
        "Structural EM, features chosen",
        "Structural EM that may also leave features out; takes every label as it is.",
        "search-select",
    ),
    _network(
        "selective-naive-bayes",
        "Selective naive Bayes",
        "Naive Bayes on the features that tell enough about the class; takes every label as it is.",
        "selective",
    ),
    _network(
        "k-dependence",
        "k-dependence",
        "Every feature depends on up to two that tell more about the class; takes every label as "
        "it is.",
        "k-dependence",
    ),
    Classifier(
        "logistic",
        "logistic regression",
        "Straight borders between the classes that the labels favour; doubt is lost.",
        scikit.fit_logistic,
        cost=costs.logistic_cost,
        works_from_one=True,
        source=f"{cite('cox1958')}; {cite('pedregosa2011')}",
        takes_weights=True,
    ),
    Classifier(
        "forest",
        "random forest",
        "A hundred trees on the classes that the labels favour; doubt is lost. Many times slower "
        "than the others.",
        scikit.fit_forest,
        cost=costs.forest_cost,
        works_from_one=True,
        source=f"{cite('breiman2001')}; {cite('pedregosa2011')}",
        random=True,
        takes_weights=True,
    ),
    *SOFT_CLASSIFIERS,
)

CLASSIFIERS: Registry[Classifier] = Registry(
    "classifier",
    _CLASSIFIERS,
    former={"knn": "weighted-knn", "eknn-jousselme": "gamma-eknn"},
)


def label_classifiers() -> dict[str, Classifier]:
    """The classifiers that learn from labels, by key, as they are registered now."""
    return {key: entry for key, entry in CLASSIFIERS.items() if entry.uses_labels}


def sources_of(keys: Iterable[str]) -> list[str]:
    """The papers that the classifiers of these keys come from, as text cites them."""
    return [CLASSIFIERS.find(key).source for key in keys]
