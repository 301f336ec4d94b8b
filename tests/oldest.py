"""The library with the oldest versions of everything that pyproject.toml allows.

``python tests/oldest.py`` installs exactly the lower bounds into an environment in a temporary
folder and runs ``tests/oldest_smoke.py`` there. The bounds are read from pyproject.toml.
"""

import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = ("plot",)
_BOUND = re.compile(r"([A-Za-z0-9._-]+)\s*>=\s*([0-9.]+)(?:\s*,.*)?")


def lower_bounds(text: str, extras: tuple[str, ...] = EXTRAS) -> list[str]:
    """`name==version` for every requirement of the library and of these extras."""
    project = tomllib.loads(text)["project"]
    wanted = list(project["dependencies"])
    for extra in extras:
        wanted += project["optional-dependencies"][extra]
    pins = []
    for requirement in wanted:
        found = _BOUND.fullmatch(requirement)
        if found is None:
            raise ValueError(f"{requirement!r} has no lower bound of the form name>=version.")
        pins.append(f"{found[1]}=={found[2]}")
    return pins


def main() -> int:
    """Install, run the smoke test, and leave nothing behind."""
    pins = lower_bounds((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="belieflab-oldest-") as folder:
        sys.stdout.write(f"Oldest versions: {', '.join(pins)}\n")
        sys.stdout.flush()
        venv.create(Path(folder) / "venv", with_pip=True)
        python = str(Path(folder) / "venv" / "bin" / "python")
        install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*install, "--only-binary=:all:", *pins], check=True)
        variables = {"PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(Path(folder) / "kernels")}
        smoke = [python, "-W", "error", str(ROOT / "tests" / "oldest_smoke.py")]
        return subprocess.run(smoke, env=os.environ | variables, cwd=folder).returncode


if __name__ == "__main__":
    sys.exit(main())
