import pytest
from hypothesis import settings

from belieflab.belief import warm_up

# A first call may compile or load a kernel; a deadline per example would only measure that.
settings.register_profile("belieflab", deadline=None, max_examples=40)
settings.load_profile("belieflab")


@pytest.fixture(scope="session", autouse=True)
def compiled_kernels():
    warm_up()
