"""Hostile links: query strings through everything that reads an address, in process."""

import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from urllib.parse import parse_qsl, quote

import numpy as np
from fuzz.targets import refused

import belieflab.ui.pages
from belieflab import DataError
from belieflab.data.laws import LAWS
from belieflab.data.parameters import Parameter
from belieflab.data.samples import SAMPLES
from belieflab.ui.pages.playground.link import KEYS, PRESETS, read_link, write_link
from belieflab.ui.pages.whatif.settings import parse_levels
from belieflab.ui.shell import lecture, link
from belieflab.ui.shell.page_settings import checked_page_settings
from belieflab.ui.shell.state import checked_seed

VALUES = [
    *("", " ", "0", "-0", "1", "-1", "1e308", "1e309", "-1e309", "nan", "inf", "1e-400", "0x10"),
    *(
        "9" * 30,
        "9" * 5000,
        "1" + "0" * 400,
        "0." + "0" * 5000 + "1",
        "1_000",
        "１２",
        "٣",
        "½",
        "²",
    ),
    *("true", "yes", "None", "null", "[]", "{}", "~", "-", "a-1", "a-nan", "0-1", "abcde-1e-5"),
    *("\ud800", "\udfff\ud800", "a\0b", "\n", "\u202e", "é", "𝔸", "%", "%ZZ", "%ED%A0%80", "%7E"),
    *("<script>", "[x](http://a.b)", "${x}", "../../etc/passwd", "__import__('os')", "a" * 100_000),
    *("0 to 100 by 1e-9", "0 to 1e308 by 1", "1 to 0 by 1", ",,,", "1,2,3", "~" * 5000, "m1" * 999),
]


@cache
def parameters() -> tuple[tuple[str, Parameter], ...]:
    """Every setting of samples, label laws and pages, by its key in an address."""
    found = [
        (f"{prefix}.{parameter.name}", parameter)
        for prefix, registry in (("data", SAMPLES), ("labels", LAWS))
        for entry in registry.values()
        for parameter in entry.parameters
    ]
    for module in pkgutil.walk_packages(belieflab.ui.pages.__path__, "belieflab.ui.pages."):
        page = module.name.split(".")[3]
        found += [
            (f"{page}.{parameter.name}", parameter)
            for value in vars(import_module(module.name)).values()
            for parameter in (value if isinstance(value, (list, tuple)) else [value])
            if isinstance(parameter, Parameter)
        ]
    return tuple(found)


def links(n_links: int, seed: int) -> Iterator[dict[str, str]]:
    """Queries that name real keys and mostly hold what nobody would write."""
    rng = np.random.default_rng(seed)
    keys = ["data", "labels", "seed", "lecture", "show", "row", *KEYS]
    keys += [key for key, _ in parameters()]
    good = [*SAMPLES, *LAWS, *PRESETS, "a~b~c", "a-0.5~bc-0.5", "dempster", "0.3~0.1", "7"]
    for _ in range(n_links):
        query = {}
        for _ in range(rng.integers(1, 9)):
            pool = good if rng.random() < 0.4 else VALUES
            query[keys[rng.integers(len(keys))]] = pool[rng.integers(len(pool))]
        if rng.random() < 0.5:
            query.setdefault("data", [*SAMPLES][rng.integers(len(SAMPLES))])
        if rng.random() < 0.3:  # as it comes from an address bar
            text = "&".join(f"{key}={quote(v, errors='replace')}" for key, v in query.items())
            query = dict(parse_qsl(text, keep_blank_values=True))
        yield query


def follow(query: Mapping[str, str]) -> None:
    """Read a link as the app does on the first run of a session; refusals are sentences."""
    _follow_workspace(query)
    for read in (lecture.decode, checked_page_settings):
        read(dict(query))
    try:
        playground = read_link(query)
        if playground is not None:
            assert read_link(write_link(playground)) is not None
    except DataError as error:
        refused(error)
    for key, parameter in parameters():
        if key in query:
            _check(parameter, query[key])
    for value in query.values():
        try:
            parse_levels(value)
        except DataError as error:
            refused(error)


def _follow_workspace(query: Mapping[str, str]) -> None:
    try:
        asked = link.decode(query)
        checked_seed(asked.seed)
        if asked.data is not None:
            asked.data.complete(SAMPLES)
        if asked.labels is not None:
            asked.labels.complete(LAWS)
    except DataError as error:
        refused(error)


def _check(parameter: Parameter, text: str) -> None:
    try:
        value = parameter.checked(text)
    except DataError as error:
        refused(error)
        return
    assert parameter.several or parameter.accepts(value), (parameter.name, value)
    parameter.described(value)
