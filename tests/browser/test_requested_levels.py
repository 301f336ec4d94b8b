"""A slider under the pointer: levels are requested and fill in as they come; without a server."""

from base64 import b64encode

from belieflab.ui.shell import scripts

PAGE = """<div class="st-key-noise"><input type="range"></div><i></i>
<div class="numbers"><p>Error</p><p>9 %</p></div>
<div class="line"><b>one</b></div>"""
PREPARE = """async script => {
    const live = (await import(`data:text/javascript;base64,${script}`)).default;
    window.asked = [];
    const component = {parentElement: document.querySelector('i'),
        setTriggerValue: (name, value) => asked.push(value.batch)};
    window.receive = (batch, levels = null) => live({...component, data: {
        sliders: [{slider: 'st-key-noise', batch, value: 0, count: 1, done: true}], levels,
        place: 'numbers', numbers: {Error: '9 %'}, lines: {'.line': ['one']},
        stamp: '1', here: true}});
}"""


def test_levels_fill_in_under_the_pointer_and_a_new_batch_is_asked_for(page):
    script = "".join(scripts.read(name) for name in (*scripts.SHARED, "live.js"))
    page.set_content(PAGE)
    page.evaluate(PREPARE, b64encode(script.encode()).decode())
    page.evaluate("() => { receive('first'); }")
    page.locator("input").hover()
    assert set(page.evaluate("asked")) == {"first"}
    text = '{"value": 50, "charts": {}, "numbers": {"Error": "2 %"}, "lines": {".line": ["two"]}}'
    level = f"{{slider: 'st-key-noise', batch: 'first', start: 0, texts: ['{text}']}}"
    page.mouse.down()  # at 50, where no level is yet
    page.evaluate(f"() => {{ receive('first', {level}); }}")
    assert page.locator(".numbers").inner_text() == "Error\n\n2 %"  # it fills in
    assert page.locator(".line").inner_text() == "two"
    page.mouse.up()
    page.evaluate("asked = []")
    page.evaluate("() => { receive('second'); }")
    assert page.evaluate("asked") == ["second"]
