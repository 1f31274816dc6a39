"""The rules as WebAssembly modules, from the code that Numba compiles: the same games, to the byte, in a browser."""
