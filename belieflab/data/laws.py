"""The label laws: every way to make labels for a data set, by key."""

from typing import Any

from belieflab.belief import MassTable
from belieflab.data import builders, crowd, crowd_simulation, label_noise, simulators
from belieflab.data.dataset import Dataset
from belieflab.data.label_law import LabelLaw, NoiseLevel, NoiseOnLabels
from belieflab.data.parameters import Parameter, checked_settings
from belieflab.data.seeds import LABELS, NOISE, stream
from belieflab.errors import DataError
from belieflab.registry import Registry


def _share(name: str, label: str, default: float, help_text: str = "") -> Parameter:
    return Parameter(name, label, default, low=0.0, high=1.0, step=0.01, help=help_text)


def _each_class(n: int, classes: int, **_settings: Any) -> float:
    return float(n * classes)


def _choice(name: str, label: str, *choices: str, help_text: str = "") -> Parameter:
    return Parameter(name, label, choices[0], choices=choices, help=help_text)


def _deviation(label: str, default: float, at_zero: str) -> Parameter:
    return Parameter(
        "deviation",
        label,
        default,
        low=0.0,
        high=0.49,
        step=0.01,
        help=f"Must stay below sqrt(mean (1 - mean)), so never above 0.5; 0 gives {at_zero}.",
    )


