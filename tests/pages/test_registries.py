"""A label law or a classifier that is added to its registry is offered on the pages that use it."""

from functools import partial

import numpy as np
import pytest
from opened_pages import drawn, finish, open_page, sentences
from toys import TOY_CLASSIFIER, TOY_LAW

from belieflab.active import Oracle
from belieflab.data.laws import LAWS
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.ui.shell.workspace import Recipe, Workspace

whatif, active = partial(open_page, "whatif"), partial(open_page, "active")
SWEEP = {"levels": "20, 60", "replicates": 2, "folds": 3}
PROTOCOL = {"repetitions": 1, "queries": 2}


def iris() -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"))
    return workspace


def run(app, page):
    app.button(key=f"{page}.run.run").click().run()
    return finish(app, f"{page}.run")


def active_run(app):
    return run(app, "active").session_state["shell.runs"]["active.run"].value


def test_a_new_law_is_swept_by_its_noise_level_in_what_if():
    with LAWS.temporarily(TOY_LAW):
        assert TOY_LAW.title in whatif(iris()).selectbox(key="whatif.law").options
        app = whatif(iris(), law=TOY_LAW.key, methods=["soft"], **SWEEP)
        app = run(app, "whatif")
        assert list(app.table[0].value.columns) == ["20 %", "60 %"]
        assert "–" not in app.table[0].value.to_numpy().ravel()
        app.session_state["whatif.tab"] = "Code"
        assert "varied: trust" in drawn(app).code[1].value


def test_a_new_law_answers_as_an_oracle_in_active_learning():
    with LAWS.temporarily(TOY_LAW):
        assert TOY_LAW.title in active(iris()).selectbox(key="active.law").options
        app = active(iris(), law=TOY_LAW.key, **PROTOCOL)
        assert app.slider(key="active.trust").value == 0.75
        app.slider(key="active.trust").set_value(0.5).run()
        protocol = active_run(app).protocol
        assert protocol.oracle == Oracle.rich(TOY_LAW.key, trust=0.5)


def test_a_new_law_is_on_the_labels_page_and_called_what_it_is():
    with LAWS.temporarily(TOY_LAW):
        app = open_page("labels", iris())
        assert "Toy law" in app.selectbox(key="labels.law").options
        app.selectbox(key="labels.law").set_value(TOY_LAW.key).run()
        assert any(text.value.startswith("Builder. ") for text in app.caption)


def test_the_noise_slider_of_a_method_page_moves_a_new_law():
    with LAWS.temporarily(TOY_LAW):
        workspace = iris()
        workspace.build_labels(TOY_LAW.key)
        app = open_page("neighbours", workspace)
        slider = app.slider(key="neighbours.noise")
        assert (slider.label, slider.value) == ("Label noise: 1 − trust", 0.25)
        assert TOY_LAW.explanation in slider.help
        drawn(slider.set_value(0.6))
        assert workspace.state.label_recipe == Recipe(TOY_LAW.key, {"trust": 0.4})
        assert workspace.labels.nonspecificity().mean() == np.float64(0.6)


def test_a_new_classifier_is_compared_in_what_if():
    with CLASSIFIERS.temporarily(TOY_CLASSIFIER):
        app = whatif(iris())
        assert TOY_CLASSIFIER.title in app.multiselect(key="whatif.methods").options
        app = run(whatif(iris(), methods=["soft", TOY_CLASSIFIER.key], **SWEEP), "whatif")
        assert list(app.table[0].value.index) == ["Soft labels", TOY_CLASSIFIER.title]
        assert "–" not in app.table[0].value.to_numpy().ravel()


def test_a_new_classifier_learns_and_asks_in_active_learning():
    with CLASSIFIERS.temporarily(TOY_CLASSIFIER):
        app = active(iris())
        assert TOY_CLASSIFIER.title in app.multiselect(key="active.models").options
        app = active(iris(), models=[TOY_CLASSIFIER.key], strategies=["confidence"], **PROTOCOL)
        [curve] = active_run(app).protocol.curves()
        assert np.isfinite(curve.mean).all()
        app = active(iris(), mode="Play the oracle", model=TOY_CLASSIFIER.key)
        assert TOY_CLASSIFIER.title in app.selectbox(key="active.model").options
        assert "What is row" in sentences(app)


def labelled() -> Workspace:
    workspace = iris()
    workspace.build_labels("guess-doubt")
    return workspace


def test_a_new_classifier_is_compared_in_evaluate():
    with CLASSIFIERS.temporarily(TOY_CLASSIFIER):
        app = open_page("evaluate", labelled())
        methods = app.multiselect(key="evaluate.methods")
        assert TOY_CLASSIFIER.title in methods.options
        assert TOY_CLASSIFIER.explanation in methods.help
        chosen = {"methods": ["eknn", TOY_CLASSIFIER.key], "repeats": 1, "curve": False}
        app = open_page("evaluate", labelled(), **chosen)
        table = app.main.dataframe[0].value
        assert table["method"].tolist() == ["Evidential k-NN", TOY_CLASSIFIER.title]
        assert np.isfinite(table["agreement with labels"]).all()


def test_a_new_classifier_gives_evidence_in_suspects():
    with CLASSIFIERS.temporarily(TOY_CLASSIFIER):
        app = open_page("suspects", labelled(), classifier=TOY_CLASSIFIER.key)
        select = app.selectbox(key="suspects.classifier")
        assert TOY_CLASSIFIER.title in select.options and TOY_CLASSIFIER.explanation in select.help
        assert f"Evidence: {TOY_CLASSIFIER.title}, " in sentences(app)


@pytest.mark.parametrize("page", ["whatif.methods", "active.models"])
def test_a_new_classifier_is_explained_where_it_is_chosen(page):
    with CLASSIFIERS.temporarily(TOY_CLASSIFIER):
        app = open_page(page.partition(".")[0], iris())
        assert TOY_CLASSIFIER.explanation in app.multiselect(key=page).help
