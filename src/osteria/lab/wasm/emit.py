"""The compiled entries of a family of games as one WebAssembly module: the same code, for another machine.

Numba leaves the LLVM text of every entry it compiles. Here the texts are joined, given to LLVM's WebAssembly back end and
linked. Each entry gets a door that a browser can call: numbers are doubles (whole up to 2^53), an array is the address of
its first cell followed by its lengths.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from osteria.core.kernel import Kernels, Portable
from osteria.lab.wasm.linker import link

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+simd128"
"""What every current browser has."""
PYTHON_DOORS = ("_ZN7cpython", "cfunc.")
"""Functions through which Python calls an entry; nobody does here."""


def module_of(*families: Kernels, entries: Sequence[str] = ()) -> bytes:
    """A module with these entries of some kernels (all, if none is named), under their names."""
    from llvmlite import binding

    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    portable = {name: entry for kernels in families for name, entry in kernels.portable().items()}
    examples = {name: example for kernels in families for name, example in kernels.examples().items()}
    names = list(entries or portable)
    whole = binding.parse_assembly(doors({name: portable[name] for name in names}, examples))
    for name in names:
        whole.link_in(_parsed(portable[name]))
    _hide_all_but(whole, names)
    machine = binding.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="static", features=FEATURES)
    builder = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=2))
    builder.getModulePassManager().run(whole, builder)
    return link(machine.emit_object(whole), names)


def _parsed(entry: Portable) -> Any:
    """An entry's text for the other machine. What several entries share is kept once."""
    from llvmlite import binding

    text = entry.text.replace("= common ", "= weak_odr ")
    text = re.sub(r"^target triple.*$", f'target triple = "{TRIPLE}"', text, flags=re.MULTILINE)
    text = re.sub(r"^target datalayout.*$", f'target datalayout = "{LAYOUT}"', text, flags=re.MULTILINE)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    module = binding.parse_assembly(text)
    for function in module.functions:
        if function.name.startswith(PYTHON_DOORS):
            function.linkage = "internal"
        elif not function.is_declaration and function.name != entry.symbol:
            function.linkage = "linkonce_odr"
    return module


def _hide_all_but(module: Any, names: Sequence[str]) -> None:
    """Nothing but the doors is seen from outside, so that what they do not reach falls away."""
    for thing in (*module.functions, *module.global_variables):
        if not thing.is_declaration and thing.name not in names:
            thing.linkage = "internal"


# ----------------------------------------------------------------------------------------------------------- the doors


def doors(entries: Mapping[str, Portable], examples: Mapping[str, tuple[Any, ...]]) -> str:
    """LLVM text of one function for each entry that a browser can call."""
    head = f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\n'
    return head + "".join(door(name, entry, examples[name]) for name, entry in entries.items())


def door(name: str, entry: Portable, arguments: tuple[Any, ...]) -> str:
    """Takes doubles and addresses, calls the entry as Numba declares it, and gives its result as a double."""
    taken, body, handed = ["ptr", "ptr"], list[str](), ["ptr %result", "ptr %error"]
    accepted = list[str]()
    for place, argument in enumerate(arguments):
        if isinstance(argument, np.ndarray):
            params, lines, values = _array(f"a{place}", argument)
        else:
            params, lines, values = _number(f"a{place}", argument)
        accepted += params
        body += lines
        handed += values
        taken += [value.split()[0] for value in values]
    return "\n".join(
        (
            f"declare i32 @{entry.symbol}({', '.join(taken)})",
            f"define double @{name}({', '.join(accepted)}) {{",
            "  %result = alloca i64",
            "  %error = alloca ptr",
            "  store i64 0, ptr %result",
            *body,
            f"  %status = call i32 @{entry.symbol}({', '.join(handed)})",
            *_result(entry.returns),
            "}\n",
        )
    )


def _result(returns: str) -> tuple[str, ...]:
    """What an entry gave, as a double; nothing is 0."""
    if returns == "none":
        return ("  ret double 0.0",)
    if returns == "float64":
        return ("  %value = load double, ptr %result", "  ret double %value")
    bits, turn = (8, "uitofp") if returns in ("bool", "boolean") else (int(returns.removeprefix("int")), "sitofp")
    return f"  %value = load i{bits}, ptr %result", f"  %told = {turn} i{bits} %value to double", "  ret double %told"


def _number(name: str, argument: Any) -> tuple[list[str], list[str], list[str]]:
    """A number: a double outside; inside what the entry was compiled for."""
    if isinstance(argument, float):
        return [f"double %{name}"], [], [f"double %{name}"]
    whole = f"  %{name}.whole = call i64 @llvm.fptosi.sat.i64.f64(double %{name})"
    return [f"double %{name}"], [whole], [f"i64 %{name}.whole"]


def _array(name: str, argument: np.ndarray[Any, Any]) -> tuple[list[str], list[str], list[str]]:
    """An array whose cells lie in order: its address and lengths outside; inside also sizes and strides."""
    lengths = [f"{name}.{axis}" for axis in range(argument.ndim)]
    lines = [f"  %{length}.long = zext i32 %{length} to i64" for length in lengths]
    stride, strides = str(argument.itemsize), list[str]()
    for length in reversed(lengths):
        strides.insert(0, stride)
        lines.append(f"  %{length}.span = mul i64 {stride}, %{length}.long")
        stride = f"%{length}.span"
    lines.append(f"  %{name}.items = udiv i64 {stride}, {argument.itemsize}")
    values = ["ptr null", "ptr null", f"i64 %{name}.items", f"i64 {argument.itemsize}", f"ptr %{name}"]
    values += [f"i64 %{length}.long" for length in lengths] + [f"i64 {one}" for one in strides]
    return [f"ptr %{name}", *(f"i32 %{length}" for length in lengths)], lines, values
