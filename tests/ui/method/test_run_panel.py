"""Run and Stop as a page draws them."""

from streamlit.testing.v1 import AppTest

from belieflab.ui.method.run_panel import describe
from belieflab.ui.method.runs import Run


def app() -> None:
    import threading

    import streamlit as st

    from belieflab.cost import Cost
    from belieflab.errors import DataError
    from belieflab.ui.method.tasks import Task, draw_run
    from belieflab.ui.shell import messages

    gate = st.session_state.setdefault("gate", threading.Event())

    def steps():
        yield 1
        gate.wait(30)
        if broken:
            raise DataError("Row 2 has no label.")
        yield 2

    broken = st.session_state.get("broken", False)

    def start(stop):
        if st.session_state.get("refuse"):
            raise DataError("There is nothing to fit.")
        return None, steps()

    def resume(value, stop):
        return iter(())

    messages.show()
    look = {"label": "Fit", "resume": resume, "by_itself": False}
    draw_run(Task("page.fit", None, start, Cost(0.0, 0.0), 2, **look))


def opened() -> AppTest:
    return AppTest.from_function(app, default_timeout=60).run()


def labels(at: AppTest) -> list[str]:
    return [button.label for button in at.button]


def the_run(at: AppTest) -> Run:
    return at.session_state["shell.runs"]["page.fit"]


def test_run_gives_way_to_stop_while_it_runs_and_comes_back():
    at = opened()
    assert labels(at) == ["Fit"]
    at.button(key="page.fit.run").click().run()
    assert labels(at) == ["Stop"]
    at.session_state["gate"].set()
    the_run(at).join(10)
    at.run()
    assert labels(at) == ["Fit"]
    assert at.caption[0].value.startswith("2 iterations · finished after")


def test_stop_keeps_the_steps_and_offers_to_go_on():
    at = opened()
    at.button(key="page.fit.run").click().run()
    while not the_run(at).steps:
        pass
    at.button(key="page.fit.stop").click().run()
    assert labels(at) == ["Fit", "Go on"]
    assert at.caption[0].value.startswith("1 iteration · stopped after")
    at.session_state["gate"].set()
    the_run(at).join(10)
    at.button(key="page.fit.resume").click().run()
    the_run(at).join(10)
    assert the_run(at).steps == [1, 2]


def test_bad_data_in_the_thread_are_reported_on_the_page():
    at = opened()
    at.session_state["broken"] = True
    at.session_state["gate"].set()
    at.run()
    at.button(key="page.fit.run").click().run()
    the_run(at).join(10)
    at.run()
    assert [error.value for error in at.error] == [r"Row 2 has no label\."]


def test_bad_data_before_the_thread_are_reported_too():
    at = opened()
    at.session_state["refuse"] = True
    at.button(key="page.fit.run").click().run()
    assert [error.value for error in at.error] == [r"There is nothing to fit\."]
    assert not at.exception


def test_the_line_names_what_is_counted():
    run = Run(lambda: iter([1, 2, 3]), expected=3)
    run.start()
    run.join(10)
    assert describe(run, "start") == "3 starts · finished after less than 1 s"


def test_work_without_counted_steps_tells_the_time_alone(monkeypatch):
    run = Run(lambda: iter([1]), seconds=100.0)
    monkeypatch.setattr(Run, "elapsed", property(lambda self: 20.0))
    monkeypatch.setattr(Run, "running", True)
    assert describe(run, "fit") == "1 min 20 s left"
    monkeypatch.setattr(Run, "running", False)
    assert describe(run, "fit") == "stopped after 20 s"


def hasty_page() -> None:
    import threading

    import streamlit as st

    from belieflab.cost import Cost
    from belieflab.ui.method import runs
    from belieflab.ui.method.tasks import Task, draw_run

    run = runs.get("page.fit")
    st.text("result" if run is not None and not run.running else "waiting")
    if run is not None:
        st.session_state["gate"].set()
        run.join(10)

    def start(stop):
        gate = st.session_state["gate"] = threading.Event()

        def steps():
            gate.wait(30)
            yield 1

        return None, steps()

    draw_run(Task("page.fit", None, start, Cost(0.0, 0.0), by_itself=False))


def test_a_run_that_ends_while_the_page_is_drawn_still_shows_its_result():
    at = AppTest.from_function(hasty_page, default_timeout=60).run()
    assert at.text[0].value == "waiting"
    at.button(key="page.fit.run").click().run()
    assert at.text[0].value == "result"
