"""Moves of the pizza games as people write them: free spelling, and why a text is no move. `wording` says them."""

from __future__ import annotations

from collections.abc import Sequence

from osteria.core.errors import IllegalMove, MalformedMove
from osteria.core.game import Game
from osteria.core.schema import State
from osteria.games.pizzeria import actions as a
from osteria.games.pizzeria import reasons as why
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria.cards import CARDS, FOUR, KINDS, ORDERS
from osteria.games.pizzeria.order_table import LONGEST_WAY, way_length
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.rules.filling import first_open
from osteria.games.pizzeria.rules.help import kinds_requested, requested_kind, singles_given
from osteria.games.pizzeria.wording import WORDING

ASKS_OF_PLAIN = {
    a.NO_ORDER: r.ORDER,
    a.DRAW_SUPPLY: r.DRAW,
    a.DRAW_ORDERS: r.DRAW,
    a.CLOSE_SERIES: r.JOIN,
    a.SETTLE: r.FILL,
    a.ASK: r.FILL,
    a.DECLINE: r.HELP,
    a.SHOW: r.BLOCK,
    a.HOLD: r.BLOCK,
}
PLAIN = {WORDING.texts[action]: (ask, action) for action, ask in ASKS_OF_PLAIN.items()}
GIVE_UP = WORDING.texts[a.GIVE_UP]
GIVING_UP = (r.WAY, r.FILL, r.MATCH)
MOST_NAMED = max(LONGEST_WAY, r.SERIES)
SUPPLY_CARDS = (*CARDS, "sole-mio")
JOINING = ORDERS[FOUR : FOUR + len(KINDS)]
SAMPLES = (
    *("play 3 olive", "play 1 olive 1 double-olive", "order mista", "no order", "draw supply", "draw orders"),
    *("join four-salami", "close series", "amounts olive pepper", "way salami", "way olive pepper", "give up"),
    *("way salami pineapple mushroom olive", "add olive", "add double-olive", "settle", "want olive", "ask"),
    *("give 1 olive 1 double-salami", "decline", "show", "hold", "pick mushroom", "reveal double-pepper"),
    *("match pepper", "start pepper", "deal olive"),
)
"""Moves of every kind."""


class Refusal:
    """Why a text is no move at a table.

    Args:
        game: the rules.
        s: the table.
    """

    def __init__(self, game: Game, s: State) -> None:
        self._game, self._s = game, s

    def not_asked(self) -> IllegalMove:
        """Something else is asked."""
        why = self._game.not_asked(self._s)
        return IllegalMove(why.sentence, why.clause)

    def because(self, code: int, **words: str) -> IllegalMove:
        """One of the reasons, its sentence filled in with these words and what is public about the open order."""
        why = self._game.because(self._s, code, words)
        return IllegalMove(why.sentence, why.clause)


def read(s: Pizzeria, text: str, refuse: Refusal) -> tuple[int, ...]:
    """The small actions of a move's text.

    Raises MalformedMove if it is no move of these games, and what `refuse` says if something else is asked now or if no
    small actions could mean it (several kinds in one play).
    """
    words = text.split()
    line = " ".join(words)
    if line in PLAIN:
        return (_if_asked(s, (PLAIN[line][0],), PLAIN[line][1], refuse),)
    if line == GIVE_UP:
        return (_if_asked(s, GIVING_UP, a.GIVE_UP, refuse),)
    if len(words) < 2:
        raise _malformed(text)
    verb, rest = words[0], words[1:]
    if verb == "play":
        return (_read_play(s, _read_counts(rest, text), refuse),)
    if verb == "give":
        return _read_gift(s, _read_counts(rest, text), refuse)
    if verb in ("way", "amounts"):
        return _read_kinds(s, verb, rest, text, refuse)
    if len(rest) != 1:
        raise _malformed(text)
    return _read_one(s, verb, rest[0], text, refuse)


def _if_asked(s: Pizzeria, asks: tuple[int, ...], action: int, refuse: Refusal) -> int:
    if s["ask"] not in asks:
        raise refuse.not_asked()
    return action


def _malformed(text: str) -> MalformedMove:
    return MalformedMove(
        f"“{text}” is no move of the pizza games; moves read like “play 2 olive”, “order mista”, “add olive”, “give up”."
    )


def _place(words: Sequence[str], word: str, text: str) -> int:
    if word not in words:
        raise _malformed(text)
    return words.index(word)


