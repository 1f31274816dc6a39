"""The fair deal: was a finished game dealt from the seed that the house committed to before it?"""

import hashlib
import http.client
import json
import re
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import osteria
from osteria.core.errors import OsteriaError
from osteria.server.tables import days

HELD, BROKEN = 0, 1
RANDOM_BYTES = 32
"""How many random bytes the house commits to, and how many a seat may add: with a fixed length nobody can say afterwards
that some of them belong to the table's id."""
MOST_BYTES = 5_000_000


@dataclass(frozen=True)
class Deal:
    """What the house published: the commitment before the game, table, seed and transcript after it."""

    table: str
    commitment: str
    seed: bytes
    transcript: str
    random: tuple[str, ...] = ()
    """What each seat added, in hex, in seat order; empty where it added nothing."""


def deal_seed(seed: bytes, random: Sequence[str], table: str) -> bytes:
    """What a game is dealt from: SHA-256 of the house's bytes, the seats' bytes in seat order and the table's id; where no
    seat added any, the house's bytes themselves."""
    added = b"".join(bytes.fromhex(text) for text in random)
    return hashlib.sha256(seed + added + table.encode()).digest() if added else seed


@dataclass(frozen=True)
class Finding:
    """What came out of dealing again."""

    table: str
    commitment_holds: bool
    deal_holds: bool
    actions: int
    why: str = ""
    commitment: str = ""
    """What the house says it had committed to: to be compared with what was noted before the game."""
    random: tuple[str, ...] = ()
    """What the house says each seat added, in hex: the deal follows from that, too."""

    @property
    def is_fair(self) -> bool:
        """Whether both hold."""
        return self.commitment_holds and self.deal_holds


def check(source: str, promised: str | None = None) -> Finding:
    """Deals a finished game again: from a transcript, from a saved answer of `deal`, or from a table's address. `promised`:
    the commitment that somebody noted before the game, of the table or of its day; else the house is taken at its word for it."""
    noted = _noted(promised)
    deal = _opened(source)
    digest = hashlib.sha256(deal.seed + deal.table.encode()).hexdigest()
    committed = deal.commitment == digest and noted in ("", digest, _of_its_day(deal))
    holds, actions, why = _deal_again(deal)
    if not committed:
        why = "The seed is not the one that the house committed to."
    return Finding(deal.table, committed, holds, actions, why, deal.commitment, deal.random)


def _of_its_day(deal: Deal) -> str:
    """What the house published the day before, where this is a day's deal: it says nothing about bytes that seats add, and
    to such a deal nobody adds any."""
    head = _head(deal.transcript)
    is_of_a_day = "day" in head and not any(deal.random)
    return days.commitment(deal.seed, head["day"], head.get("game", "")) if is_of_a_day else ""


def _noted(promised: str | None) -> str:
    """What somebody noted, as the house writes it; empty where nobody did."""
    if promised is None:
        return ""
    if not re.fullmatch("[0-9a-f]{64}", noted := promised.strip().lower()):
        raise OsteriaError("A commitment is 64 hex digits, as the table showed it before the game.")
    return noted


def _opened(source: str) -> Deal:
    """What a house opened: in a file, or for the table of an address."""
    if not source.startswith(("http://", "https://")):
        path = Path(source)
        if not path.is_file():
            raise OsteriaError(f"There is no file {source}.")
        return read(_read_text(path))
    address, table = _address(source)
    deal = read(_answer(address))
    if deal.table != table:
        raise OsteriaError(f"{source} is answered with the deal of another table, {deal.table}.")
    return deal


def _address(source: str) -> tuple[str, str]:
    """Where the deal of a table's address is, and which table that is."""
    try:
        parts = urlsplit(source)
    except ValueError as error:
        raise OsteriaError(f"{source} is no address: {error}.") from None
    name = next((word for word in reversed(parts.path.rstrip("/").split("/")) if len(word) == 12), "")
    if not name or not parts.netloc:
        raise OsteriaError(f"{source} names no table; its address ends in /t/ and twelve letters.")
    return f"{parts.scheme}://{parts.netloc}/api/tables/{name}/deal", name


def _answer(address: str) -> str:
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return str(answer.read(MOST_BYTES).decode())
    except urllib.error.HTTPError as error:
        raise OsteriaError(_refusal(error)) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise OsteriaError(f"{address} does not answer: {error or type(error).__name__}.") from None


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise OsteriaError(f"{path} is no text, so no game of a house.") from None


def _refusal(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["error"]["text"])
    except (ValueError, KeyError, TypeError):
        return f"The house answered {error.code}."


def read(text: str) -> Deal:
    """A deal from JSON or from a transcript with `table`, `commitment` and `seed` in its head."""
    try:
        found = json.loads(text) if text.lstrip().startswith("{") else {**_head(text), "transcript": text}
        words = [found[key] for key in ("table", "commitment", "transcript")]
        if not all(isinstance(word, str) for word in words):
            raise TypeError
        return Deal(words[0], words[1], _bytes(found["seed"]), words[2], _added(found.get("random") or []))
    except (KeyError, ValueError, TypeError, RecursionError):
        raise OsteriaError(
            "This holds no fair deal: a transcript from the house names table, commitment, seed."
        ) from None


def _bytes(text: str) -> bytes:
    """32 bytes from hex; a ValueError or TypeError where there are more or less."""
    if len(found := bytes.fromhex(text)) != RANDOM_BYTES:
        raise ValueError
    return found


def _added(given: list[str] | str) -> tuple[str, ...]:
    """What each seat added, in hex; a ValueError or TypeError where that is not what it says."""
    parts = given if isinstance(given, list) else [part.strip("- ") for part in given.split(",")]
    return tuple("" if part == "" else _bytes(part).hex() for part in parts)


def _head(text: str) -> dict[str, str]:
    lines = text.partition("\n---")[0].splitlines()
    return {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}


def _deal_again(deal: Deal) -> tuple[bool, int, str]:
    """Plays the transcript with its seed: every card and every roll must be what the seed deals."""
    try:
        match = osteria.replay(deal.transcript, seed=deal_seed(deal.seed, deal.random, deal.table))
    except OsteriaError as error:
        return False, 0, str(error)
    if match.decision is not None:
        return False, match.moves, "The game is not over."
    if deal.random and len(deal.random) != len(match.seats):
        return False, match.moves, f"{len(deal.random)} seats added bytes, and {len(match.seats)} played."
    return True, match.moves, ""


def _sentence(finding: Finding) -> str:
    if not finding.is_fair:
        return f"NOT fair: table {finding.table}. {finding.why}"
    seats = f" and the bytes of {sum(map(bool, finding.random))} seats" if any(finding.random) else ""
    return f"Fair: table {finding.table} was dealt from the seed it committed to{seats} ({finding.actions} actions)."


def report(finding: Finding, *, as_json: bool) -> int:
    """Prints what was found; the exit status says whether it holds."""
    if as_json:
        print(json.dumps({**vars(finding), "fair": finding.is_fair}))
    else:
        print(_sentence(finding))
        print(f"commitment: {finding.commitment}")
        for seat, added in enumerate(finding.random):
            print(f"seat {seat} added: {added or 'nothing'}")
    return HELD if finding.is_fair else BROKEN
