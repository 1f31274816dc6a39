"""Bots play each other: every deal in every seating, the same deals for all, so that luck cancels."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from osteria.bots import Bot, data_only, make
from osteria.bots.hints import hints_for
from osteria.core.decision import Decision, Move, Outcome
from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.games import game as game_of
from osteria.lab.pool import Pool
from osteria.lab.seating import Plan
from osteria.lab.wordless import are_wordless, play_wordless
from osteria.play.match import Match
from osteria.play.new import new
from osteria.play.view import View

Heard = Callable[[int], None]
"""Told how many games were played."""


@dataclass(frozen=True)
class Game:
    """One game of an arena.

    Attributes:
        deal: its number.
        seating: its number among the arrangements.
        bots: names by seat.
        score: by seat.
        tiebreak: by seat.
        shares: the share of the win, by seat.
    """

    deal: int
    seating: int
    bots: tuple[str, ...]
    score: tuple[int, ...]
    tiebreak: tuple[int, ...]
    shares: tuple[float, ...]


def play_arena(plan: Plan, pool: Pool, folder: Path | None = None, heard: Heard | None = None) -> list[Game]:
    """Play every deal of a plan; the games in order.

    Args:
        plan: what to play.
        pool: where to play.
        folder: keeps what was played, deal by deal; what an earlier run left there is not played again.
        heard: told how many games were played, as they come.
    """
    games = _kept(plan, folder) if folder else []
    done = {game.deal for game in games}
    if heard and games:
        heard(len(games))
    tasks = ((plan, deal) for deal in range(plan.deals) if deal not in done)
    for played in pool.map(play_deal, tasks):
        games += played
        if folder:
            _keep(folder, played)
        if heard:
            heard(len(played))
    return sorted(games, key=lambda game: (game.deal, game.seating))


def play_deal(task: tuple[Plan, int]) -> list[Game]:
    """One deal in every arrangement."""
    plan, deal = task
    game_of(plan.game).kernels.compiled()
    if hints := hints_for(plan.game):
        hints.kernels.compiled()
    return [_play(plan, deal, number, names) for number, names in enumerate(plan.arrangements)]


def _play(plan: Plan, deal: int, number: int, names: tuple[str, ...]) -> Game:
    bots = [_seat_bot(plan, deal, seat, name) for seat, name in enumerate(names)]
    seed = plan.seed_of("deal", deal)
    if are_wordless(bots, plan.game) and plan.options is None:
        outcome = play_wordless(plan.game, seed, bots)
    else:
        outcome = play_with_views(plan.game, seed, bots, plan.options)
    shares = tuple(outcome.share(seat) for seat in range(plan.players))
    return Game(deal, number, names, outcome.score, outcome.tiebreak, shares)


def _seat_bot(plan: Plan, deal: int, seat: int, name: str) -> Bot:
    """A name that says its seed has it; others get one that follows from the plan."""
    if "seed=" in name:
        return make(name)
    return make(name, seed=plan.seed_of("bot", deal, seat, name))


def play_with_views(game: str, seed: int, bots: list[Bot], options: Options | None = None) -> Outcome:
    """A game at a table where every bot is handed its own view and nothing else."""
    match = new(game, len(bots), seed=seed, options=options)
    while (asked := match.decision) is not None:
        match.play(ask_bot(bots[asked.seat], match))
    outcome = match.outcome
    assert outcome is not None
    return outcome


def ask_bot(bot: Bot, match: Match) -> Move:
    """What a bot answers when its seat is asked; it is handed its own view and nothing else."""
    assert match.decision is not None
    view = data_only(match.view(match.decision.seat, memory="assisted"))
    assert view.decision is not None
    return _chosen(bot, view.decision, view)


def _chosen(bot: Bot, decision: Decision, view: View) -> Move:
    """A bot's answer; whatever goes wrong in it, or is no answer, is said with the bot's name and place."""
    try:
        move = bot.choose(decision, view, None)
    except OsteriaError:
        raise
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        raise OsteriaError(
            f"{type(bot).__name__} failed when asked to {decision.ask} in {decision.clause}: "
            f"{type(error).__name__}: {error} ({where.filename}, line {where.lineno})."
        ) from error
    if not isinstance(move, Move | str):
        raise OsteriaError(f"{type(bot).__name__} answered {move!r} when asked to {decision.ask}: that is no move.")
    return move


# --------------------------------------------------------------------------------------------- what a folder keeps


def _kept(plan: Plan, folder: Path) -> list[Game]:
    """The whole deals that an earlier run of the same plan left in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    note, games = folder / "plan.json", folder / "games.jsonl"
    if note.exists() and _read_plan(note) != _words(plan):
        raise OsteriaError(f"{folder} holds another arena; take another folder, or the same names, game and seed.")
    note.write_text(json.dumps(_words(plan)) + "\n")
    lines = games.read_text(errors="replace").splitlines() if games.exists() else []
    return [game for line in lines for game in _read_deal(line) if game.deal < plan.deals]


def kept_seed(folder: Path) -> int | None:
    """The seed of the arena that a folder keeps; None where it keeps none."""
    note = folder / "plan.json"
    plan = _read_plan(note) if note.exists() else None
    seed = plan.get("seed") if isinstance(plan, dict) else None
    return seed if isinstance(seed, int) else None


def _read_plan(note: Path) -> Any:
    try:
        return json.loads(note.read_text())
    except (ValueError, RecursionError):
        raise OsteriaError(f"{note} is damaged; take another folder.") from None


def _words(plan: Plan) -> dict[str, Any]:
    """What must be the same to go on; an arena may be made longer."""
    words = {key: value for key, value in asdict(plan).items() if key != "games" and value is not None}
    return json.loads(json.dumps(words))  # type: ignore[no-any-return]


def _keep(folder: Path, played: list[Game]) -> None:
    with (folder / "games.jsonl").open("a") as file:
        file.write(json.dumps([asdict(game) for game in played]) + "\n")


def _read_deal(line: str) -> Iterator[Game]:
    """A deal that was written whole; the last line may have been cut off."""
    try:
        rows = json.loads(line)
        games = [Game(**_as_written(row)) for row in rows]
    except (ValueError, TypeError, AttributeError, RecursionError):
        return
    yield from games


def _as_written(row: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
