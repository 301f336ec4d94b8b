"""Kernels are compiled by another process, once, and a failure there only costs time."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from belieflab import kernels

Stamp = Callable[[str], Path]
pytestmark = pytest.mark.usefixtures("stamp")


@pytest.fixture
def stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stamp:
    """Where it is noted that a package was compiled; none was yet."""

    def of(package: str) -> Path:
        return tmp_path / package

    monkeypatch.setattr(kernels, "_stamp", of)
    return of


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What another process was asked to compile; it cannot be started."""
    asked: list[list[str]] = []

    def refuse(packages: list[str]) -> None:
        asked.append(packages)
        raise OSError

    monkeypatch.setattr(kernels, "_start_compiler", refuse)
    return asked


def test_another_process_names_package_after_package(monkeypatch, tmp_path):
    cache = tmp_path / "cache"
    cache.mkdir()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache))
    with kernels._start_compiler(["belief"]) as compiler:
        named = compiler.stdout.read().decode().split()
    assert compiler.returncode == 0
    assert named == ["belief"]
    assert (cache / "belief-compiled").exists()


@pytest.mark.parametrize("program", ["/no/such/program", "false"])
def test_packages_are_named_too_when_that_process_fails(monkeypatch, program):
    monkeypatch.setattr(sys, "executable", program)
    assert tuple(kernels.ready_packages()) == kernels.PACKAGES


def test_a_process_that_dies_half_way_costs_no_package(monkeypatch, tmp_path):
    program = tmp_path / "dies"
    program.write_text("#!/bin/sh\necho mixture\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    assert tuple(kernels.ready_packages()) == kernels.PACKAGES


def test_compiled_kernels_are_loaded_without_another_process(stamp, started):
    for package in kernels.PACKAGES:
        stamp(package).touch()
    assert tuple(kernels.ready_packages()) == kernels.PACKAGES
    assert started == []


def test_only_what_is_missing_is_compiled(stamp, started):
    stamp("belief").touch()
    others = [package for package in kernels.PACKAGES if package != "belief"]
    assert list(kernels.ready_packages()) == ["belief", *others]
    assert started == [others]


def test_a_changed_source_is_compiled_again(stamp, started):
    for package in kernels.PACKAGES:
        stamp(package).touch()
        os.utime(stamp(package), (0, 0))
    assert tuple(kernels.ready_packages()) == kernels.PACKAGES
    assert started == [list(kernels.PACKAGES)]


def test_each_package_is_compiled_once_and_noted(stamp, monkeypatch, capsys):
    compiled = []
    monkeypatch.setattr(kernels, "warm_up", compiled.append)
    kernels.main(["belief"])
    assert compiled == ["belief"]
    assert stamp("belief").exists()
    kernels.main([])
    assert sorted(compiled) == sorted(kernels.PACKAGES)
    assert capsys.readouterr().out.split() == compiled


def test_nothing_is_loaded_when_all_is_there(stamp, monkeypatch, capsys):
    monkeypatch.setattr(kernels, "warm_up", lambda package: pytest.fail(f"{package} was loaded"))
    for package in kernels.PACKAGES:
        stamp(package).touch()
    kernels.main([])
    assert capsys.readouterr().out == ""