_LAWS = (
    LabelLaw(
        key="hard",
        title="Hard labels",
        explanation="Every object gets its true class, for sure.",
        source="The supervised case: Côme et al. 2009, §3.1",
        build=builders.build_hard,
    ),
    LabelLaw(
        key="semi-supervised",
        title="Semi-supervised",
        explanation="A share of the objects keeps its true class, at least one of each class when "
        "the share allows it; the others know nothing.",
        source="Côme et al. 2009, §3.3, equation (30)",
        build=builders.build_semi_supervised,
        parameters=(_share("share", "Share of known labels", 0.2),),
        noise_levels=(NoiseLevel("share", reversed=True),),
        on_labels=NoiseOnLabels(
            "A label is kept with the probability of the share; the others know nothing.",
            label_noise.remove_labels,
        ),
    ),
    LabelLaw(
        key="sets",
        title="Sets of classes",
        explanation="Every label is a set of possible classes that holds the true one; which one "
        "of the set it is stays open.",
        source="Côme et al. 2009, §3.3, equations (32) to (35)",
        build=builders.build_sets,
        drawn=_each_class,
        parameters=(
            _choice("how", "Other classes join", builders.BY_CHANCE, builders.GIVEN_SIZE),
            _share("chance", "Chance that another class joins", 0.3, "Used for: by chance."),
            Parameter(
                "size", "Classes in a set", 2, low=1, high=20, step=1, help="Used for: given size."
            ),
        ),
        noise_levels=(NoiseLevel("chance", needs={"how": builders.BY_CHANCE}, oracle=0.4),),
    ),
    LabelLaw(
        key="probabilistic",
        title="Probabilities",
        explanation="Every label is a probability for each class: the true class gets the same "
        "one everywhere, the others share the rest.",
        source="Bayesian mass functions: López-Cruz et al. 2013, §2",
        build=builders.build_probabilistic,
        drawn=_each_class,
        parameters=(
            _share("confidence", "Probability of the true class", 0.8),
            _choice("rest", "The rest is shared", builders.EVENLY, builders.AT_RANDOM),
        ),
        noise_levels=(NoiseLevel("confidence", reversed=True),),
    ),
    LabelLaw(
        key="guess-doubt",
        title="Guess and doubt",
        explanation="Every label is one guess, weakened by the same doubt: the doubt is the mass "
        "that goes to “any class”. A share of the guesses may be wrong.",
        source="Discounting: Côme et al. 2009, §5.2; Shafer 1976, page 251",
        build=builders.build_guess_doubt,
        parameters=(
            _share("doubt", "Doubt", 0.3, "0 is a sure guess, 1 knows nothing."),
            _share("wrong", "Share of wrong labels", 0.0),
        ),
        noise_levels=(NoiseLevel("wrong"), NoiseLevel("doubt")),
        on_labels=NoiseOnLabels(
            "A label is wrong with the probability of the share: every class in it is replaced by "
            "another. Then all labels are discounted by the doubt.",
            label_noise.add_wrong_and_doubt,
        ),
    ),
    LabelLaw(
        key="plausibility",
        title="Plausibility profile",
        explanation="The true class is fully plausible and the others less so: all the same, or "
        "less with every step away in the order of the classes.",
        source="Côme et al. 2009, §4.2: labels enter through their plausibilities",
        build=builders.build_plausibility,
        parameters=(
            _share("others", "Plausibility of other classes", 0.3),
            _choice(
                "profile",
                "Shape of the profile",
                builders.SAME,
                builders.FALLING,
                help_text="Falling: the value to the power of the distance in class order.",
            ),
        ),
        noise_levels=(NoiseLevel("others"),),
    ),
    LabelLaw(
        key="crowd",
        title="Crowd",
        explanation="Several annotators answer, each right with the probability of their "
        "reliability; every answer is discounted by 1 - reliability, then all are combined.",
        source="Discounting and combination: Shafer 1976; cautious rule: Denœux 2008",
        build=crowd_simulation.build_crowd,
        drawn=crowd_simulation.count_answers,
        parameters=(
            Parameter("annotators", "Annotators", 5, low=1, high=50, step=1),
            _share("reliability", "Mean reliability", 0.75, "Probability of a right answer."),
            Parameter(
                "spread",
                "Spread of reliabilities",
                0.1,
                low=0.0,
                high=0.49,
                step=0.01,
                help="Standard deviation between annotators; 0 makes them all alike.",
            ),
            Parameter(
                "reliabilities",
                "Or list them",
                "",
                high=2_000,
                help="One reliability per annotator, such as 0.9, 0.6, 0.6; replaces the number of "
                "annotators, the mean and the spread.",
            ),
            _choice(
                "mistakes",
                "A wrong answer names",
                crowd_simulation.ANY_OTHER,
                crowd_simulation.NEIGHBOURING,
            ),
            _share("coverage", "Share of questions answered", 1.0),
            Parameter(
                "rule",
                "Combined by",
                "dempster",
                choices=crowd.crowd_rules(),
                help="Dempster's rule counts every annotator as a new source; the cautious "
                "rule does not count a repeated answer twice; the average lets nobody win.",
            ),
        ),
        simulates=True,
        by_annotators=True,
        noise_levels=(
            NoiseLevel(
                "reliability",
                reversed=True,
                spread="spread",
                needs={"reliabilities": ""},
                oracle=0.6,
            ),
            NoiseLevel("coverage", reversed=True),
        ),
    ),
    LabelLaw(
        key="nonspecificity",
        title="Given nonspecificity",
        explanation="Labels are right but imprecise: the true class stays fully plausible, and "
        "each label has its own nonspecificity, drawn within 0.05 of the mean (closer near 0 and "
        "1, so that the mean holds).",
        source="Côme et al. 2009, §5.1.1, equation (54); nested sets for more than two classes",
        build=simulators.simulate_nonspecificity,
        drawn=_each_class,
        parameters=(_share("ns", "Mean nonspecificity", 0.3, "0 is hard, 1 knows nothing."),),
        simulates=True,
        noise_levels=(NoiseLevel("ns", oracle=0.4),),
    ),
    LabelLaw(
        key="expert-doubt",
        title="Expert with doubt",
        explanation="An expert gives one class and a doubt, and is wrong exactly as often as the "
        "doubt says; the guess is discounted by the doubt.",
        source="Côme et al. 2009, §5.2 (their “variance 0.2” read as standard deviation)",
        build=simulators.simulate_expert_doubt,
        parameters=(
            _share("mean", "Mean doubt", 0.2, "Also the share of wrong labels to expect."),
            _deviation("Standard deviation of the doubt", 0.2, "every guess the same doubt"),
        ),
        simulates=True,
        noise_levels=(NoiseLevel("mean", spread="deviation", oracle=0.3),),
        on_labels=NoiseOnLabels(
            "Every label gets a doubt; it is wrong as often as the doubt says (every class in it "
            "is replaced by another), and is discounted by the doubt.",
            label_noise.add_expert_doubt,
        ),
    ),
    LabelLaw(
        key="epsilon-noise",
        title="ε-noise",
        explanation="A share ε of the labels is spoilt: a wrong class gets a random mass, and "
        "every other set of classes an equal part of what is left; the rest stays sure and right.",
        source="Hoarau et al. 2022, §4.2",
        build=simulators.simulate_epsilon_noise,
        parameters=(_share("epsilon", "Share ε of spoilt labels", 0.3),),
        simulates=True,
        noise_levels=(NoiseLevel("epsilon", oracle=0.5),),
    ),
    LabelLaw(
        key="bayesian",
        title="Bayesian labels",
        explanation="Every label is a probability for each class; how much the true class loses "
        "is drawn from a Beta distribution, and the other classes share it evenly.",
        source="López-Cruz et al. 2013, §4.1",
        build=simulators.simulate_bayesian,
        drawn=_each_class,
        parameters=(
            _share("mean", "Mean probability of a wrong class", 0.2),
            _deviation("Standard deviation of it", 0.1, "every label the same probabilities"),
        ),
        simulates=True,
        noise_levels=(NoiseLevel("mean", spread="deviation", oracle=0.3),),
    ),
)

