"""A lesson opened in process, and what a person does in it."""

from typing import Any

from opened_pages import drawn
from streamlit.testing.v1 import AppTest

from belieflab.ui.shell import navigation
from belieflab.ui.shell.lessons import session
from belieflab.ui.shell.lessons.lesson import Condition
from belieflab.ui.shell.workspace import Workspace

SCRIPT = "from belieflab.ui.shell import navigation; navigation.run_app()"
WIDGETS = (
    "slider",
    "select_slider",
    "number_input",
    "selectbox",
    "button_group",
    "toggle",
    "multiselect",
)


def opened(**query: str) -> AppTest:
    app = AppTest.from_string(SCRIPT, default_timeout=120)
    for key, value in query.items():
        app.query_params[key] = value
    return drawn(app)


def workspace(app: AppTest) -> Workspace:
    held: Workspace = app.session_state[navigation.WORKSPACE_KEY]
    return held


def progress(app: AppTest) -> session.Progress:
    held: session.Progress = app.session_state["shell.lesson"]
    return held


def panel(app: AppTest) -> str:
    shown = [*app.sidebar.markdown, *app.sidebar.caption, *app.sidebar.success]
    return "\n".join(element.value for element in shown).replace("\\", "")


def countdown(app: AppTest) -> bool:
    """Whether the countdown to the next step is on screen."""
    components = (each.proto for each in app.get("bidi_component"))
    return any(each.component_name == "belieflab_countdown" for each in components)


def click(app: AppTest, key: str) -> AppTest:
    return drawn(app.button(key=key).click())


def widget(app: AppTest, key: str) -> Any:
    found = (getattr(app, kind) for kind in WIDGETS)
    return next((each for kind in found for each in kind if each.key == key), None)


def wanted(given: dict[str, Any]) -> Any:
    return given.get("is", given.get("at_least", given.get("at_most")))


def act(app: AppTest, condition: Condition) -> AppTest:
    """Do what the condition waits for, by the controls on screen where it can be done by them."""
    given, held = dict(condition.given), workspace(app)
    match condition.kind:
        case "setting":
            control = widget(app, given["name"])
            if control is None:
                app.session_state[given["name"]] = wanted(given) if wanted(given) else "5=6"
            elif wanted(given) is None:
                control.set_value(control.options[-1])
            else:
                control.set_value(wanted(given))
        case "noise":
            widget(app, f"{progress(app).step.page}.noise").set_value(given["at_least"])
        case "law":
            recipe = held.state.label_recipe
            assert recipe is not None
            held.build_labels(recipe.key, **{**recipe.settings, given["setting"]: wanted(given)})
        case "truth":
            owner = "card.truth" if held.lecture is None else "shell.lesson_truth"
            return click(app, f"{owner}.switch")
        case "pinned":
            return click(app, f"{given['page']}.pin")
        case "edited":
            assert held.labels is not None
            held.edit_labels(held.labels.discount(0.5), "all labels by hand")
        case "clicked":
            place = {"landscape": "chosen", "neighbours": "place", "labels": "simulate.plane"}
            values = {"chosen": 0, "place": "0, 0"}
            name = place[given["page"]]
            point = {"selection": {"points": [{"customdata": 3}], "point_indices": [3]}}
            app.session_state[f"{given['page']}.{name}"] = values.get(name, point)
    return drawn(app)


def reply(app: AppTest) -> AppTest:
    """Answer the question of the step, wrongly where there is a choice."""
    current = progress(app)
    question = current.step.question
    if question is None:
        return app
    key = f"shell.lesson_answer.{current.lesson.key}.{current.number}"
    if not question.choices:
        return click(app, f"{key}.take")
    other = next(choice for choice in question.choices if choice != question.answer)
    return drawn(app.radio(key=key).set_value(other))


def plain_start(text: str) -> str:
    """The beginning of a text, as far as it holds no link."""
    return text.partition("[[")[0].strip()[:60]
