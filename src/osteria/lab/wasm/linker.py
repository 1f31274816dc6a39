"""Links one WebAssembly object that needs nothing from outside into a module.

LLVM writes objects whose addresses and indices are still open, with a list of the places ("relocations"). One object in
which every function is defined needs five kinds of them; this does what a linker of 100 MB would be installed for. Layout
of the memory: the stack from 0 up to `STACK`, then the constants, then what the host puts there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from osteria.lab.wasm.encoding import Reader, section, signed, text, unsigned, vector

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, TYPES, IMPORTS, FUNCTIONS, MEMORIES, GLOBALS, EXPORTS, CODE, DATA = 0, 1, 2, 3, 5, 6, 7, 10, 11
FUNCTION_SYMBOL, DATA_SYMBOL, SECTION_SYMBOL = 0, 1, 3
SYMBOLS_LIST, SEGMENTS_LIST = 8, 5
IS_UNDEFINED, HAS_NAME = 0x10, 0x40
FUNCTION_INDEX, ADDRESS, SIGNED_ADDRESS, ADDRESS_IN_DATA, TYPE_INDEX, GLOBAL_INDEX = 0, 3, 4, 5, 6, 7
WITH_ADDEND = frozenset({3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 22, 23, 25})
PADDED = 5
"""Bytes of an open index or address in code."""
PAGE = 65536
STACK = 1 << 17
I32, MUTABLE, I32_CONST, END = b"\x7f", b"\x01", b"\x41", b"\x0b"


class LinkError(Exception):
    """The object cannot be linked by itself; the text says what it needs."""


@dataclass(frozen=True)
class Symbol:
    """A function, or a place in a segment of constants."""

    kind: int
    name: str = ""
    index: int = -1
    segment: int = -1
    offset: int = 0
    is_defined: bool = True


@dataclass(frozen=True)
class Relocation:
    """A place that is still open: its kind, where it is in its section, and what belongs there."""

    kind: int
    offset: int
    symbol: int
    addend: int


@dataclass
class ObjectFile:
    """What an object file holds."""

    sections: dict[int, bytes] = field(default_factory=dict)
    places: list[int] = field(default_factory=list)
    """The code of each section, by its number in the file."""
    imports: list[str] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)
    alignments: list[int] = field(default_factory=list)
    relocations: dict[int, list[Relocation]] = field(default_factory=dict)
    """By the code of their section."""


def link(data: bytes, exports: Iterable[str]) -> bytes:
    """A module that exports these functions, its memory, and `end`, the first free address."""
    found = read_object(data)
    if found.imports:
        raise LinkError(f"the object needs functions from outside: {', '.join(found.imports)}")
    segments = read_segments(found.sections.get(DATA, b"\0"))
    starts, end = lay_out(found.alignments, [content for _, content in segments])
    functions = {symbol.name: symbol.index for symbol in found.symbols if symbol.kind == FUNCTION_SYMBOL}
    stack_pointer = I32 + MUTABLE + I32_CONST + signed(STACK) + END
    first_free = I32 + b"\0" + I32_CONST + signed(end) + END
    listed = [text(name) + b"\0" + unsigned(functions[name]) for name in exports]
    return MAGIC + b"".join(
        (
            section(TYPES, found.sections[TYPES]),
            section(FUNCTIONS, found.sections[FUNCTIONS]),
            section(MEMORIES, vector([b"\0" + unsigned(-(-end // PAGE) + 1)])),
            section(GLOBALS, vector([stack_pointer, first_free])),
            section(EXPORTS, vector([text("memory") + b"\2\0", text("end") + b"\3\1", *listed])),
            section(CODE, linked_code(found, starts)),
            section(DATA, linked_data(found, segments, starts)),
        )
    )


def lay_out(alignments: Iterable[int], contents: Iterable[bytes]) -> tuple[list[int], int]:
    """Where each segment of constants starts in the memory, and the first free address after them."""
    starts, at = [], STACK
    for alignment, content in zip(alignments, contents, strict=True):
        at = -(-at // alignment) * alignment
        starts.append(at)
        at += len(content)
    return starts, -(-at // 16) * 16


# ------------------------------------------------------------------------------------------------ reading the object


def read_object(data: bytes) -> ObjectFile:
    """The parts of an object file."""
    found, reader = ObjectFile(), Reader(data, len(MAGIC))
    while reader.at < len(data):
        code, body = reader.byte(), reader.take(reader.unsigned())
        found.places.append(code)
        if code == CUSTOM:
            read_custom(found, Reader(body))
        else:
            found.sections[code] = body
            if code == IMPORTS:
                read_imports(found, Reader(body))
    return found


def read_imports(found: ObjectFile, reader: Reader) -> None:
    """The functions that are not in the object; its memory and stack pointer are given by the module itself."""
    function, table, memory = range(3)
    for _ in range(reader.unsigned()):
        reader.name()
        name, kind = reader.name(), reader.byte()
        if kind == function:
            reader.unsigned()
            found.imports.append(name)
        elif kind in (table, memory):
            reader.take(int(kind == table))
            for _ in range(2 if reader.unsigned() & 1 else 1):
                reader.unsigned()
        else:
            reader.take(2)


def read_custom(found: ObjectFile, reader: Reader) -> None:
    """The lists of symbols, segments and relocations; anything else (names, features) is left out."""
    name = reader.name()
    if name == "linking":
        reader.unsigned()
        while not reader.is_at_end:
            kind, part = reader.byte(), Reader(reader.take(reader.unsigned()))
            if kind == SYMBOLS_LIST:
                found.symbols = [read_symbol(found, part) for _ in range(part.unsigned())]
            elif kind == SEGMENTS_LIST:
                found.alignments = [read_alignment(part) for _ in range(part.unsigned())]
    elif name.startswith("reloc."):
        target = found.places[reader.unsigned()]
        found.relocations[target] = [read_relocation(reader) for _ in range(reader.unsigned())]


def read_symbol(found: ObjectFile, reader: Reader) -> Symbol:
    """One symbol; those of functions count the functions of the object from 0."""
    kind, flags = reader.byte(), reader.unsigned()
    is_defined = not flags & IS_UNDEFINED
    if kind == DATA_SYMBOL:
        name = reader.name()
        place = [reader.unsigned() for _ in range(3)] if is_defined else [-1, 0, 0]
        return Symbol(kind, name, segment=place[0], offset=place[1], is_defined=is_defined)
    index = reader.unsigned()
    if kind == SECTION_SYMBOL:
        return Symbol(kind, index=index)
    name = reader.name() if is_defined or flags & HAS_NAME else ""
    return Symbol(kind, name, index - len(found.imports) * int(kind == FUNCTION_SYMBOL), is_defined=is_defined)


def read_alignment(reader: Reader) -> int:
    """The alignment of a segment."""
    reader.name()
    alignment = 1 << reader.unsigned()
    reader.unsigned()
    return alignment


def read_relocation(reader: Reader) -> Relocation:
    """One open place."""
    kind, offset, symbol = reader.byte(), reader.unsigned(), reader.unsigned()
    return Relocation(kind, offset, symbol, reader.signed() if kind in WITH_ADDEND else 0)


def read_segments(body: bytes) -> list[tuple[int, bytes]]:
    """The constants: each segment with its offset in its section."""
    found, reader = [], Reader(body)
    for _ in range(reader.unsigned()):
        if reader.unsigned() != 0 or reader.take(1) != I32_CONST:
            raise LinkError("the object has constants of a kind that is not known here")
        reader.signed()
        reader.take(len(END))
        size = reader.unsigned()
        found.append((reader.at, reader.take(size)))
    return found


# ------------------------------------------------------------------------------------------------- filling what is open


def value_of(found: ObjectFile, starts: list[int], place: Relocation) -> int:
    """What belongs into an open place."""
    if place.kind == TYPE_INDEX:
        return place.symbol
    symbol = found.symbols[place.symbol]
    if place.kind == FUNCTION_INDEX:
        return symbol.index
    if place.kind == GLOBAL_INDEX and symbol.name in ("", "__stack_pointer"):
        return 0
    if place.kind in (ADDRESS, SIGNED_ADDRESS, ADDRESS_IN_DATA) and symbol.is_defined:
        return starts[symbol.segment] + symbol.offset + place.addend
    raise LinkError(f"the object wants {symbol.name or 'something'} in a way that is not known here ({place.kind})")


def linked_code(found: ObjectFile, starts: list[int]) -> bytes:
    """The functions, each open place replaced by the shortest spelling of what belongs there."""
    places = iter(sorted(found.relocations.get(CODE, []), key=lambda place: place.offset))
    body, bodies, place = found.sections[CODE], [], next(places, None)
    reader = Reader(body)
    for _ in range(reader.unsigned()):
        size = reader.unsigned()
        at, end, parts = reader.at, reader.at + size, []
        while place is not None and place.offset < end:
            spelled = signed if place.kind == SIGNED_ADDRESS else unsigned
            parts += [body[at : place.offset], spelled(value_of(found, starts, place))]
            at, place = place.offset + PADDED, next(places, None)
        whole = b"".join([*parts, body[at:end]])
        bodies.append(unsigned(len(whole)) + whole)
        reader.at = end
    return vector(bodies)


def linked_data(found: ObjectFile, segments: list[tuple[int, bytes]], starts: list[int]) -> bytes:
    """The constants, each at its address; an address inside them is four bytes."""
    made = []
    for start, (offset, content) in zip(starts, segments, strict=True):
        whole = bytearray(content)
        for place in found.relocations.get(DATA, []):
            if offset <= place.offset < offset + len(content):
                at = place.offset - offset
                whole[at : at + 4] = value_of(found, starts, place).to_bytes(4, "little")
        made.append(b"\0" + I32_CONST + signed(start) + END + unsigned(len(whole)) + bytes(whole))
    return vector(made)