def _read_counts(words: Sequence[str], text: str) -> dict[int, int]:
    counts: dict[int, int] = {}
    if len(words) % 2:
        raise _malformed(text)
    for number, card in zip(words[::2], words[1::2], strict=True):
        place = _place(CARDS, card, text)
        if not (number.isascii() and number.isdecimal() and 0 < int(number[:4])) or place in counts:
            raise _malformed(text)
        counts[place] = int(number[:4])
    return counts


def _read_play(s: Pizzeria, counts: dict[int, int], refuse: Refusal) -> int:
    _if_asked(s, (r.PLAY,), 0, refuse)
    kinds = {card // 2 for card in counts}
    if len(kinds) != 1:
        raise refuse.because(why.SEVERAL_KINDS)
    (kind,) = kinds
    action = a.play_action(kind, counts.get(2 * kind, 0), counts.get(2 * kind + 1, 0))
    said = " ".join(f"{counts[card]} {CARDS[card]}" for card in sorted(counts))
    if WORDING.texts.get(action) != f"play {said}":
        raise refuse.because(why.TOO_FEW_HELD, kind=KINDS[kind])
    return action


def _read_gift(s: Pizzeria, counts: dict[int, int], refuse: Refusal) -> tuple[int, ...]:
    _if_asked(s, (r.HELP,), 0, refuse)
    actions = []
    for place in range(kinds_requested(s)):
        kind = requested_kind(s, place)
        singles, doubles = counts.pop(2 * kind, 0), counts.pop(2 * kind + 1, 0)
        if doubles >= a.GIVES or singles != singles_given(s, kind, doubles):
            raise refuse.because(why.NOT_EXACT, kind=KINDS[kind])
        actions.append(a.GIVE + a.GIVES * kind + doubles)
    if counts:
        raise refuse.because(why.NOT_ASKED_FOR, card=CARDS[min(counts)])
    return tuple(actions)


def _read_kinds(s: Pizzeria, verb: str, words: Sequence[str], text: str, refuse: Refusal) -> tuple[int, ...]:
    kinds = [_place(KINDS, word, text) for word in words]
    if len(kinds) > MOST_NAMED:
        raise _malformed(text)
    if s["ask"] != (r.AMOUNTS if verb == "amounts" else r.WAY):
        raise refuse.not_asked()
    wanted = int(s["open_count"]) if verb == "amounts" else way_length(first_open(s))
    if len(kinds) != wanted or len(set(kinds)) != wanted:
        raise refuse.because(why.WRONG_NUMBER, number=f"{wanted} different kinds" if wanted > 1 else "one kind")
    if verb == "way" and wanted == 2:
        kinds.sort()
    return tuple(a.KIND + kind for kind in kinds)


def _read_one(s: Pizzeria, verb: str, word: str, text: str, refuse: Refusal) -> tuple[int, ...]:
    owners = [KINDS[own] for own in s["own"][: s["players"]]]
    if verb == "deal":
        return (_read_deal(s, word, text, refuse),)
    tables: dict[str, tuple[int, int, Sequence[str]]] = {
        "order": (r.ORDER, a.ORDER, ORDERS),
        "join": (r.JOIN, a.JOIN, JOINING),
        "add": (r.FILL, a.ADD, CARDS),
        "want": (r.FILL, a.WANT, KINDS),
        "reveal": (r.REVEAL, a.REVEAL, CARDS),
        "match": (r.MATCH, a.MATCH, CARDS),
    }
    if verb in tables:
        ask, base, words = tables[verb]
        if verb == "join" and word in ORDERS and word not in words:
            raise refuse.because(why.NO_FOUR)
        return (_if_asked(s, (ask,), base + _place(words, word, text), refuse),)
    if verb not in ("pick", "start"):
        raise _malformed(text)
    _place(KINDS, word, text)
    ask, base = (r.PICK, a.PICK) if verb == "pick" else (r.START, a.START)
    if _if_asked(s, (ask,), word in owners, refuse):
        return (base + owners.index(word),)
    raise refuse.because(why.NOBODY_THERE, kind=word)


def _read_deal(s: Pizzeria, word: str, text: str, refuse: Refusal) -> int:
    if s["ask"] == r.DEAL and word in SUPPLY_CARDS:
        return a.DEAL + SUPPLY_CARDS.index(word)
    if s["ask"] == r.DEAL_ORDER and word in ORDERS:
        return a.DEAL_ORDER + ORDERS.index(word)
    if word in SUPPLY_CARDS or word in ORDERS:
        raise refuse.not_asked()
    raise _malformed(text)
