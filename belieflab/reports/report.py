"""What a report holds, and the zip that is made of it."""

import io
import json
import platform
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from typing import Any

import pandas as pd

from belieflab.data.reading import write_table
from belieflab.references import SOURCES
from belieflab.reports.latex import to_latex
from belieflab.reports.pictures import Picture
from belieflab.reports.wheel import build_wheel
from belieflab.version import __version__

SCRIPT, CONSTRAINTS = "script.py", "constraints.txt"
PACKAGES = ("numpy", "scipy", "scikit-learn", "numba", "pandas", "plotly")


@dataclass(frozen=True)
class Report:
    """One result, so that it can be printed, cited and computed again.

    Parameters
    ----------
    title : what it is about
    script : Python that gives the result again; it reads `data` where it names them
    pictures : the figures
    tables : by name; each becomes CSV and LaTeX
    settings : what was chosen, in words and numbers
    seed : of every random choice
    sources : keys of the papers that the method comes from
    data : files that go beside the script, by name
    """

    title: str
    script: str
    pictures: Sequence[Picture] = ()
    tables: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    sources: Sequence[str] = ()
    data: Mapping[str, bytes] = field(default_factory=dict)

    def write(self) -> bytes:
        """The zip with everything."""
        wheel_name, wheel = build_wheel()
        chosen = {"title": self.title, "seed": self.seed, "settings": dict(self.settings)}
        described = json.dumps(chosen | {"versions": versions()}, indent=2, ensure_ascii=False)
        files: dict[str, bytes] = {
            "README.txt": self._readme(wheel_name).encode(),
            SCRIPT: self.script.encode(),
            CONSTRAINTS: constraints().encode(),
            "settings.json": described.encode(),
            "references.bib": "\n".join(SOURCES[key].bibtex for key in self.sources).encode(),
            wheel_name: wheel,
            **self.data,
        }
        if self.pictures:
            captions = [f"{picture.name}: {picture.caption}" for picture in self.pictures]
            files["figures/captions.txt"] = ("\n\n".join(captions) + "\n").encode()
        for picture in self.pictures:
            files |= {f"figures/{name}": content for name, content in picture.files().items()}
        for title, table in self.tables.items():
            name = title.replace("/", "-")
            latex = to_latex(table, f"{self.title}: {title}", name.replace(" ", "-"))
            files[f"tables/{name}.csv"] = write_table(table)
            files[f"tables/{name}.tex"] = latex.encode() + b"\n"
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        return written.getvalue()

    def _readme(self, wheel: str) -> str:
        return f"""{self.title}

Compute it again, in an empty environment of Python {platform.python_version()}:

    pip install -c {CONSTRAINTS} "./{wheel}[script]"
    python {SCRIPT}

{SCRIPT}          gives the same numbers and the same figure
settings.json      what was chosen, the seed, and the versions it was computed with
{CONSTRAINTS}    the same versions for pip; without "-c {CONSTRAINTS}" it takes newer ones
figures/           each as SVG, PDF and PNG with 300 dots per inch; captions.txt says what they show
tables/            each as CSV and as LaTeX, which needs \\usepackage{{booktabs}} and, where a table
                   is wide, \\usepackage{{graphicx}}
references.bib     the papers that the method comes from
{wheel}
                   the belieflab that it was computed with
"""


def versions() -> dict[str, str]:
    """The versions of belieflab, Python and the packages that compute and draw."""
    found = {"belieflab": __version__, "python": platform.python_version()}
    return found | {name: metadata.version(name) for name in PACKAGES if _is_installed(name)}


def constraints() -> str:
    """The same as constraints for pip, so that an installation years later computes the same."""
    pinned = (f"{name}=={each}" for name, each in versions().items() if name in PACKAGES)
    return "\n".join(pinned) + "\n"


def cited_in(texts: Sequence[str]) -> list[str]:
    """The keys of the sources that texts name as "Côme et al. (2009)" or "Côme et al. 2009"."""
    together = "\n".join(texts).replace("(", "").replace(")", "")

    def is_named(short: str) -> bool:  # "Denœux (2008)" is not "Masson and Denœux (2008)"
        bare = re.escape(short.replace("(", "").replace(")", ""))
        return re.search(rf"(?<!and )(?<!\w){bare}\b", together) is not None

    return [key for key, source in SOURCES.items() if is_named(source.short)]


def _is_installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True
