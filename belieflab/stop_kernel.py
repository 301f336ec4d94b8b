"""How a kernel reads the flag that another thread sets to stop it."""

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

__all__ = ["stop_requested"]


def _stop_requested(_context: Any, flag: Any) -> Any:
    """Whether a StopFlag's array [int64, shape=(1,)] is set: an atomic load, read every time.

    A plain load could be moved out of the loop that it is to end.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        value = builder.load_atomic(data, "monotonic", 8)
        return builder.icmp_signed("!=", value, ir.Constant(ir.IntType(64), 0))

    is_flag = isinstance(flag, types.Array) and flag.layout == "C" and flag.dtype == types.int64
    return (types.boolean(flag), generate) if is_flag else None


stop_requested = cast(Callable[[Any], bool], intrinsic(_stop_requested))
