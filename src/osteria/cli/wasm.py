"""`osteria wasm`: the rules as WebAssembly modules."""

from pathlib import Path

from rich.console import Console

from osteria.lab.wasm.pack import Packed, pack


def wasm(folder: Path) -> None:
    """Write the rules as WebAssembly modules, with a description and a small reader, for any JavaScript program.

    The modules are made from the code that Numba compiles: the same games as here, to the byte.

    Parameters
    ----------
    folder
        Where to write them; made if it is not there.
    """
    console = Console(stderr=True)
    console.print("making modules from the compiled rules (compiled first where that was not done yet)")
    pack(folder, tell)


def tell(written: Packed) -> None:
    """One line a file."""
    print(f"{written.name}: {written.size:,} bytes, {written.compressed:,} compressed")
