"""The ways to make labels for a data set, builders and simulators, under one kind of entry."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from belieflab.belief import MassTable
from belieflab.data import builders, simulators
from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter, checked_settings
from belieflab.data.seeds import LABELS, stream
from belieflab.errors import DataError


@dataclass(frozen=True)
class LabelLaw:
    """A law of labels one can ask for by key: its words, its settings and how to build them.

    `build(dataset, rng, **settings)` returns one mass function per object, on `dataset.frame`;
    rows whose true class is unknown get the vacuous label.
    """

    key: str
    title: str
    explanation: str
    source: str
    build: Callable[..., MassTable]
    parameters: tuple[Parameter, ...] = ()


def _share(name: str, label: str, default: float, help_text: str = "") -> Parameter:
    return Parameter(name, label, default, low=0.0, high=1.0, step=0.01, help=help_text)


_SHELF = (
    LabelLaw(
        key="hard",
        title="Hard labels",
        explanation="Every object gets its true class, for sure.",
        source="The supervised case of paper 000, §3.1",
        build=builders.build_hard,
    ),
    LabelLaw(
        key="nonspecificity",
        title="Given nonspecificity",
        explanation="Labels are right but imprecise: the true class stays fully plausible, and "
        "each label has its own nonspecificity, drawn within 0.05 of the mean (closer near 0 and "
        "1, so that the mean holds).",
        source="Paper 000, §5.1.1, equation (54); nested sets for more than two classes",
        build=simulators.simulate_nonspecificity,
        parameters=(_share("ns", "Mean nonspecificity", 0.3, "0 is hard, 1 knows nothing."),),
    ),
    LabelLaw(
        key="expert-doubt",
        title="Expert with doubt",
        explanation="An expert gives one class and a doubt, and is wrong exactly as often as the "
        "doubt says; the guess is discounted by the doubt.",
        source="Paper 000, §5.2 (its “variance 0.2” read as standard deviation)",
        build=simulators.simulate_expert_doubt,
        parameters=(
            _share("mean", "Mean doubt", 0.2, "Also the share of wrong guesses to expect."),
            Parameter(
                "deviation",
                "Standard deviation of the doubt",
                0.2,
                low=0.0,
                high=0.49,
                step=0.01,
                help="Must stay below sqrt(mean (1 - mean)), at most 0.5; 0 gives every guess the "
                "same doubt.",
            ),
        ),
    ),
)

LAWS: dict[str, LabelLaw] = {law.key: law for law in _SHELF}


def build_labels(key: str, dataset: Dataset, *, seed: int = 0, **settings: Any) -> MassTable:
    """Labels by the law of that key; the same seed and settings give the same labels."""
    if key not in LAWS:
        raise DataError(f"There is no law of labels called {key!r}; there are {', '.join(LAWS)}.")
    law = LAWS[key]
    chosen = checked_settings(law.parameters, settings)
    return law.build(dataset, stream(seed, LABELS), **chosen)
