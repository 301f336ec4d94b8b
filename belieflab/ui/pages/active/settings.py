"""The settings of the Active learning page: who learns, who answers, and how often."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from belieflab.active import ORACLES, STRATEGIES, ActiveLearning, Oracle, Tuning
from belieflab.active.cost import fit_cost, preparing_cost, query_cost
from belieflab.active.learner import Line, active_classifiers, can_answer
from belieflab.active.oracles import GIVEN, HARD, NOISY, RICH
from belieflab.belief import Frame, MassTable
from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.data.laws import LAWS, swept_laws
from belieflab.data.parameters import Parameter
from belieflab.data.planes import RAW
from belieflab.data.settings import Settings
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method import decision_costs
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, explain, read_settings, titles, with_help
from belieflab.ui.method.plane import axis_parameters
from belieflab.ui.method.planes import AXES, PLANE, linear_choices

PAGE = "active"
PROTOCOL, PLAY = "Run the protocol", "Play the oracle"
MODE = choice("mode", "What to do", (PROTOCOL, PLAY), form="segments", coded=False)
DEFAULT_MODELS = ("gamma-eknn", "weighted-knn")
DEFAULT_STRATEGY = "confidence"
DEFAULT_LAW = "epsilon-noise"
MAX_LABELS = 150
"""Labels that the protocol or a person may come to."""

FOLLOWED_SECONDS = 0.1
"""Expected of one fit, up to which a model is followed query by query."""

MAX_CLASSES_FOR_NOISE = 10
"""Classes up to which ε-noise, with mass on every set of them, is what an oracle begins with."""

MAX_GIVEN, DEFAULT_GIVEN = 50, 8
NEIGHBOURS = Parameter("K", "Neighbours K", 7, 1, 30, symbol="K", rare=True)
HELP = {
    "repetitions": "Random splits.",
    "start": "Known before any query, drawn at random: a class may be missing among them, and "
    "then most models give it no probability.",
    "queries": "Labels asked for after the start.",
    "batch": "Those with the best scores.",
    "K": "Of every model with neighbours; fewer while there are not enough labels.",
    "oracle": hint("oracle"),
    "class_list": "The data name no classes: say which there are, parted by commas.",
    "flat": "On: the model sees these two coordinates only, and the regions tell all it says. "
    "Off: it learns from all features, and the regions are a cut through their means. Never on "
    "LDA: it is found from labels that the model has still to ask for.",
    "other_questions": "Squares mark the objects that the same model would ask about by its other "
    "strategies.",
}


def protocol_parameters(context: Context) -> list[Parameter]:
    """The controls of the protocol, most used first."""
    several = partial(Parameter, several=True)
    models, strategies = titles(active_classifiers()), titles(STRATEGIES)
    repeated = partial(Parameter, keyword="n_repetitions", symbol="repetitions")
    first = (DEFAULT_STRATEGY,)
    listed = [
        MODE,
        *_oracle_parameters(context),
        several("models", "Models", DEFAULT_MODELS, choices=models, symbol="models"),
        several("strategies", "Strategies", first, choices=strategies, symbol="strategies"),
        repeated("repetitions", "Repetitions", 100, 1, 200),
        Parameter("start", "Start labels", 8, 1, 50, keyword="n_start", symbol="start labels"),
        Parameter("queries", "Queries", 20, 1, 100, keyword="n_queries", symbol="queries"),
        Parameter("batch", "Asked at once", 1, 1, 20, keyword="", symbol="batch", rare=True),
        NEIGHBOURS,
        *_axes(context.dataset),
    ]
    own = {"models": explain(active_classifiers()), "law": explain(swept_laws())}
    own["strategies"] = f"{hint('query-strategy')} {explain(STRATEGIES)}"
    return with_help(listed, HELP | own)


def play_parameters(context: Context) -> list[Parameter]:
    """The controls of the game in which a person answers."""
    dataset = context.dataset
    answers, neighbours = likely_answers(context), read_settings(PAGE, [NEIGHBOURS]).K
    quick = {
        key: each
        for key, each in active_classifiers().items()
        if is_followed(key, dataset, answers, neighbours)
    }
    model = choice("model", "Model", titles(quick), form="list", help=explain(quick))
    able = {key: STRATEGIES[key] for key in able_strategies(read_settings(PAGE, [model]).model)}
    first = DEFAULT_STRATEGY if DEFAULT_STRATEGY in able else next(iter(able))
    asked = partial(Parameter, choices=titles(able), form="list", help=explain(able))
    known, source = len(context.labels or ()), "labels of the workspace"
    if dataset.truth is not None:
        known, source = int((dataset.truth >= 0).sum()), "true classes"
    limit = max(0, min(known, MAX_GIVEN, dataset.n - 1))
    given = partial(Parameter, help=f"Known at the start, drawn at random: {source}.")
    named, planar = bool(dataset.class_names), dataset.p <= 2
    blind: dict[str, Any] = {"needs": {PLANE: (AXES, RAW)}, "disabled": True}
    others = partial(Parameter, view=True, coded=False)
    listed = [
        MODE,
        model,
        asked("strategy", "Strategy", first),
        Parameter("class_list", "Classes", "a, b", custom=named),
        given("given", "Start labels", min(DEFAULT_GIVEN, limit), 0, limit, custom=limit < 1),
        NEIGHBOURS,
        *_axes(dataset),
        # A plane found from labels knows what the model has still to ask.
        Parameter("flat", "Learn from the axes shown", False, rare=True, custom=planar, **blind),
        others("other_questions", "What would other strategies ask?", False),
        decision_costs.answer_parameter(decision_costs.ONLY_FILES),
    ]
    return with_help(listed, HELP)


def _oracle_parameters(context: Context) -> list[Parameter]:
    """Who answers, and the one setting of the answers that matters most."""
    laws, oracles = swept_laws(), {key: ORACLES[key] for key in possible_oracles(context)}
    rich = {"oracle": (RICH,)}
    law = Parameter("law", "Law of the answers", DEFAULT_LAW, choices=titles(laws), needs=rich)
    chosen = laws[read_settings(PAGE, [law]).law]
    level = chosen.parameter(chosen.noise_levels[0].parameter)
    value, recipe = chosen.oracle_value, context.workspace.state.label_recipe
    if recipe is not None and recipe.key == chosen.key:
        value = float(recipe.settings.get(level.name, value))
    share = partial(Parameter, low=0.0, high=1.0, step=0.05)
    return [
        choice("oracle", "Oracle", oracles, form="list", symbol="oracle"),
        law,
        share(level.name, level.label, value, needs=rich, help=level.help),
        share("wrong", "Share of wrong answers", 0.2, needs={"oracle": (NOISY,)}),
    ]


def _axes(dataset: Dataset) -> list[Parameter]:
    """The plane that the pool is seen on: one to which a linear map leads, as regions need it."""
    return [
        replace(each, view=False, rare=True, coded=False, lecture="", width=None)
        for each in axis_parameters(dataset, turnable=True, planes=linear_choices())
    ]


def learns_from_axes(settings: Settings) -> bool:
    """Whether the model takes the two coordinates of the plane alone."""
    return bool(settings.flat and settings.uses("flat"))


def make_oracle(kind: str, law: str, level: float, labels: MassTable | None = None) -> Oracle:
    """Who answers; a spread of the law too large for the level is made smaller."""
    if kind == RICH:
        return Oracle.rich(law, **LAWS.find(law).at_value({}, level))
    if kind == NOISY:
        return Oracle.noisy(level)
    if kind == HARD:
        return Oracle.hard()
    if labels is None:
        raise DataError("There are no labels in the workspace for the oracle to give.")
    return Oracle.given(labels)


def chosen_oracle(context: Context) -> Oracle:
    """Who answers by the settings."""
    settings = context.settings
    level = swept_laws()[settings.law].noise_levels[0].parameter
    value = settings.wrong if settings.oracle == NOISY else settings[level]
    return make_oracle(settings.oracle, settings.law, value, context.labels)


@dataclass
class Trial:
    """A protocol that is being run, and the settings it was started with."""

    context: Context
    protocol: ActiveLearning


def make_protocol(context: Context) -> ActiveLearning:
    """The protocol, not yet begun; a DataError says what cannot be."""
    settings = context.settings
    return ActiveLearning(
        context.dataset,
        settings.models,
        settings.strategies,
        chosen_oracle(context),
        **settings.arguments(),
        tuning=Tuning(settings.K),
        seed=context.seed,
    )


def possible_oracles(context: Context) -> list[str]:
    """Who can answer about these data, the default first."""
    dataset = context.dataset
    drawn = [RICH, HARD, NOISY] if dataset.truth is not None else []
    if len(dataset.class_names) > MAX_CLASSES_FOR_NOISE:
        drawn = [HARD, NOISY, RICH]
    return drawn + ([GIVEN] if context.labels is not None else []) or [RICH]


def able_strategies(model: str) -> list[str]:
    """The strategies that this model can answer."""
    return [key for key, each in STRATEGIES.items() if can_answer(CLASSIFIERS.find(model), each)]


def is_followed(model: str, dataset: Dataset, answers: MassTable, n_neighbors: int) -> bool:
    """Whether a fit to answers like these is quick enough to be followed query by query."""
    return learner_cost(model, dataset, answers, n_neighbors).seconds <= FOLLOWED_SECONDS


def learner_cost(model: str, dataset: Dataset, answers: MassTable, n_neighbors: int) -> Cost:
    """Of one fit to as many answers like these as there may come to be."""
    return fit_cost(model, dataset, answers, MAX_LABELS, Tuning(n_neighbors))


def likely_answers(context: Context) -> MassTable:
    """Labels like those that a model learns from while a person answers."""
    dataset, labels = context.dataset, context.labels
    if dataset.truth is None and labels is not None:
        return labels
    frame = dataset.frame or Frame(("a", "b"))
    guesses = (frame.values * MAX_LABELS)[: max(MAX_LABELS, frame.size)]
    return MassTable.from_guess_and_doubt(guesses, 0.5, frame)


def question_costs(context: Context, line: Line, n_places: int) -> tuple[Cost, Cost]:
    """Of a fit and the beliefs about all objects, and of those about places on the plane."""
    dataset, answers, tuning = context.dataset, likely_answers(context), Tuning(context.settings.K)
    query = query_cost(line, dataset, answers, MAX_LABELS, tuning)
    classifier = CLASSIFIERS.find(line.model)
    settings = tuning.settings_for(classifier)
    shown = classifier.answering_cost(n_places, dataset.p, answers, settings)
    return preparing_cost(line, dataset, answers, MAX_LABELS) + query, shown


def class_names(context: Context) -> tuple[str, ...]:
    """The classes to choose between; without any in the data a person names them."""
    if context.dataset.class_names:
        return context.dataset.class_names
    names = (name.strip() for name in context.settings.class_list.split(","))
    return tuple(dict.fromkeys(name for name in names if name))


def with_costs(context: Context) -> Context:
    """The context with the costs of the classes that the model tells apart."""
    return replace(context, costs=decision_costs.read(len(class_names(context))))
