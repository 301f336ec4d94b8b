"""The scripts of all components, sent to the browser once and called by their names.

Streamlit sends the script of a component with every element that uses it, in every run. So the
scripts travel together in one element that never changes, which the browser keeps, and a component
brings only a line that calls the one of its name.
"""

from functools import cache
from importlib.resources import files
from typing import Any

import streamlit as st

FOLDER = files("belieflab.ui") / "method" / "player"
SHARED = ("calls.js", "charts.js")
_EXPORT = "export default function ("
_CALL = """
export default function (component) {
  const call = () => window.belieflabScripts.NAME(component);
  if (window.belieflabScripts) return call();
  let leave = null;
  const wait = () => (leave = call());
  document.addEventListener("belieflab-scripts", wait, { once: true });
  return () => {
    document.removeEventListener("belieflab-scripts", wait);
    leave?.();
  };
}
"""


def read(file: str) -> str:
    """The text of a file among the scripts."""
    return (FOLDER / file).read_text(encoding="utf-8")


def call(name: str) -> str:
    """The script of a component that calls the script of that name."""
    return _CALL.replace("NAME", name)


def bundle() -> str:
    """All scripts in one, each in a scope of its own, after what they share."""
    names = sorted(each.name for each in FOLDER.iterdir() if each.name.endswith(".js"))
    parts = [
        f"  {name.removesuffix('.js')}: (() => {{\n{read(name).replace(_EXPORT, 'function run(')}\n"
        "  return run; })(),"
        for name in names
        if name not in SHARED
    ]
    announced = 'document.dispatchEvent(new Event("belieflab-scripts"));\n'
    scripts = "\n".join(["window.belieflabScripts ??= {", *parts, "};"])
    shared = "\n".join(map(read, SHARED))
    return f"{shared}\n{scripts}\n{announced}{_EXPORT}) {{}}\n"


@cache
def _component() -> Any:
    return st.components.v2.component("belieflab_scripts", js=bundle())


def draw() -> None:
    """Draw the element that brings the scripts; nothing of it is seen."""
    _component()(key="shell.scripts", height=1)
