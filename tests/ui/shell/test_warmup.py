"""The warm-up compiles in the background and knows when it is over."""

import gc
import threading

import pytest

import belieflab.mixture.warmup
from belieflab.ui.shell.warmup import WarmUp


def test_it_lasts_until_the_kernels_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, finish = threading.Event(), threading.Event()

    def compile_slowly() -> None:
        begun.set()
        finish.wait(30)

    monkeypatch.setattr(belieflab.mixture.warmup, "warm_up", compile_slowly)
    warm_up = WarmUp()
    assert begun.wait(30)
    assert warm_up.lasts
    finish.set()
    warm_up.wait(30)
    assert not warm_up.lasts


def test_it_compiles_the_real_kernels() -> None:
    warm_up = WarmUp()
    warm_up.wait(120)
    assert not warm_up.lasts


def test_what_stays_for_good_is_no_longer_searched_for_garbage():
    WarmUp().wait(120)
    assert gc.get_freeze_count() > 10_000