LAWS: Registry[LabelLaw] = Registry("label law", _LAWS)


def swept_laws() -> dict[str, LabelLaw]:
    """The laws that have a noise level, so that labels can be made worse step by step."""
    return {key: law for key, law in LAWS.items() if law.noise_levels}


def laws_on_labels() -> dict[str, LabelLaw]:
    """The laws with a noise level that can put their noise on labels that are given."""
    return {key: law for key, law in swept_laws().items() if law.on_labels is not None}


def build_labels(key: str, dataset: Dataset, *, seed: int = 0, **settings: Any) -> MassTable:
    """Labels by the law of that key; the same seed and settings give the same labels."""
    law = LAWS.find(key)
    chosen = checked_settings(law.parameters, settings)
    return law.build(dataset, stream(seed, LABELS), **chosen)


def add_noise(key: str, labels: MassTable, *, seed: int = 0, **settings: Any) -> MassTable:
    """Labels with the noise of a law on top of what they say; no true class is needed.

    Under one seed the random draws are the same for all settings: labels that are wrong at one
    level are wrong at every higher one.

    Parameters
    ----------
    key : of a law of `laws_on_labels()`
    labels : MassTable
    seed : of all random draws
    **settings : of the law; noise that is not given is none

    Returns
    -------
    MassTable

    Examples
    --------
    >>> from belieflab.data import add_noise, build_labels, load_sample
    >>> labels = build_labels("hard", load_sample("iris"))
    >>> noisy = add_noise("guess-doubt", labels, seed=1, wrong=0.2, doubt=0.1)
    >>> changed = noisy.pignistic().argmax(axis=1) != labels.pignistic().argmax(axis=1)
    >>> float(changed.mean().round(2)), float(noisy.nonspecificity().mean().round(2))
    (0.2, 0.1)
    """
    law = LAWS.find(key)
    if law.on_labels is None:
        known = ", ".join(laws_on_labels())
        raise DataError(f"{law.title}: this law starts from the true classes; {known} do not.")
    chosen = checked_settings(law.parameters, {**law.noiseless, **settings})
    return law.on_labels.act(labels, stream(seed, NOISE), **chosen)
