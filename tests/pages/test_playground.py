"""The playground, driven in process."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from belieflab import MassTable
from belieflab.belief.algebra import derive_conjunctive
from belieflab.belief.rules import RULES, Rule
from belieflab.data.dataset import Dataset
from belieflab.ui.pages.playground.link import PRESETS, read_link
from belieflab.ui.shell.workspace import Workspace

PAGE = Path(__file__).parents[2] / "pages" / "playground.py"


def opened(**params) -> AppTest:
    at = AppTest.from_file(PAGE, default_timeout=60)
    for key, value in params.items():
        at.query_params[key] = value
    return checked(at.run())


def checked(at: AppTest) -> AppTest:
    assert not at.exception
    return at


def conflict(at: AppTest) -> str:
    return at.metric[0].value


def sets_table(at: AppTest):
    return at.dataframe[0].value.set_index("set")


def link(at: AppTest):
    return {key: at.query_params[key] for key in at.query_params}


def errors(at: AppTest) -> str:
    return " ".join(error.value.replace("\\", "") for error in at.error)


def test_opens_with_zadeh_and_says_so_in_the_address():
    at = opened()
    assert link(at) == {"preset": "zadeh"}
    assert conflict(at) == "0.9999"
    assert sets_table(at).loc["{tumour}", "m"] == pytest.approx(1.0)


@pytest.mark.parametrize("key", PRESETS)
def test_every_example_opens_from_its_link_and_from_the_list(key):
    at = opened(preset=key)
    assert at.selectbox(key="playground.preset").value == key
    assert any(PRESETS[key].text in caption.value for caption in at.sidebar.caption)
    other = checked(opened().selectbox(key="playground.preset").set_value(key).run())
    assert link(other) == {"preset": key}
    assert sets_table(other).equals(sets_table(at))


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_shows_a_result_and_its_sum(rule):
    at = opened(preset="witness")
    checked(at.segmented_control(key="playground.rule").set_value(rule).run())
    assert read_link(link(at)).rule == rule
    assert sets_table(at)["m"].sum() == pytest.approx(1.0)
    assert any("m₁" in code.value or "w₁" in code.value for code in at.code)


def test_a_slider_moves_mass_and_omega_takes_the_rest():
    at = opened(preset="agree")
    checked(at.slider(key="playground.mass.0.1").set_value(0.5).run())
    assert link(at)["m1"] == "a-0.5"
    assert any("0.5" in text.value and "Ω takes" in text.value for text in at.markdown)
    assert sets_table(at).loc["{rain}", "m"] == pytest.approx(1 - 0.5 * 0.3)


def test_too_much_mass_is_a_sentence_and_scaling_helps():
    at = opened(preset="agree")
    checked(at.slider(key="playground.mass.0.2").set_value(0.8).run())
    assert "sum to 1.4" in errors(at)
    assert at.slider(key="playground.mass.0.1").value == 0.6
    assert at.slider(key="playground.mass.0.2").value == 0.8
    checked(at.button(key="playground.scale.0").click().run())
    assert not at.error
    assert at.slider(key="playground.mass.0.2").value == pytest.approx(0.8 / 1.4)


def test_doubt_and_condition():
    at = opened(preset="zadeh")
    checked(at.slider(key="playground.doubt.0").set_value(0.2).run())
    assert link(at) == {"preset": "zadeh", "doubt": "0.2~0"}
    checked(at.selectbox(key="playground.given").set_value(0b011).run())
    assert link(at)["given"] == "ab"
    assert sets_table(at).loc["{tumour}", "m"] == 0.0


def test_total_conflict_is_one_sentence_and_the_page_lives():
    at = opened(frame="a~b", m1="a-1", m2="b-1")
    assert "contradict each other completely" in errors(at)
    assert conflict(at) == "1"
    checked(at.segmented_control(key="playground.rule").set_value("yager").run())
    assert not at.error
    assert sets_table(at).loc["Ω", "m"] == 1.0


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("a", "2 to 5 names"),
        ("a, b, c, d, e, f", "2 to 5 names; 6"),
        ("a, a", "appears twice"),
        ("a, , b", "empty name"),
    ],
)
def test_bad_names_are_said_and_stay_as_typed(typed, sentence):
    at = opened()
    checked(at.text_input(key="playground.frame").set_value(typed).run())
    assert sentence in errors(at)
    assert at.text_input(key="playground.frame").value == typed
    assert link(at) == {"preset": "zadeh"}
    checked(at.text_input(key="playground.frame").set_value("x, y").run())
    assert not at.error
    assert link(at)["frame"] == "x~y"


def test_five_names_have_thirty_two_subsets():
    at = opened()
    checked(at.text_input(key="playground.frame").set_value("a, b, c, d, e").run())
    assert len(sets_table(at)) == 32
    checked(at.multiselect[0].set_value([str(0b11000)]).run())
    checked(at.slider(key="playground.mass.0.24").set_value(0.0).run())


def test_sources_come_and_go_and_edits_are_undone():
    at = opened()
    for _ in range(4):
        checked(at.button(key="playground.add").click().run())
    assert at.button(key="playground.add").disabled
    checked(at.button(key="playground.remove.5").click().run())
    checked(at.button(key="playground.undo").click().run())
    assert len(read_link(link(at)).sources) == 6
    checked(at.button(key="playground.reset").click().run())
    assert link(at) == {"preset": "zadeh"}
    assert at.button(key="playground.reset").disabled


def test_a_name_of_a_source_is_unique():
    at = opened()
    checked(at.text_input(key="playground.name.0").set_value("Doctor 2").run())
    assert "Two sources are called" in errors(at)
    assert at.text_input(key="playground.name.0").value == "Doctor 1"


def test_the_table_holds_every_set_but_omega():
    at = opened(preset="agree")
    checked(at.segmented_control(key="playground.edit").set_value("Table").run())
    grid = at.dataframe[0].value
    assert list(grid["set"]) == ["{rain}", "{dry}"]
    assert list(grid["s0"]) == [0.6, 0.0]
    assert not [slider for slider in at.slider if "mass" in str(slider.key)]


def test_a_link_of_another_playground_is_followed_in_the_same_session():
    at = opened()
    for key in list(at.query_params):
        del at.query_params[key]
    at.query_params["preset"] = "murder"
    checked(at.run())
    assert sets_table(at).loc["{Paul}", "m"] == pytest.approx(0.5)
    checked(at.button(key="playground.undo").click().run())
    assert link(at) == {"preset": "zadeh"}


def test_a_broken_link_is_said_and_the_page_lives():
    at = opened(preset="nobody")
    assert "no example called 'nobody'" in errors(at)
    assert link(at) == {"preset": "zadeh"}


def test_a_link_opens_the_same_picture():
    at = opened(preset="bayes")
    checked(at.slider(key="playground.mass.1.2").set_value(0.4).run())
    checked(at.segmented_control(key="playground.rule").set_value("dubois-prade").run())
    again = opened(**link(at))
    assert sets_table(again).equals(sets_table(at))
    assert link(again) == link(at)


def test_saved_settings_bring_the_playground_back():
    at = opened(preset="murder")
    saved = at.session_state["playground.link"]
    other = opened(preset="bayes")
    other.session_state["playground.link"] = saved
    assert link(checked(other.run())) == {"preset": "murder"}


def test_markdown_in_names_stays_text():
    at = opened(frame="![x](http://example.org/a.png)~*b*", m1="a-0.5")
    labels = [slider.label for slider in at.slider]
    assert not any("![x](http" in label for label in labels)
    assert any("\\!\\[x\\]" in label for label in labels)


def workspace_with_labels(n_classes: int) -> Workspace:

    names = tuple(f"c{k}" for k in range(n_classes))
    workspace = Workspace()
    labels = MassTable.from_guess_and_doubt(["c1", "c0"], [0.25, 0.5], names)
    dataset = Dataset(np.zeros((2, 1)), ("x",), None, names)
    workspace.adopt_dataset(dataset, labels)
    return workspace


def test_a_label_of_the_workspace_becomes_a_source():
    at = AppTest.from_file(PAGE, default_timeout=60)
    at.session_state["workspace"] = workspace_with_labels(3)
    checked(at.run())
    checked(at.number_input(key="playground.row").set_value(2).run())
    checked(at.button(key="playground.take").click().run())
    assert link(at)["frame"] == "c0~c1~c2"
    assert link(at)["m1"] == "a-0.5"


def test_a_label_is_taken_by_the_id_of_its_object():
    workspace = workspace_with_labels(3)
    named = replace(workspace.dataset, ids=("k1", "k2"))
    workspace.adopt_dataset(named, workspace.labels)
    at = AppTest.from_file(PAGE, default_timeout=60)
    at.session_state["workspace"] = workspace
    checked(at.run())
    at.text_input(key="playground.id").set_value("k9").run()
    assert "There is no object 'k9'; ids are such as 'k1'." in at.error[0].value.replace("\\", "")
    checked(at.text_input(key="playground.id").set_value("k2").run())
    checked(at.button(key="playground.take").click().run())
    assert link(at)["m1"] == "a-0.5"
    assert "k2" in str(link(at))


def test_labels_of_many_classes_stay_out_with_a_reason():
    at = AppTest.from_file(PAGE, default_timeout=60)
    at.session_state["workspace"] = workspace_with_labels(7)
    checked(at.run())
    assert any("7 classes" in caption.value for caption in at.caption)


def test_decisions_of_every_mass_function():
    at = opened(preset="witness")
    table = next(f.value for f in at.dataframe if "decision" in f.value.columns)
    assert list(table.columns) == ["decision", "Witness", "Neighbour", "Result"]
    assert table["Witness"][0] == "Peter"


def test_a_rule_that_is_added_to_the_registry_is_offered_and_shown():
    first = Rule(
        "first",
        "First",
        "Only the first source counts.",
        combine=lambda frame, sources: sources[0],
        derive=lambda frame, sources: derive_conjunctive(frame, sources[:1]),
    )
    with RULES.temporarily(first):
        at = checked(opened().segmented_control(key="playground.rule").set_value("first").run())
        assert sets_table(at)["m"].sum() == pytest.approx(1.0)
        assert any("Only the first source counts." in caption.value for caption in at.caption)
