"""Values pushed onto a chart stay there, whatever else happens to it; no server is asked."""

from base64 import b64encode

from belieflab.ui.shell import scripts

CHART = '<div class="st-key-curve"><div class="js-plotly-plot"></div></div><i></i><i></i>'
# A chart that takes updates as Plotly does, and two elements that push onto it.
PREPARE = """async script => {
    window.graph = document.querySelector('.js-plotly-plot');
    graph.layout = {};
    window.build = () => { graph.data = [{x: []}]; graph._transitionData = {}; };
    window.Plotly = {update: (g, {x}, _, traces) => traces.forEach((trace, k) => {
        g.data[trace].x = x[k]; window.pushes += 1;
    })};
    window.pushes = 0;
    build();
    const push = (await import(`data:text/javascript;base64,${script}`)).default;
    const roots = document.querySelectorAll('i');
    window.push = (k, x) => push({parentElement: roots[k],
        data: {chart: 'st-key-curve', changes: [{trace: 0, update: {x}}]}});
}"""
VALUES = "graph.data[0].x.join()"
# Two looks of every element: each sees the chart as it is now.
LOOKED = "() => new Promise(done => setTimeout(done, 320))"


def test_an_element_that_is_about_to_go_never_puts_its_old_values_over_newer_ones(page):
    script = "".join(scripts.read(name) for name in (*scripts.SHARED, "pushing.js"))
    page.set_content(CHART)
    page.evaluate(PREPARE, b64encode(script.encode()).decode())
    page.evaluate("() => { window.leaveFirst = push(0, [1]); }")
    page.evaluate("() => { push(1, [1, 2]); }")
    assert page.evaluate(VALUES) == "1,2"
    for change in ("build()", "graph.data[0].x = []"):  # drawn anew; overwritten by another drawing
        page.evaluate(change)
        page.evaluate(LOOKED)
        assert page.evaluate(VALUES) == "1,2"
    page.evaluate("leaveFirst()")
    assert page.evaluate("pushes") == 4
    page.evaluate(LOOKED)
    assert page.evaluate("pushes") == 4  # it looks again and again, and pushes only what is gone


def test_a_chart_is_never_left_to_an_element_that_has_gone(page):
    script = "".join(scripts.read(name) for name in (*scripts.SHARED, "pushing.js"))
    page.set_content(CHART)
    page.evaluate(PREPARE, b64encode(script.encode()).decode())
    page.evaluate("() => { push(0, [1, 2]); }")
    page.evaluate("() => { window.leaveSecond = push(1, [1]); }")  # old values, mounted late
    page.evaluate("leaveSecond()")
    page.evaluate(LOOKED)
    assert page.evaluate(VALUES) == "1,2"


def test_a_call_that_was_overtaken_while_it_was_loaded_ends_nothing(page):
    script = "".join(scripts.read(name) for name in (*scripts.SHARED, "pushing.js"))
    page.set_content(CHART)
    page.evaluate(PREPARE, b64encode(script.encode()).decode())
    page.evaluate("() => { window.overtaken = push(0, [1]); window.leave = push(0, [1, 2]); }")
    for late in ("", "window.overtaken = push(0, [1])"):  # it may even come after the newer call
        page.evaluate(f"() => {{ {late} }}")
        page.evaluate("overtaken()")  # as Streamlit does it, after the newer call
        page.evaluate("build()")
        page.evaluate(LOOKED)
        assert page.evaluate(VALUES) == "1,2"
    page.evaluate("leave()")
    page.evaluate("build()")
    page.evaluate(LOOKED)
    assert page.evaluate(VALUES) == ""
