"""Heavy and hostile links, opened on a real server by a visitor without a browser.

`make fuzz-links` opens every page with each of them: none may give a traceback, take long before
the page stands, or let the server's memory grow beyond a limit. What is heavy waits for Run.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote_from_bytes, urlencode

from app_server import Server, running_app
from fuzz.links import VALUES

from belieflab.data.laws import LAWS
from belieflab.data.parameters import Parameter
from belieflab.data.samples import SAMPLES
from belieflab.ui.shell.failures import SENTENCE
from belieflab.ui.shell.page_table import PAGES
from benchmarks.visitor import Visitor, visit

MAX_BYTES = 3_000_000_000
"""Peak of a server's memory over all heavy openings of one page, each in a session of its own."""

MAX_SECONDS = 60.0
SESSIONS = 30
"""Opened on one server with choices on rich labels."""

SOFT = "data=iris&labels=expert-doubt"
FAILURE = SENTENCE.partition("{")[0]
CONTROLS = ("slider", "number_input", "selectbox", "button_group", "multiselect", "text_input")


@dataclass
class Openings:
    """How many links were opened, what went wrong, and the most memory a server took."""

    tried: int = 0
    failed: list[str] = field(default_factory=list)
    peak: int = 0

    def open(self, server: Server, page: str, query: str) -> Visitor | None:
        """Open a link in a new session and note what is wrong with the answer."""
        self.tried += 1
        problem, visitor = "", None
        try:
            with visit(server.url) as visitor:
                visitor.open(PAGES[page].address, query)
            if visitor.failures or any(FAILURE in text for text in visitor.texts):
                problem = f"{visitor.failures} {server.tail(12)}"
            elif not any(visitor.texts):
                problem = "an empty page"
            elif visitor.seconds > MAX_SECONDS:
                problem = f"{visitor.seconds:.0f} s"
        except Exception as error:
            problem = f"{type(error).__name__}: {error} {server.tail(12)}"
        if problem:
            self.failed.append(f"{page}?{query[:200]}: {problem}")
        return visitor


def extreme(parameters: tuple[Parameter, ...], prefix: str, side: str) -> dict[str, object]:
    """Every parameter with limits at its lowest or highest value, by its key in an address."""
    limited = (each for each in parameters if each.low is not None and each.high is not None)
    return {f"{prefix}.{each.name}": getattr(each, side) for each in limited}


def heavy_links() -> Iterator[str]:
    """Every generator and every law at its limits, the large ones together."""
    largest = {"data": "many-clusters", "data.clusters": 50, "data.per_cluster": 1000}
    for law in LAWS.values():
        yield urlencode({**largest, "labels": law.key, **extreme(law.parameters, "labels", "high")})
    for each in (5, 10, 20, 150):  # few objects, each with evidence on thousands of focal sets
        data = {"data": "many-clusters", "data.per_cluster": each}
        yield urlencode({**data, "labels": "nonspecificity"})
    for sample in SAMPLES.values():
        for side in ("low", "high") if sample.generated else ():
            data = {"data": sample.key, **extreme(sample.parameters, "data", side)}
            yield urlencode({**data, "labels": "expert-doubt"})


RICH = [  # few objects, whose labels name thousands of sets of classes
    {
        "data": "many-clusters",
        "data.clusters": 34,
        "data.per_cluster": 5,
        "labels": "nonspecificity",
    },
    {"data": "many-clusters", "data.per_cluster": 20, "labels": "nonspecificity"},
]


def choice_links(server: Server, page: str) -> Iterator[str]:
    """Every choice of every control and tab of a page, also of those that another choice shows.

    The choices are looked up on small data, and then met by labels of many sets.
    """
    known: set[tuple[str, str]] = set()
    waiting: list[dict[str, str]] = [{}]
    while waiting:
        chosen = waiting.pop(0)
        with visit(server.url) as visitor:
            visitor.open(PAGES[page].address, f"{SOFT}&{urlencode(chosen)}")
            found = set(choices(page, visitor)) - known
        known |= found
        for key, option in sorted(found):
            waiting.append({**chosen, key: option})
        for data in RICH if chosen else ():
            yield urlencode({**data, **chosen})


