"""Every number that a lesson states is computed again, with the lesson's data, labels and seed."""

import math
import re
from collections.abc import Iterator
from functools import cache, partial
from typing import Any
from urllib.parse import parse_qsl

import pytest
from opened_pages import metrics, open_page

from belieflab.clustering import ECM, EKNNclus
from belieflab.data.crowd_conflict import crowd_conflict
from belieflab.data.crowd_simulation import crowd_behind_labels
from belieflab.data.samples import load_sample
from belieflab.mixture import Landscape
from belieflab.ui.pages.playground.combination import work_out
from belieflab.ui.pages.playground.link import read_link
from belieflab.ui.shell.lessons import library
from belieflab.ui.shell.workspace import Recipe, Workspace

SEED = 7
NUMBER = re.compile(r"−?\d+(?:\.\d+)?(?: %)?")
PLAIN = {str(number) for number in range(16)}
"""Small whole numbers count things that one sees."""


def workspace(data: tuple[str, dict[str, Any]], law: str = "", **settings: Any) -> Workspace:
    made = Workspace()
    made.set_up(Recipe(*data), Recipe(law, settings) if law else None, SEED)
    return made


IRIS, CRABS, WINE = ("iris", {}), ("crabs", {}), ("wine", {})
GAUSSIANS = ("gaussians", {"classes": 3, "distance": 2.8, "size": 240})
CROWD = {"annotators": 5, "reliability": 0.6, "spread": 0.15}


def percent(share: float) -> str:
    return f"{share:.1%}".replace("%", " %")


def wrong(data: tuple[str, dict[str, Any]], law: str, **settings: Any) -> str:
    numbers = workspace(data, law, **settings).state.label_numbers
    assert numbers is not None and numbers.wrong_share is not None
    return percent(numbers.wrong_share)


def vague(data: tuple[str, dict[str, Any]], law: str, **settings: Any) -> str:
    numbers = workspace(data, law, **settings).state.label_numbers
    assert numbers is not None
    return f"{numbers.nonspecificity:.2f}"


def shown(page: str, made: Workspace, name: str, **controls: Any) -> str:
    """A number on a page, as the lessons write it."""
    text = metrics(open_page(page, made, **controls))[name]
    return text.replace("%", " %").replace("-", "−")


def mass(link: str, *names: str, digits: int) -> str:
    result = work_out(read_link(dict(parse_qsl(link)))).result  # type: ignore[arg-type]
    assert result is not None
    mask = result.frame.omega if names == ("Ω",) else result.frame.mask(names)
    return f"{result.mass_of(mask)[0]:.{digits}f}"


def masses() -> Iterator[str]:
    for preset in ("agree", "zadeh", "twice"):
        for source in work_out(read_link({"preset": preset})).sources:  # type: ignore[arg-type]
            assert source is not None
            yield from (f"{share:g}" for share in source.mass[0])
    raised = "frame=rain~dry&who=Forecast 1~Forecast 2&m1=a-0.9&m2=a-0.7"
    for link in ("preset=agree", raised):
        yield from (mass(link, "rain", digits=2), mass(link, "Ω", digits=2))
    conflict = work_out(read_link({"preset": "zadeh"})).conflict  # type: ignore[arg-type]
    yield f"{conflict:.4f}"
    yield mass("preset=zadeh&rule=conjunctive", "tumour", digits=4)
    assert mass("preset=zadeh", "tumour", digits=4) == "1.0000"
    yield mass("preset=zadeh&rule=yager", "Ω", digits=4)
    for name in ("meningitis", "concussion", "tumour"):
        yield mass("preset=zadeh&doubt=0.1~0.1", name, digits=3)
    yield mass("preset=twice&rule=dempster", "a", digits=2)
    yield mass("preset=twice&rule=cautious", "a", digits=1)
    three = ("gaussians", {"classes": 3, "distance": 3.0})
    yield vague(three, "guess-doubt", doubt=0.4)
    assert vague(three, "guess-doubt", doubt=1.0) == "1.00"
    yield str(load_sample("gaussians", seed=SEED, **three[1]).n)


