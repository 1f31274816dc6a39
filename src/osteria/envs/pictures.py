"""A table as a picture, from what a seat may see and the drawings of the page: `render_mode="rgb_array"`.

It knows no game: whatever a view names is drawn where there is a drawing of that name (`card-olive`, `card-pepper/match`,
`die-hook`, `count-ingredients`), and written where there is none. Needs the extra osteria[envs] and the built page, which
carries the drawings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from importlib.resources import as_file, files
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from osteria.core.errors import OsteriaError
from osteria.play.view import View

WIDTH, HEIGHT = 960, 720
MARGIN, LABEL, LINE, ROW, CARD, DIE = 16, 110, 30, 108, (56, 80), (56, 58)
PAPER, INK, FAINT = "#F6EBD2", "#14323B", "#8A733F"
LETTERS = "Caprasimo"
LEFT_OUT = ("decision", "ahead", "game", "memory", "seats", "outcome", "history", "seat", "filling", "starter")
TOP = "top"
"""The one key of a zone that does not count: it names a card."""


class Piece(NamedTuple):
    """Something in a row: a drawing, or words where there is none, and how many of it."""

    drawing: str | None
    words: str
    number: int = 1


def check_drawings() -> None:
    """OsteriaError unless the drawings are here."""
    _sprite()


def picture_of(view: View) -> NDArray[np.uint8]:
    """What a seat sees now, as an array of height, width and three colours."""
    import resvg_py
    from PIL import Image

    with as_file(_drawings() / "display.ttf") as font:
        png = resvg_py.svg_to_bytes(svg_string=drawn(view), font_files=[str(font)], skip_system_fonts=True)
    return np.array(Image.open(BytesIO(bytes(png))).convert("RGB"))


def drawn(view: View) -> str:
    """The same as SVG: lines for what is told in words, then a row for each zone, with a cell of it for each seat."""
    zones = {key: value for key, value in view.items() if key not in LEFT_OUT and value not in (None, {}, [], "")}
    said = {key: value for key, value in zones.items() if _is_said(value)}
    longer = [f"{key}: {_said(value)}" for key, value in said.items() if isinstance(value, Mapping)]
    words = [f"{key} {value}" for key, value in said.items() if not isinstance(value, Mapping)]
    rows = [(key, _cells(value, view)) for key, value in zones.items() if not _is_said(value)]
    rows = [(key, cells) for key, cells in rows if any(pieces for _, pieces in cells)]
    asked = view.decision
    lines = [f"{view.game}, seen by {view['seat']}" + (f": {asked.ask}?" if asked else ""), ", ".join(words), *longer]
    body = [_text(MARGIN, MARGIN + LINE * (place + 0.6), line, 18) for place, line in enumerate(lines)]
    top = MARGIN + LINE * len(lines)
    body += [part for number, (name, cells) in enumerate(rows) for part in _row(name, cells, top + number * ROW)]
    return _framed("".join(body), max(HEIGHT, top + ROW * len(rows)))


def _is_said(value: Any) -> bool:
    """Whether a zone is told in words: a number, a name, or a table of both."""
    if isinstance(value, Mapping):
        return any(isinstance(part, str) and key != TOP for key, part in value.items())
    return not isinstance(value, list | tuple)


def _said(value: Mapping[str, Any]) -> str:
    return " ".join(f"{key} {part}" for key, part in value.items() if part)


def _framed(body: str, height: float) -> str:
    """A picture of always the same size, whatever its height."""
    namespaces = 'xmlns="http://www.w3.org/2000/svg"'
    scale = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {height}"'
    sheet = f'<rect x="-9999" y="-9999" width="29999" height="29999" fill="{PAPER}"/>'
    return f"<svg {namespaces} {scale}>{_sprite()[0]}{sheet}{body}</svg>"


def _cells(value: Any, view: View) -> list[tuple[str, list[Piece]]]:
    """The cells of a zone: one for each seat where the zone has them, else one."""
    seats = {str(name) for name in view["seats"]}
    if isinstance(value, Mapping) and {str(name) for name in value} <= seats:
        return [(str(seat), list(_pieces(part, str(seat)))) for seat, part in value.items()]
    return [("", list(_pieces(value, "")))]


def _pieces(value: Any, seat: str) -> Iterator[Piece]:
    """What a part of a view holds: words are drawn, numbers count the word that they stand with."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            is_count = isinstance(part, int) and not isinstance(part, bool)
            if part not in (None, 0, "", [], {}):
                yield _piece(str(name), seat, part) if is_count else _piece(str(part), seat)
    elif isinstance(value, list | tuple):
        yield from (_piece(str(part), seat) for part in value)
    else:
        yield Piece(None, str(value))


def _piece(word: str, seat: str, count: int = 1) -> Piece:
    names = (f"card-{word}", f"card-{seat}/{word}", f"die-{word}", f"count-{word}", f"count-{word}/{seat}")
    return Piece(next((name for name in names if name in _sprite()[1]), None), word, count)


def _row(name: str, cells: list[tuple[str, list[Piece]]], top: float) -> Iterator[str]:
    yield _text(MARGIN, top + 20, name, 17, FAINT)
    shares = [max(2, len(pieces)) for _, pieces in cells]
    left = float(MARGIN + LABEL)
    for share, (seat, pieces) in zip(shares, cells, strict=True):
        width = (WIDTH - 2 * MARGIN - LABEL) * share / sum(shares)
        yield _text(left, top + 14, seat, 13, FAINT)
        yield from _laid(pieces, left, top + 18, width - 24)
        left += width


def _laid(pieces: list[Piece], left: float, top: float, room: float) -> Iterator[str]:
    """Pieces side by side, closer to each other where there is little room."""
    step = min(CARD[0] + 12, (room - CARD[0]) / max(1, len(pieces) - 1)) if len(pieces) > 1 else room
    for number, piece in enumerate(pieces):
        x = left + number * step
        if piece.drawing is None:
            yield _text(x, top + 40, piece.words if piece.number == 1 else f"{piece.words} {piece.number}", 24)
            continue
        width, height = DIE if piece.drawing.startswith("die-") else CARD
        yield f'<use href="#{piece.drawing}" x="{x:.1f}" y="{top:.1f}" width="{width}" height="{height}"/>'
        if piece.number > 1:
            yield _badge(x + 12, top + 68, str(piece.number))


def _badge(x: float, y: float, words: str) -> str:
    circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="12" fill="#FFFAEE" stroke="{INK}" stroke-width="1.5"/>'
    return circle + _text(x, y + 5, words, 14, anchor="middle")


def _text(x: float, y: float, words: str, size: int, fill: str = INK, anchor: str = "start") -> str:
    how = f'font-family="{LETTERS}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {how}>{escape(words)}</text>'


@lru_cache(maxsize=1)
def _sprite() -> tuple[str, frozenset[str]]:
    """Every drawing, and their names."""
    try:
        text = (_drawings() / "sprite.svg").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise OsteriaError(
            "The drawings come with the built page: in a checkout `./run --with envs` builds it, once."
        ) from None
    return text, frozenset(re.findall(r'<symbol id="([^"]+)"', text))


def _drawings() -> Any:
    return files("osteria") / "server" / "static" / "drawings"