def choices(page: str, visitor: Visitor) -> Iterator[tuple[str, str]]:
    """The options of a page's controls by their keys in an address, and its tabs."""
    for kind in ("selectbox", "button_group", "multiselect", "checkbox"):
        for element in visitor.elements(kind):
            control = getattr(element, kind)
            options = ("true", "false") if kind == "checkbox" else control.options
            for each in options if control.query_param_key else ():
                yield control.query_param_key, str(getattr(each, "content", each))
    for message in visitor.messages:
        if message.WhichOneof("type") == "delta" and message.delta.add_block.HasField("tab"):
            yield f"{page}.tab", message.delta.add_block.tab.label


def hostile_links() -> Iterator[str]:
    """Values that nobody would write, under keys of the app, unknown ones, and repeated ones."""
    for value in (*VALUES, "1" * 1_000_000):
        text = quote_from_bytes(value.encode("utf-8", "surrogatepass"))
        yield f"{SOFT}&seed={text}&labels.mean={text}"
        yield f"data={text}&labels={text}&lecture={text}&show={text}&unknown.key={text}&{text}=1"
    yield f"{SOFT}&seed=1&seed=2&data=wine&labels=hard&labels.mean=0.1&labels.mean=0.9"
    yield "&".join(f"key{n}={n}" for n in range(5_000))
    yield "%ED%A0%80=%ED%BF%BF&%FF%FE=%00&data=%C3&=&&;&%"


def control_links(page: Visitor) -> Iterator[str]:
    """All controls of a page at their limits, each one beyond, and each with hostile values."""
    found = {}
    for kind in CONTROLS:
        for element in page.elements(kind):
            control = getattr(element, kind)
            if control.query_param_key:
                found[control.query_param_key] = tuple(_ends(kind, control))
    for side in (0, -1):
        yield f"{SOFT}&" + urlencode({key: ends[side] for key, ends in found.items() if ends})
    for key, ends in found.items():
        for value in (*ends, "1e309", "-0", "nan", "9" * 5_000, "\ud800", "x" * 10_000):
            text = quote_from_bytes(str(value).encode("utf-8", "surrogatepass"))
            yield f"{SOFT}&{key}={text}&{key}={text}"


def _ends(kind: str, control: object) -> Iterator[object]:
    """The first and the last value that a control can hold."""
    if kind in ("slider", "number_input"):
        yield from (control.min, control.max)  # type: ignore[attr-defined]
    elif options := list(getattr(control, "options", ())):
        ends = (options[0], options[-1])
        yield from (getattr(each, "content", each) for each in ends)


def open_page_with_everything(page: str, openings: Openings, every: int = 1) -> None:
    """Open one page with heavy links, every choice on rich labels and every so many hostile links.

    A server of its own opens some of them: sessions that were left keep their data for minutes.
    """
    with running_app() as server:
        first = openings.open(server, page, SOFT)
        chosen = list(choice_links(server, page))
        hostile = [*hostile_links(), *([] if first is None else control_links(first))]
        _open_all(server, page, (*heavy_links(), *hostile[::every]), openings)
    for begin in range(0, len(chosen), SESSIONS):
        with running_app() as server:
            _open_all(server, page, chosen[begin : begin + SESSIONS], openings)


def _open_all(server: Server, page: str, links: Iterable[str], openings: Openings) -> None:
    for link in links:
        openings.open(server, page, link)
    status = Path(f"/proc/{server.process}/status").read_text(encoding="ascii")
    peak = 1024 * int(status.partition("VmHWM:")[2].split()[0])
    openings.peak = max(openings.peak, peak)
    if peak > MAX_BYTES:
        openings.failed.append(f"{page}: the server took {peak / 1e9:.1f} GB")


def main() -> int:
    """Open the pages that are named, or all, with every link; print what was tried and failed."""
    openings, pages = Openings(), [each for each in sys.argv[1:] if each in PAGES]
    every = next((int(each) for each in sys.argv[1:] if each.isdigit()), 1)
    for page in pages or PAGES:
        before, wrong = openings.tried, len(openings.failed)
        open_page_with_everything(page, openings, every)
        tried, failed = openings.tried - before, openings.failed[wrong:]
        print(f"{page}: {tried} links tried, {len(failed)} failed", flush=True)  # noqa: T201
        for failure in failed[:5]:
            print(f"  {failure}", flush=True)  # noqa: T201
    peak = f"{openings.peak / 1e9:.2f} GB at most"
    print(f"{openings.tried} links tried, {len(openings.failed)} failed, {peak}")  # noqa: T201
    return bool(openings.failed)


if __name__ == "__main__":
    sys.exit(main())
