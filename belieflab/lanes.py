"""Four numbers at a time, for the inner loops of kernels.

LLVM turns a simple loop into vector instructions, but it does not keep a tile of sums in
registers, and most of such a loop is then loads and stores. A kernel that works on `Lanes`
says what stays in a register. Every processor has these operations: where its registers hold
fewer than four numbers LLVM splits them, so the result is the same up to fused operations.

Inside kernels only; the arrays must be C-contiguous float64, and an index counts their numbers
in memory order, whatever their shape.
"""

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic, models, register_model

N_LANES = 4

_VECTOR = ir.VectorType(ir.DoubleType(), N_LANES)
_BITS = ir.VectorType(ir.IntType(64), N_LANES)
_PLACES = ir.VectorType(ir.IntType(32), N_LANES)
_MANTISSA_BITS = 52


class LanesType(types.Type):
    """Numba's type of four float64."""

    def __init__(self) -> None:
        super().__init__(name="Lanes4")


LANES = LanesType()


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, numba_type: Any) -> None:
        super().__init__(manager, numba_type, _VECTOR)  # type: ignore[no-untyped-call]


def _operation(function: Callable[..., Any]) -> Callable[..., Any]:
    """An operation of kernels whose code is written here; Numba adds the typing context."""
    return cast(Callable[..., Any], intrinsic(function))


def _address(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), _VECTOR.as_pointer())


def _is_plain(array: Any) -> bool:
    return isinstance(array, types.Array) and array.layout == "C" and array.dtype == types.float64


@_operation
def load(_context: Any, array: Any, _index: Any) -> Any:
    """The four numbers of an array from an index on."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(
            _address(context, builder, signature.args[0], args[0], args[1]), align=8
        )

    return (LANES(array, types.intp), generate) if _is_plain(array) else None


@_operation
def store(_context: Any, array: Any, _index: Any, _value: Any) -> Any:
    """Write four numbers into an array from an index on."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        address = _address(context, builder, signature.args[0], args[0], args[1])
        builder.store(args[2], address, align=8)
        return context.get_dummy_value()

    return (types.none(array, types.intp, LANES), generate) if _is_plain(array) else None


@_operation
def spread(_context: Any, _number: Any) -> Any:
    """One number in all four lanes."""

    def generate(_codegen: Any, builder: Any, _signature: Any, args: Any) -> Any:
        nothing = ir.Constant(_VECTOR, ir.Undefined)
        one = builder.insert_element(nothing, args[0], ir.Constant(ir.IntType(32), 0))
        return builder.shuffle_vector(one, nothing, ir.Constant(_PLACES, [0] * N_LANES))

    return LANES(types.float64), generate


def _lane_by_lane(operation: Callable[..., Any], n_arguments: int) -> Callable[..., Any]:
    """The code of an operation whose arguments and result are all lanes."""

    def generate(_codegen: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return operation(builder, *args)

    return lambda: (LANES(*[LANES] * n_arguments), generate)


_FUSED = ("contract",)


@_operation
def add(_context: Any, _a: Any, _b: Any) -> Any:
    """a + b."""
    return _lane_by_lane(lambda builder, a, b: builder.fadd(a, b, flags=_FUSED), 2)()


@_operation
def subtract(_context: Any, _a: Any, _b: Any) -> Any:
    """a - b."""
    return _lane_by_lane(lambda builder, a, b: builder.fsub(a, b, flags=_FUSED), 2)()


@_operation
def multiply(_context: Any, _a: Any, _b: Any) -> Any:
    """a b."""
    return _lane_by_lane(lambda builder, a, b: builder.fmul(a, b, flags=_FUSED), 2)()


@_operation
def divide(_context: Any, _a: Any, _b: Any) -> Any:
    """a / b."""
    return _lane_by_lane(lambda builder, a, b: builder.fdiv(a, b), 2)()


@_operation
def multiply_add(_context: Any, _a: Any, _b: Any, _c: Any) -> Any:
    """a b + c, in one operation where the processor has it."""

    def operate(builder: Any, a: Any, b: Any, c: Any) -> Any:
        return builder.fadd(builder.fmul(a, b, flags=_FUSED), c, flags=_FUSED)

    return _lane_by_lane(operate, 3)()


@_operation
def choose_above(_context: Any, _a: Any, _b: Any, _then: Any, _otherwise: Any) -> Any:
    """`then` where a > b, else `otherwise` (also where one of them is no number)."""

    def operate(builder: Any, a: Any, b: Any, then: Any, otherwise: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", a, b), then, otherwise)

    return _lane_by_lane(operate, 4)()


@_operation
def add_to_exponent(_context: Any, _number: Any, _shifted: Any) -> Any:
    """number · 2^k, where `shifted` is 1.5 · 2^52 + k: k then stands in its lowest bits."""

    def operate(builder: Any, number: Any, shifted: Any) -> Any:
        places = ir.Constant(_BITS, [_MANTISSA_BITS] * N_LANES)
        power = builder.shl(builder.bitcast(shifted, _BITS), places)
        return builder.bitcast(builder.add(builder.bitcast(number, _BITS), power), _VECTOR)

    return _lane_by_lane(operate, 2)()
