"""What a label law is: how it makes labels, and which of its parameters is the noise level."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from belieflab.belief import MassTable
from belieflab.cost import Cost, drawing_cost
from belieflab.data.parameters import Parameter
from belieflab.errors import DataError

DECIMALS = 10


@dataclass(frozen=True)
class NoiseLevel:
    """A parameter of a law that makes its labels worse: a share, from 0 to 1.

    Attributes
    ----------
    parameter : its name
    reversed : whether labels get better as it grows, as with the reliability of a crowd
    spread : name of the standard deviation around it; it must stay below sqrt(mean (1 - mean)),
        so a level that leaves less than that makes it smaller
    needs : settings without which the parameter has no effect
    oracle : value from which an oracle begins in active learning; None: the parameter's default
    """

    parameter: str
    reversed: bool = False
    spread: str = ""
    needs: Mapping[str, Any] = field(default_factory=dict)
    oracle: float | None = None


@dataclass(frozen=True)
class NoiseOnLabels:
    """How a law acts on labels that are given, in place of the true classes.

    Attributes
    ----------
    explanation : what happens to a label, in one sentence
    act : `act(labels, rng, **settings)` returns the noisier labels; the numbers it draws do not
        depend on the settings, so that levels differ by the noise alone
    """

    explanation: str
    act: Callable[..., MassTable]


@dataclass(frozen=True)
class LabelLaw:
    """A label law: its text, its parameters, how it makes labels and what its noise level is.

    Attributes
    ----------
    build : `build(dataset, rng, **settings)` returns one mass function per object, on
        `dataset.frame`; rows whose true class is unknown get the vacuous label
    drawn : `drawn(n, classes, **settings)` says how many numbers it draws or holds for n objects,
        the measure of what it costs
    simulates : whether labels are drawn as an imperfect source would give them; other laws build
        them from the truth by a plain rule
    noise_levels : the parameters that make the labels worse, the main one first; a law that has
        none cannot be swept and is no noisy oracle
    on_labels : how the law puts its noise on labels that are given; None: it can only start from
        the true classes
    by_annotators : whether its labels combine the answers of annotators, who can be looked at
    """

    key: str
    title: str
    explanation: str
    source: str
    build: Callable[..., MassTable]
    parameters: tuple[Parameter, ...] = ()
    drawn: Callable[..., float] = lambda n, _classes, **_settings: 2.0 * n
    simulates: bool = False
    noise_levels: tuple[NoiseLevel, ...] = ()
    on_labels: NoiseOnLabels | None = None
    by_annotators: bool = False

    def __post_init__(self) -> None:
        for noise in self.noise_levels:
            parameter = self.parameter(noise.parameter)
            if (parameter.low, parameter.high) != (0.0, 1.0):
                raise ValueError(f"{self.key}: the noise level {parameter.name!r} is no share.")

    def cost(self, n: int, classes: int, settings: Mapping[str, Any]) -> Cost:
        """What labelling n objects with these settings is expected to cost."""
        return drawing_cost(self.drawn(n, classes, **settings))

    def parameter(self, name: str) -> Parameter:
        """The parameter of that name."""
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        names = ", ".join(each.name for each in self.parameters) or "none"
        raise DataError(f"The law {self.key!r} has no setting {name!r}; it has {names}.")

    @property
    def noise(self) -> NoiseLevel | None:
        """The main noise level; None for a law without."""
        return self.noise_levels[0] if self.noise_levels else None

    @property
    def noiseless(self) -> dict[str, float]:
        """The values of all noise parameters at which labels are best."""
        return {each.parameter: 1.0 if each.reversed else 0.0 for each in self.noise_levels}

    def at_level(self, settings: Mapping[str, Any], level: float) -> dict[str, Any]:
        """These settings with the labels as noisy as the level says: 0 is best, 1 is worst."""
        if not 0 <= level <= 1:
            raise DataError(f"A noise level lies between 0 and 1; found {level!r}.")
        value = 1.0 - level if self._main().reversed else level
        return self.at_value(settings, round(value, DECIMALS))

    def level_of(self, settings: Mapping[str, Any]) -> float | None:
        """The noise level of these settings; None where they have none."""
        noise = self.noise
        if noise is None or self._unmet(noise, settings):
            return None
        value = float(self._value(settings, noise.parameter))
        return round(1.0 - value if noise.reversed else value, DECIMALS)

    def at_value(self, settings: Mapping[str, Any], value: float) -> dict[str, Any]:
        """These settings with that value of the main noise parameter, in its own direction."""
        noise = self._main()
        changed = {**settings, **self._unmet(noise, settings), noise.parameter: value}
        if noise.spread:
            limit = round(0.9 * math.sqrt(value * (1.0 - value)), 2)
            changed[noise.spread] = min(float(self._value(settings, noise.spread)), limit)
        return changed

    @property
    def oracle_value(self) -> float:
        """The value of the main noise parameter from which an oracle begins."""
        noise = self._main()
        return float(self._value({}, noise.parameter) if noise.oracle is None else noise.oracle)

    def _main(self) -> NoiseLevel:
        if self.noise is None:
            raise DataError(f"{self.title}: these labels have no noise level.")
        return self.noise

    def _value(self, settings: Mapping[str, Any], name: str) -> Any:
        return settings.get(name, self.parameter(name).default)

    def _unmet(self, noise: NoiseLevel, settings: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: value
            for name, value in noise.needs.items()
            if self._value(settings, name) != value
        }
