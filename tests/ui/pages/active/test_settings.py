"""Choices of the Active learning page as plain values."""

from dataclasses import replace

import pytest
from toys import TOY_CLASSIFIER

from belieflab import DataError
from belieflab.cost import Cost
from belieflab.data import load_sample
from belieflab.data.laws import swept_laws
from belieflab.data.settings import Settings
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.ui.method.context import Context
from belieflab.ui.pages.active.play import play_task
from belieflab.ui.pages.active.settings import (
    able_strategies,
    make_oracle,
    play_parameters,
    possible_oracles,
    protocol_parameters,
)
from belieflab.ui.shell.workspace import Workspace


@pytest.mark.parametrize("law", swept_laws())
@pytest.mark.parametrize("level", [0.0, 0.05, 0.5, 1.0])
def test_every_level_of_a_rich_oracle_is_possible(law, level):
    iris = load_sample("iris", seed=0)
    answers = make_oracle("rich", law, level).answer_all(iris, 1)
    assert len(answers) == 150


def test_the_workspaces_labels_must_be_there_to_be_given():
    with pytest.raises(DataError, match="no labels in the workspace"):
        make_oracle("given", "", 0.0)


def opened(sample: str, law: str | None = None) -> Context:
    workspace = Workspace()
    workspace.load_sample(sample)
    if law is not None:
        workspace.build_labels(law)
    return Context("active", workspace, workspace.dataset, workspace.labels)


def test_settings_are_described():
    described = Settings(protocol_parameters(opened("iris")), {"oracle": "noisy"}).described()
    assert described["oracle"] == "one class, at times a wrong one"
    assert described["Share of wrong answers"] == 0.2
    assert described["models"] == "γᵢ-EKNN, weighted k-NN"


def test_models_without_masses_have_fewer_strategies():
    lost = set(able_strategies("gamma-eknn")) - set(able_strategies("logistic"))
    assert lost == {"nonspecificity", "conflict"}


@pytest.mark.parametrize("model", ["gamma-eknn", "logistic", "toy-classifier"])
def test_the_game_costs_what_its_learner_says(model):
    with CLASSIFIERS.temporarily(replace(TOY_CLASSIFIER, cost=lambda n, p, k: Cost(n * k, p))):
        context = opened("iris")
        chosen = Settings(play_parameters(context), {"model": model})
        game = play_task(replace(context, settings=chosen))
        learned = CLASSIFIERS[model].cost(150, 4, 3)
        asked = game.cost.seconds - learned.seconds  # predictions about objects and places besides
        assert 0 < asked < 0.1 and game.cost.bytes > learned.bytes
        assert game.is_quick == (model != "toy-classifier")
        assert "toy-classifier" not in chosen.parameters["model"].titles


def test_many_classes_begin_with_an_oracle_that_can_answer():
    for sample, kind in (("iris", "rich"), ("many-clusters", "hard")):
        assert possible_oracles(opened(sample))[0] == kind
    assert possible_oracles(opened("many-clusters", "hard"))[-1] == "given"
