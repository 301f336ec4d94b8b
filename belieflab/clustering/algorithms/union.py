"""The parameters of all algorithms together, as a page shows them."""

from collections.abc import Mapping
from dataclasses import replace

from belieflab.clustering.algorithms.algorithm import Algorithm
from belieflab.data.parameters import Parameter


def all_parameters(algorithms: Mapping[str, Algorithm]) -> list[Parameter]:
    """Each parameter once, needing "algorithm" to be one of those that have it.

    A parameter that needs another one of the same algorithms depends on it alone. Its help ends
    with what single algorithms note about it.
    """
    found: dict[str, Parameter] = {}
    owners: dict[str, tuple[str, ...]] = {}
    for algorithm in algorithms.values():
        for parameter in algorithm.parameters:
            known = found.setdefault(parameter.name, parameter)
            if replace(known, convert=parameter.convert) != parameter:
                raise ValueError(f"{algorithm.key} declares {parameter.name!r} in its own way.")
            owners[parameter.name] = (*owners.get(parameter.name, ()), algorithm.key)

    def needs(parameter: Parameter) -> Mapping[str, tuple[str, ...]]:
        own = owners[parameter.name]
        if any(owners.get(other) == own for other in parameter.needs):
            return parameter.needs
        return {**parameter.needs, "algorithm": own}

    def explained(parameter: Parameter) -> str:
        notes: dict[str, list[str]] = {}
        for each in algorithms.values():
            if note := each.notes.get(parameter.name):
                notes.setdefault(note, []).append(each.title)
        own = (f"{', '.join(titles)}: {note}." for note, titles in notes.items())
        return " ".join([parameter.help, *own])

    return [
        replace(parameter, needs=needs(parameter), help=explained(parameter))
        for parameter in found.values()
    ]