def worth() -> Iterator[str]:
    iris = {"mean": 0.2, "deviation": 0.2}
    yield from (wrong(IRIS, "expert-doubt", **iris), "22", "150")
    assert wrong(IRIS, "expert-doubt", **iris) == percent(22 / 150)
    yield wrong(GAUSSIANS, "expert-doubt", mean=0.3)
    yield wrong(GAUSSIANS, "expert-doubt", mean=0.5)
    yield from ("240", "0.8")
    error = "Error rate, true classes"
    for mean in (0.3, 0.5, 0.8):
        yield shown("mixture", workspace(GAUSSIANS, "expert-doubt", mean=mean), error)
    yield shown("mixture", workspace(GAUSSIANS, "hard"), error)
    labelled = workspace(GAUSSIANS, "expert-doubt", mean=0.3)
    yield shown("mixture", labelled, "Iterations")
    for name in (error, "Iterations"):
        yield shown("mixture", labelled, name, way="unsupervised")
    wine = workspace(WINE, "expert-doubt", mean=0.2)
    yield wrong(WINE, "expert-doubt", mean=0.2)
    yield from (
        shown("networks", wine, "Error rate, labels"),
        shown("networks", wine, "Error rate, true classes"),
    )


def maxima() -> Iterator[str]:
    labelled = workspace(IRIS, "nonspecificity", ns=0.8)
    for start in (0, 1, 5):
        for name in ("Log-likelihood", "Error rate, true classes"):
            yield shown("mixture", labelled, name, init="random", start=start)
    same = {shown("mixture", labelled, "Log-likelihood", init="random", start=k) for k in (0, 2)}
    assert len(same) == 1
    for name in ("Log-likelihood", "Error rate, true classes"):
        yield shown("mixture", labelled, name)
    yield from (str(count_maxima(0.8)), str(count_maxima(0.8, n_starts=10)))
    assert count_maxima(0.3) == 1
    yield from (str(count_maxima(None)), str(count_maxima(None, relabel=True)), "50")


@cache
def count_maxima(ns: float | None, relabel: bool = False, n_starts: int = 50) -> int:
    found = Landscape(3 if ns is None else None, n_starts, relabel=relabel, random_state=SEED)
    made = workspace(IRIS, "nonspecificity", ns=ns or 0.0)
    assert made.dataset is not None
    return found.fit(made.dataset.X, None if ns is None else made.labels).n_maxima_


def neighbours() -> Iterator[str]:
    few, many = ({"mean": mean, "deviation": 0.2} for mean in (0.2, 0.4))
    yield wrong(IRIS, "expert-doubt", **few)
    assert wrong(IRIS, "expert-doubt", **many) == "34.0 %"
    yield "34 %"
    labelled, noisy = (workspace(IRIS, "expert-doubt", **each) for each in (few, many))
    on_plane = partial(shown, "neighbours", source="axes shown")
    for k in (7, 1, 15, 30):
        yield on_plane(labelled, "Error rate, true classes", K=k)
    for k in (7, 1):
        yield on_plane(labelled, "Ignorance", K=k)
    for k in (7, 15):
        yield on_plane(noisy, "Error rate, true classes", K=k)
    for name in ("Error rate, true classes", "No answer"):
        yield on_plane(noisy, name, answer="with rejection")
    yield "30"


def overlap() -> Iterator[str]:
    points = load_sample("butterfly", seed=SEED)
    model = ECM(2, delta_quantile=0.7, random_state=SEED).fit(points.X)
    bridge, outlier = model.partition_.dense()[[5, 11]]
    yield from (f"{bridge[3]:.2f}", f"{outlier[0]:.2f}", "0.01")
    assert bridge[:3].max() < 0.01
    wings, spoilt = (
        metrics(open_page("credal", workspace(("butterfly", {})), quantile=quantile, n_init=1))
        for quantile in (0.7, 0.9)
    )
    assert (wings["In several"], wings["Outliers"]) == ("1", "1")
    assert (spoilt["In several"], spoilt["Outliers"]) == ("5", "0")
    for alpha in (1.0, 2.0):
        clouds = metrics(open_page("credal", workspace(("four-class", {})), alpha=alpha, n_init=1))
        assert clouds["Outliers"] == "1"
        yield from (clouds["In one cluster"], clouds["In several"])
        cloud = ECM(4, alpha=alpha, delta_quantile=0.7, random_state=SEED)
        partition = cloud.fit(load_sample("four-class", seed=SEED).X).partition_
        yield f"{partition.mean_nonspecificity():.3f}"
    yield "400"
    yield from linked_bridge()
    four = load_sample("four-class", seed=SEED)
    settings = {"n_neighbors": 50, "random_state": SEED}
    assert EKNNclus(**settings).fit(four.X).n_clusters_ == 5
    yield str(EKNNclus(**settings | {"n_neighbors": 20}).fit(four.X).n_clusters_)


