"""Packages imported only when a file asks for them; the library alone does not require them."""

import importlib
from typing import Any

from belieflab.errors import DataError


def arrow_module(name: str) -> Any:
    """A module of pyarrow, or a sentence that says how to get it."""
    return _module(name, "pyarrow")


def openpyxl_module(name: str) -> Any:
    """A module of openpyxl, or a sentence that says how to get it."""
    return _module(name, "openpyxl")


def pillow_module(name: str) -> Any:
    """A module of Pillow, or a sentence that says how to get it."""
    return _module(name, "pillow")


def _module(name: str, package: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise DataError(
            f"Reading this kind of file needs {package}; install it with pip install {package}."
        ) from None
