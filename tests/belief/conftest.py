import pytest

from belieflab.belief import warm_up


@pytest.fixture(scope="session", autouse=True)
def compiled_kernels():
    warm_up()