def linked_bridge() -> list[str]:
    app = open_page(
        "credal", workspace(("butterfly", {})), algorithm="CECM", pairs="5=6", row=5, n_init=1
    )
    [line] = [text.value for text in app.markdown if "Row 6" in text.value]
    return re.findall(r"0\.\d\d", line)


def crowd() -> Iterator[str]:
    answers = crowd_behind_labels(load_sample("crabs", seed=SEED), seed=SEED, **CROWD)
    truth = load_sample("crabs", seed=SEED).truth
    assert truth is not None
    errors = (answers.answers != truth[:, None]).mean(axis=0)
    yield percent(errors.min())
    assert percent(errors.max()) == "67.0 %"
    yield from ("67 %", "200", str(int((crowd_conflict(answers) > 0.5).sum())))
    for changed in ({}, {"rule": "average"}, {"coverage": 0.4}):
        yield wrong(CRABS, "crowd", **CROWD | changed)
        yield vague(CRABS, "crowd", **CROWD | changed)
    for changed in ({"rule": "cautious"}, {"annotators": 15}):
        yield wrong(CRABS, "crowd", **CROWD | changed)
    labelled = workspace(CRABS, "crowd", **CROWD)
    averaged = workspace(CRABS, "crowd", **CROWD, rule="average")
    yield shown("mixture", labelled, "Error rate, true classes")
    yield shown("mixture", labelled, "Error rate, true classes", way="unsupervised")
    assert shown("mixture", averaged, "Error rate, true classes") == "4.5 %"
    yield "40 %"


def given_numbers(step: Any, stage: Any) -> set[str]:
    """The numbers that a step sets up or asks for, and what its choices propose."""
    recipes = [recipe for recipe in (stage.data, stage.labels) if recipe is not None]
    values = [value for recipe in recipes for value in recipe.settings.values()]
    values += [*stage.settings.values()]
    values += [value for each in step.done for value in each.given.values()]
    question = step.question
    wrong_choices = () if question is None else set(question.choices) - {question.answer}
    texts = [str(value) for value in values] + list(wrong_choices)
    return {found for text in texts for found in NUMBER.findall(text.replace("-", " "))}


ALL = {each.__name__: each for each in (masses, worth, maxima, neighbours, overlap, crowd)}


@pytest.mark.parametrize("key", library.ORDER)
def test_every_number_of_a_lesson_is_produced_by_the_lab(key: str) -> None:
    lesson = library.own_lessons()[key]
    computed = list(ALL[key]())
    stated: set[str] = set()
    for number, step in enumerate(lesson.steps):
        texts = [step.text, step.reveal]
        if step.question is not None:
            texts += [step.question.text, str(step.question.answer)]
        found = set(NUMBER.findall(" ".join(texts)))
        stated |= found
        allowed = {*computed, *PLAIN, *given_numbers(step, lesson.stage(number))}
        allowed |= set(NUMBER.findall(step.task))
        allowed |= {text.removesuffix(" %") for text in allowed}
        shares = [float(text.removesuffix(" %")) for text in computed if "%" in text]
        allowed |= {f"{math.floor(share + 0.5)} %" for share in shares}
        allowed |= {f"{float(text):g}" for text in allowed if re.fullmatch(r"\d+\.\d+", text)}
        allowed |= {f"{float(text):.1f}" for text in allowed if re.fullmatch(r"\d+", text)}
        assert found <= allowed, (number + 1, found - allowed)
    assert set(computed) <= stated, set(computed) - stated
