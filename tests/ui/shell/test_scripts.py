"""The scripts of the components go to the browser in one piece."""

from belieflab.ui.method.component import component
from belieflab.ui.shell import scripts

NAMES = ("player", "images", "clicking", "pushing", "restyling", "live", "reading")


def test_every_script_is_there_under_its_name_and_nothing_else_is_exported():
    whole = scripts.bundle()
    assert all(f"\n  {name}: (() => {{" in whole for name in NAMES)
    assert whole.count("export default") == 1


def test_a_component_brings_only_the_call_of_its_script():
    assert "belieflabScripts.player(component)" in scripts.call("player")
    assert len(scripts.call("player")) < 500
    assert component("player") is not None
