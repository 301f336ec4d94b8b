"""Answers in nested texts: top two classes with probabilities, YAML."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from belieflab.belief import Frame
from belieflab.data.answer_masses import SetOfClasses
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.data.crowd_files.cells import parse_cell
from belieflab.data.crowd_files.crowd_file import CrowdFile, Given, build, find_frame
from belieflab.data.crowd_files.lines import number_names, number_sets, spoken
from belieflab.data.crowd_files.origin import Origin
from belieflab.data.crowd_files.scale import (
    Scale,
)
from belieflab.data.crowd_files.source import CrowdSource, dict_of, list_of
from belieflab.data.reading.yaml_tables import written
from belieflab.errors import DataError

FIRST, FIRST_PROBABILITY = "Most Probable Class", "Most Probable Class Prob"
SECOND, SECOND_PROBABILITY = "Second Most Probable Class", "Second Most Probable Class Prob"
IMPOSSIBLE = "Impossible Class(es)"
NO_SECOND = frozenset(("no", "none", "n/a"))
"""What CIFAR-10S and others call a second class that there is not, in small letters."""
ROUNDING = 0.005
"""What the probabilities of an answer may sum to above 1 by being rounded."""
BOOLEAN, NUMBERS = "boolean", "numbers"
"""Marks of a YAML text with answers that are true or false, and with items that are numbers."""


def _names_in(answer: dict[str, Any]) -> tuple[str, ...]:
    """The impossible classes of an answer."""
    return tuple(name for name in list_of(answer.get(IMPOSSIBLE)) if isinstance(name, str))


def holds_top_two(source: CrowdSource) -> bool:
    """Whether every item has a list of answers with most and second most probable class."""
    values = source.values
    if not isinstance(values, dict) or not values:
        return False
    first = next(iter(values.values()))
    return isinstance(first, list) and bool(first) and FIRST in dict_of(first[0])


def read_top_two(
    source: CrowdSource, layout: str = "top-two", scale: Scale | None = None
) -> CrowdFile:
    """Most and second most probable class with probabilities, rest on what is not impossible.

    Probabilities that sum to more than 100 % are divided by their sum.
    """
    values: dict[str, Any] = source.values
    scale = scale or (0.0, 100.0)
    rows, who, said, places = [], [], [], []
    for row, (item, answers) in enumerate(values.items()):
        for number, answer in enumerate(answers if isinstance(answers, list) else []):
            rows.append(row)
            who.append(number)
            place = f"Item {item}, answer {number + 1}"
            said.append((_shares(dict_of(answer), scale, place), _names_in(dict_of(answer))))
            places.append(place)
    if not rows:
        raise DataError("The file holds no answer.")
    frame = find_frame([(*shares, *excluded) for shares, excluded in said])
    masses = [_mass(frame, shares, excluded) for shares, excluded in said]
    found = CrowdAnswers.from_masses(frame, len(values), rows, who, masses)
    note = (
        "The file does not say who answered: the first answers count as one annotator, and so on."
    )
    people = tuple(f"answer {number + 1}" for number in range(max(who) + 1))
    notes = (note, *_odd_probabilities(values, said, places), *_contradictions(frame, said, places))
    return CrowdFile(layout, found, tuple(values), people, None, scale, notes=notes)


def _odd_probabilities(
    values: dict[str, Any],
    said: Sequence[tuple[dict[str, float], tuple[str, ...]]],
    places: Sequence[str],
) -> list[str]:
    """Sentences about answers without a probability, and those with more than 100 %."""
    given = [dict_of(each) for listed in values.values() for each in list_of(listed)]
    silent = [i for i, each in enumerate(given) if each.get(FIRST_PROBABILITY) is None]
    above = [i for i, (shares, _) in enumerate(said) if sum(shares.values()) > 1 + ROUNDING]
    notes = []
    if silent:
        notes.append(
            f"Answers without a probability of the most probable class: {len(silent):,}, taken as "
            f"sure. The first: {places[silent[0]]}."
        )
    if above:
        notes.append(
            f"Answers whose probabilities sum to more than 100 %: {len(above):,}, divided by their "
            f"sum. The first: {places[above[0]]}."
        )
    return notes


def _contradictions(
    frame: Frame, said: Sequence[tuple[dict[str, float], tuple[str, ...]]], places: Sequence[str]
) -> list[str]:
    """Sentences about answers that exclude a class which they name, or all classes."""
    named = [[name for name in shares if shares[name] > 0] for shares, _ in said]
    excluded = [set(names) for _, names in said]
    both = [i for i, names in enumerate(named) if not excluded[i].isdisjoint(names)]
    whole = [i for i, names in enumerate(excluded) if len(names) == frame.size]
    notes = []
    if both:
        first = next(name for name in named[both[0]] if name in excluded[both[0]])
        notes.append(
            f"Answers in which a class is both probable and impossible: {len(both):,}; it keeps "
            f"its probability. The first: {places[both[0]]}, {first!r}."
        )
    if whole:
        notes.append(
            f"Answers in which every class is impossible: {len(whole):,}; what they leave open is "
            f"open to all classes. The first: {places[whole[0]]}."
        )
    return notes


def _shares(answer: dict[str, Any], scale: Scale, place: str) -> dict[str, float]:
    """What an answer gives to the one or two classes that it names."""
    low, high = scale
    shares: dict[str, float] = {}
    for key, probability in ((FIRST, FIRST_PROBABILITY), (SECOND, SECOND_PROBABILITY)):
        name, value = answer.get(key), answer.get(probability)
        if not isinstance(name, str) or not name.strip():
            continue
        if key == SECOND and not value and name.strip().casefold() in NO_SECOND:
            continue
        number = high if value is None and key == FIRST else 0.0 if value is None else value
        if not isinstance(number, (int, float)) or not low <= number <= high:
            raise DataError(
                f"{place}: the probability {number} is outside the scale from {low:g} to {high:g}."
            )
        shares[name.strip()] = shares.get(name.strip(), 0.0) + (number - low) / (high - low)
    if not shares:
        raise DataError(f"{place} names no {FIRST!r}.")
    return shares


def _mass(
    frame: Frame, shares: dict[str, float], excluded: tuple[str, ...]
) -> dict[SetOfClasses, float]:
    """The shares as masses of single classes, the rest on all that are not excluded."""
    total = max(sum(shares.values()), 1.0)
    mass: dict[SetOfClasses, float] = {
        frame.mask([name]): share / total for name, share in shares.items() if share > 0
    }
    rest, omega = 1.0 - sum(mass.values()), int(frame.omega)
    if rest > 1e-12 or not mass:
        possible = omega & ~frame.mask(excluded) or omega
        mass[possible] = mass.get(possible, 0.0) + rest
    return mass


def write_top_two(crowd: CrowdFile) -> bytes:
    """The two most probable classes of each answer, and those it excludes."""
    beliefs, frame, answers = crowd.answers.pignistic(), crowd.frame, crowd.answers
    entries: dict[str, list[dict[str, Any]]] = {name: [] for name in crowd.items}
    for place, row in enumerate(answers.rows.tolist()):
        share = beliefs[place]
        order: list[int] = np.argsort(-share, kind="stable").tolist()
        first, second = order[0], order[1] if len(order) > 1 else None
        entry: dict[str, Any] = {
            FIRST: frame.names[first],
            FIRST_PROBABILITY: round(100 * float(share[first]), 6),
            SECOND: None if second is None else frame.names[second],
            SECOND_PROBABILITY: None if second is None else round(100 * float(share[second]), 6),
        }
        entry[IMPOSSIBLE] = [name for k, name in enumerate(frame.names) if share[k] == 0]
        entries[crowd.items[row]].append(entry)
    return json.dumps(entries, indent=1, ensure_ascii=False).encode("utf-8")


def holds_mapping(source: CrowdSource) -> bool:
    """Whether it maps annotators to items to answers."""
    values = source.mapping
    return bool(values) and all(isinstance(each, dict) for each in (values or {}).values())


def read_mapping(
    source: CrowdSource, layout: str = "yaml", scale: Scale | None = None
) -> CrowdFile:
    """`annotator: {item: answer, …}`, as the files of Welinder et al. (2010)."""
    triples = [
        (str(who), str(item), _cell_of(answer))
        for who, given in (source.mapping or {}).items()
        for item, answer in given.items()
        if answer is not None
    ]
    if not triples:
        raise DataError("The file holds no answer.")
    people, things, cells = zip(*triples, strict=True)
    who, annotators = number_names(people)
    item, items = number_names(things)
    said, sets, notes = number_sets(cells, source.classes)
    lines = np.arange(1, len(triples) + 1, dtype=np.int64)
    given = Given(item, who, said, items, annotators, sets, lines, place="Answer")
    answers = [each for said in (source.mapping or {}).values() for each in said.values()]
    leaves = [leaf for each in answers for leaf in (each if isinstance(each, list) else [each])]
    named = [leaf for leaf in leaves if leaf is not None and parse_cell(written(leaf)) is not None]
    marks = {BOOLEAN: "yes"} if all(type(leaf) is bool for leaf in named) else {}
    keys = [item for said in (source.mapping or {}).values() for item in said]
    marks |= {NUMBERS: "yes"} if all(type(each) is int for each in keys) else {}
    return build(layout, given, notes, origin=Origin(marks=marks))


def _cell_of(answer: Any) -> str:
    """An answer, or a list of classes, as a cell of a table has it."""
    return json.dumps(answer, default=str) if isinstance(answer, list) else written(answer)


def write_mapping(crowd: CrowdFile) -> bytes:
    """`annotator: {item: answer, …}`."""
    import yaml

    sets, _ = spoken(crowd)
    marks = (crowd.origin or Origin()).marks
    found: dict[str, dict[Any, Any]] = {name: {} for name in crowd.annotators}
    for names, row, who in zip(sets, crowd.answers.rows, crowd.answers.annotators, strict=True):
        named = [name == "true" for name in names] if BOOLEAN in marks else list(names)
        said: Any = named[0] if len(named) == 1 else named
        item: Any = int(crowd.items[row]) if NUMBERS in marks else crowd.items[row]
        found[crowd.annotators[who]][item] = said
    text: str = yaml.safe_dump(found, allow_unicode=True, sort_keys=False)
    return text.encode("utf-8")
