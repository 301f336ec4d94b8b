"""The values that were chosen for a list of parameters."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from belieflab.data.parameters import Parameter


class Settings(Mapping[str, Any]):
    """The chosen value of every parameter, by name; also `settings.name`.

    Parameters
    ----------
    parameters : the declarations
    values : chosen values by name; the others are at their defaults
    """

    def __init__(self, parameters: Sequence[Parameter], values: Mapping[str, Any]) -> None:
        self.parameters = {parameter.name: parameter for parameter in parameters}
        self._chosen = {
            name: values.get(name, parameter.default) for name, parameter in self.parameters.items()
        }

    def __getitem__(self, name: str) -> Any:
        return self._chosen[name]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_chosen"][name]
        except KeyError:
            raise AttributeError(name) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._chosen)

    def __len__(self) -> int:
        return len(self._chosen)

    def __repr__(self) -> str:
        return f"Settings({self._chosen})"

    def replace(self, **values: Any) -> "Settings":
        """The same settings but for these values."""
        return Settings(tuple(self.parameters.values()), {**self._chosen, **values})

    def uses(self, name: str) -> bool:
        """Whether the parameter has an effect, by what the others are set to."""
        needs = self.parameters[name].needs
        return all(
            self._chosen[other] in allowed and self.uses(other)
            for other, allowed in needs.items()
            if other in self._chosen
        )

    @property
    def fit_token(self) -> tuple[tuple[str, Any], ...]:
        """What a result depends on: the used parameters that are more than a view."""
        return self._token(view=False)

    @property
    def view_token(self) -> tuple[tuple[str, Any], ...]:
        """What the picture of a result depends on besides the result."""
        return self._token(view=True)

    @property
    def panel_token(self) -> tuple[tuple[str, Any, bool], ...]:
        """What the side panel shows: values and use of all that is more than a view option."""
        parameters = self.parameters.items()
        panel = [name for name, each in parameters if not each.view or each.rare]
        return tuple((name, self._chosen[name], self.uses(name)) for name in panel)

    def _token(self, view: bool) -> tuple[tuple[str, Any], ...]:
        return tuple(
            (name, value)
            for name, value in self._chosen.items()
            if self.parameters[name].view == view and self.uses(name)
        )

    def described(self) -> dict[str, Any]:
        """The used settings that numbers follow, as a person reads them: for reports and pins."""
        return {
            parameter.symbol or parameter.label: parameter.described(self._chosen[name])
            for name, parameter in self.parameters.items()
            if (parameter.measured or not parameter.view) and self.uses(name)
        }

    def arguments(self, defaults: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The keyword arguments of the estimator, without those at their `defaults`."""
        given: dict[str, Any] = {}
        for name, parameter in self.parameters.items():
            if parameter.keyword is None or not self.uses(name):
                continue
            keyword, value = parameter.keyword or name, parameter.argument(self._chosen[name])
            if defaults is None or keyword not in defaults or value != defaults[keyword]:
                given[keyword] = value
        return given
