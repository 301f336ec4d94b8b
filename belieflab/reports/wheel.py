"""The running belieflab as a wheel: a script then runs with the version that it was made with."""

import base64
import hashlib
import io
import tomllib
import zipfile
from functools import lru_cache
from importlib import metadata
from pathlib import Path

from belieflab.version import __version__

PACKAGE = Path(__file__).parents[1]
LEFT_OUT = {".pyc", ".nbi", ".nbc"}
_DAY = (2020, 1, 1, 0, 0, 0)  # the same files give the same wheel


@lru_cache(maxsize=1)
def build_wheel() -> tuple[str, bytes]:
    """Name and content of the wheel of the package that runs."""
    version = __version__
    info = f"belieflab-{version}.dist-info"
    files = {
        f"belieflab/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes()
        for path in sorted(PACKAGE.rglob("*"))
        if path.is_file() and path.suffix not in LEFT_OUT and "__pycache__" not in path.parts
    }
    files[f"{info}/METADATA"] = _metadata(version).encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: belieflab\n" + (
        b"Root-Is-Purelib: true\nTag: py3-none-any\n"
    )
    record = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, _DAY), content, zipfile.ZIP_DEFLATED)
    return f"belieflab-{version}-py3-none-any.whl", written.getvalue()


def _metadata(version: str) -> str:
    lines = ["Metadata-Version: 2.1", "Name: belieflab", f"Version: {version}"]
    requirements, extras, python = _requirements()
    lines += [f"Requires-Python: {python}", *(f"Requires-Dist: {each}" for each in requirements)]
    lines += [f"Provides-Extra: {extra}" for extra in extras]
    return "\n".join([*lines, ""])


def _requirements() -> tuple[list[str], list[str], str]:
    """What belieflab needs: as declared beside the package, else as it was installed."""
    declared = PACKAGE.parent / "pyproject.toml"
    if not declared.is_file():
        found = metadata.metadata("belieflab")
        extras = found.get_all("Provides-Extra") or []
        return metadata.requires("belieflab") or [], extras, found["Requires-Python"]
    project = tomllib.loads(declared.read_text(encoding="utf-8"))["project"]
    optional: dict[str, list[str]] = project["optional-dependencies"]
    needed = [*project["dependencies"]]
    needed += [f'{each} ; extra == "{extra}"' for extra, own in optional.items() for each in own]
    return needed, list(optional), project["requires-python"]


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
