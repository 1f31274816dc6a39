"""Words as data: how the numbers of a record, of a told row or of a move read, as tables that Python and the page read alike.

A *template* is plain data. None, a number and a string stand for themselves; a mapping is an object, from which entries of
`when` without an alternative are left out where their condition does not hold; a list is an operation with its arguments,
written with the functions below. `compiled` turns a template into a Python function (the reader of Python); the reader of the
page is `web/src/house/template.ts`. Both know no game: what a game says is in its folder, and in `protocol/wording.json`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from osteria.core.schema import State, plain_reader

Template: TypeAlias = Any
Lists: TypeAlias = Mapping[str, Sequence[str]]

# ------------------------------------------------------------------------------------------------------------ numbers


def field(name: str, *at: Template) -> Template:
    """A field of the record: a number, or (with places) a cell of a table; all cells without."""
    return ["field", name, *at]


def told(place: int) -> Template:
    """A number of the row that was told; 0 is the event itself."""
    return ["told", place]


def var(name: str) -> Template:
    """A number that `each`, `by_seat` or whoever reads the template gives a name."""
    return ["var", name]


def calc(sign: str, left: Template, right: Template) -> Template:
    """`+ - * // % >> & max`, `== != < >=`, `and or`; % is never below 0."""
    assert sign in SIGNS, sign
    return [sign, left, right]


def digit(number: Template, bits: int, place: Template) -> Template:
    """One of the small numbers that travel in one."""
    return ["digit", number, bits, place]


def digits(number: Template, bits: int, length: Template) -> Template:
    """All of them."""
    return ["digits", number, bits, length]


def total(numbers: Template) -> Template:
    """Their sum."""
    return ["sum", numbers]


def first(table: Template, count: Template) -> Template:
    """The first cells of a table."""
    return ["first", table, count]


def upto(count: Template) -> Template:
    """The numbers from 0 to below this one."""
    return ["upto", count]


def players() -> Template:
    """How many play."""
    return ["players"]


def rule(name: str, *numbers: Template) -> Template:
    """What a rule says of the record: one of `Wording.rules`."""
    return ["rule", name, *numbers]


# -------------------------------------------------------------------------------------------------------------- words


def word(words: str, number: Template) -> Template:
    """A word of a list, by its number."""
    return ["word", words, number]


def seat(number: Template) -> Template:
    """The word for a seat; None for -1."""
    return ["seat", number]


def place(number: Template) -> Template:
    """Where something lies, as a path into a view."""
    return ["place", number]


def when(condition: Template, then: Template, *otherwise: Template) -> Template:
    """One or the other; as the value of an entry without the other: nothing."""
    return ["if", condition, then, *otherwise]


def text(*parts: Template) -> Template:
    """Words and numbers, written without a gap."""
    return ["text", *parts]


def spaced(words: Template) -> Template:
    """Words with gaps between them."""
    return ["spaced", words]


def counted(words: str, numbers: Template, prefix: Template = "") -> Template:
    """How many of each word, no zeros."""
    return ["counted", words, numbers, prefix]


def repeated(words: str, numbers: Template) -> Template:
    """Each word as often as its number says."""
    return ["repeated", words, numbers]


def bits(words: str, mask: Template, prefix: Template = "") -> Template:
    """The words whose bits are set."""
    return ["bits", words, mask, prefix]


def each(name: str, numbers: Template, said: Template, where: Template = 1) -> Template:
    """A list: the template for every number that fulfils a condition."""
    return ["each", name, numbers, said, where]


def by_seat(said: Template) -> Template:
    """The template for every seat, by its word; its number is `var("seat")`."""
    return ["by-seat", said]


def entry(key: Template, value: Template) -> Template:
    """An object with one entry."""
    return ["entry", key, value]


def merged(*objects: Template) -> Template:
    """The entries of several objects; the last says."""
    return ["merged", *objects]


def joined(*lists: Template) -> Template:
    """One list after the other."""
    return ["joined", *lists]


def flat(lists: Template) -> Template:
    """The lists of a list, one after the other."""
    return ["flat", lists]


def listed(*words: Template) -> Template:
    """A list of these."""
    return ["listed", *words]


def ones(words: Template) -> Template:
    """Every word once: {word: 1}."""
    return ["ones", words]


def picked(entries: Template, keys: Template) -> Template:
    """The entries with these keys (a list, or those of an object), in their order, as far as they are there."""
    return ["picked", entries, keys]


# ---------------------------------------------------------------------------------------------- the reader of Python

SIGNS: Final = ("+", "-", "*", "//", "%", ">>", "&", "max", "==", "!=", "<", ">=", "and", "or")
OPERATIONS: Final = {
    **{sign: f"({{0}} {sign} {{1}})" for sign in SIGNS},
    "max": "max({0}, {1})",
    "told": "row[{0}]",
    "digit": "({0} >> {1} * {2} & (1 << {1}) - 1)",
    "digits": "[n >> {1} * i & (1 << {1}) - 1 for n in [{0}] for i in range({2})]",
    "sum": "sum({0})",
    "first": "{0}[:{1}]",
    "upto": "range({0})",
    "players": "(len(named) - 1)",
    "word": "{0}[{1}]",
    "seat": "named[{0}]",
    "place": "places[{0}]",
    "spaced": "' '.join({0})",
    "counted": "{{w: n for w, n in zip({0}, {1}) if n}}",
    "counted prefixed": "{{{2} + w: n for w, n in zip({0}, {1}) if n}}",
    "repeated": "[w for w, n in zip({0}, {1}) for _ in range(n)]",
    "bits": "[*set_in({0}, {1})]",
    "bits prefixed": "[{2} + w for w in set_in({0}, {1})]",
    "by-seat": "{{w: {0} for v_seat, w in enumerate(named[:-1])}}",
    "entry": "{{{0}: {1}}}",
    "flat": "[w for part in {0} for w in part]",
    "ones": "dict.fromkeys({0}, 1)",
    "picked": "{{k: t[k] for t in [{0}] for k in {1} if k in t}}",
}
"""What an operation is in Python: its arguments are put into the braces."""
NAMES_LIST: Final = ("word", "counted", "repeated", "bits")
"""Operations whose first argument is the name of a list."""


class Writer:
    """Writes templates as Python expressions, and notes which fields, lists and rules they need."""

    def __init__(self) -> None:
        self.fields: dict[str, None] = {}
        self.asks_rules = False

    def write(self, template: Template) -> str:
        """The expression for a template."""
        if isinstance(template, Mapping):
            return "{" + ", ".join(self._entry(key, value) for key, value in template.items()) + "}"
        if not isinstance(template, list):
            return repr(template)
        special = getattr(self, f"_op_{template[0]}", None)
        return special(*template[1:]) if special else self._operation(*template)

    def lines(self, template: Template) -> list[str]:
        """Lines of a function that returns what a template says. SPEED: entries that may be left out take a line each."""
        if not isinstance(template, Mapping) or not any(map(_is_left_out, template.values())):
            return [f"return {self.write(template)}"]
        return ["said = {}", *(self._line(key, value) for key, value in template.items()), "return said"]

    def _line(self, key: str, value: Template) -> str:
        if _is_left_out(value):
            return f"if {self.write(value[1])}: said[{key!r}] = {self.write(value[2])}"
        return f"said[{key!r}] = {self.write(value)}"

    def _operation(self, name: str, *arguments: Template) -> str:
        names = name in NAMES_LIST
        written = [f"L_{one}" if names and not place else self.write(one) for place, one in enumerate(arguments)]
        return OPERATIONS[f"{name} prefixed" if written[2:] not in ([], ["''"]) and names else name].format(*written)

    def _entry(self, key: str, value: Template) -> str:
        if _is_left_out(value):
            return f"**({{{key!r}: {self.write(value[2])}}} if {self.write(value[1])} else {{}})"
        return f"{key!r}: {self.write(value)}"

    def _op_field(self, name: str, *at: Template) -> str:
        self.fields[name] = None
        return f"f_{name}" + "".join(f"[{self.write(one)}]" for one in at)

    def _op_var(self, name: str) -> str:
        return f"v_{name}"

    def _op_rule(self, name: str, *numbers: Template) -> str:
        self.asks_rules = True
        return f"int(R_{name}({', '.join(['o', *map(self.write, numbers)])}))"

    def _op_if(self, condition: Template, then: Template, otherwise: Template) -> str:
        return f"({self.write(then)} if {self.write(condition)} else {self.write(otherwise)})"

    def _op_text(self, *parts: Template) -> str:
        written = "".join(part.replace("%", "%%") if isinstance(part, str) else "%s" for part in parts)
        filled = "".join(f"{self.write(part)}, " for part in parts if not isinstance(part, str))
        return f"({written!r} % ({filled}))"

    def _op_each(self, name: str, numbers: Template, said: Template, where: Template) -> str:
        condition = "" if where == 1 else f" if {self.write(where)}"
        return f"[{self.write(said)} for v_{name} in {self.write(numbers)}{condition}]"

    def _op_merged(self, *objects: Template) -> str:
        return "{" + ", ".join(f"**{self.write(one)}" for one in objects) + "}"

    def _op_joined(self, *lists: Template) -> str:
        return "[" + ", ".join(f"*{self.write(one)}" for one in lists) + "]"

    def _op_listed(self, *words: Template) -> str:
        return "[" + ", ".join(map(self.write, words)) + "]"


def _is_left_out(value: Template) -> bool:
    """Whether an entry is there only under a condition."""
    return isinstance(value, list) and value[0] == "if" and len(value) == len(("if", "condition", "then"))


@lru_cache(maxsize=4096)
def _set_in(words: tuple[str, ...], mask: int) -> tuple[str, ...]:
    """The words whose bits are set. SPEED: a table shows the same few sets again and again."""
    return tuple(word for place, word in enumerate(words) if mask >> place & 1)


def _reader(fields: tuple[str, ...]) -> Callable[[State], dict[str, Any]]:
    """Reads these fields of a record (none named: all) as plain numbers; records of one type mostly follow each other."""
    last: tuple[Any, Callable[[State], dict[str, Any]]] = None, lambda _: {}

    def read(o: State) -> dict[str, Any]:
        nonlocal last
        kind, reader = last
        if o.dtype is not kind:
            last = kind, reader = o.dtype, _plain_reader(o.dtype, fields)
        return reader(o)

    return read


@lru_cache
def _plain_reader(record: Any, fields: tuple[str, ...]) -> Callable[[State], dict[str, Any]]:
    return plain_reader(record, *fields)


def compiled(
    template: Template,
    lists: Lists,
    rules: Mapping[str, Callable[..., Any]],
    *variables: str,
    seats: Template = None,
    is_short: bool = False,
) -> Callable[..., Any]:
    """A function `(speech, o, row, *variables)` that says a template: of a record or of a row, whichever it is about.

    With `seats` the words for the seats are read from the record, too, and nothing is read from `speech`. A short one asks
    for one or two numbers of a record: they are read on their own.

    SPEED: made into Python code once, a table says what it is about as quickly as a function written by hand. Every field is
    read from the record once, as plain numbers.
    """
    writer = Writer()
    said = writer.lines(template)
    table = [f"{name} = speech.{name}" for name in ("named", "places") if name in "".join(said)]
    if seats is not None and table:
        table = [f"named = (*{writer.write(seats)}, None)"]
    reading = ["o = read(o)"] if (writer.fields or writer.asks_rules) and not is_short else []
    fields = [f"f_{name} = {'int' if is_short else ''}(o[{name!r}])" for name in writer.fields]
    head = f"def say({', '.join(['speech', 'o', 'row', *(f'v_{name}' for name in variables)])}):"
    space: dict[str, Any] = {f"L_{name}": tuple(words) for name, words in lists.items()}
    space |= {f"R_{name}": found for name, found in rules.items()}
    space |= {"set_in": _set_in, "read": _reader(() if writer.asks_rules else tuple(writer.fields))}
    body = "\n    ".join((head, *reading, *fields, *table, *said))
    exec(body, space)  # what was written above, from operations that are known
    return space["say"]  # type: ignore[no-any-return]
