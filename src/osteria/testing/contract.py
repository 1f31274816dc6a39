"""The same questions put to every game: it goes on, it ends, it loses no card, it replays, and it says no clearly."""

from __future__ import annotations

import random
from collections.abc import Iterator

from osteria.core.errors import IllegalMove, OsteriaError
from osteria.play.match import Match
from osteria.play.new import new
from osteria.play.transcript import replay

MOST_MOVES = 20_000
"""A guard far above the longest game ever met: a match that goes on longer is reported as endless."""


def check_game(game: str, players: int, games: int, seed: int, near_misses: int = 2) -> int:
    """Play random games and put every question of the contract to each; AssertionError where one fails.

    Args:
        game: the game's name.
        players: how many play.
        games: how many games.
        seed: of the deals and the players.
        near_misses: how many moves that are not listed are tried at every decision.

    Returns the number of decisions that were looked at.
    """
    decisions = 0
    for number in range(games):
        rng = random.Random(f"{game} {players} {seed} {number}")
        decisions += check_match(new(game, players, seed=rng.randrange(2**32)), rng, near_misses)
    return decisions


def check_match(match: Match, rng: random.Random, near_misses: int = 2) -> int:
    """Play one match to its end at random and check it at every decision; returns how many there were."""
    cards = match.rules.inventory(match.zones())
    decisions = 0
    while match.decision is not None:
        decisions += 1
        assert decisions < MOST_MOVES, f"{match.game} does not end"
        check_options(match)
        check_refusals(match, rng, near_misses)
        move = rng.choice(match.decision.options)
        match.play(str(move) if decisions % 2 else move)
        assert match.rules.inventory(match.zones()) == cards, f"cards were lost or made by {move}:\n{match.transcript}"
    check_end(match)
    check_replay(match)
    return decisions


def check_options(match: Match) -> None:
    """Some option until the end; options differ; what is printed can be read again."""
    decision = match.decision
    assert decision is not None and decision.options, f"nothing can be done:\n{match.transcript}"
    texts = [str(move) for move in decision.options]
    assert len(set(texts)) == len(texts), f"options repeat: {texts}"
    rules, s = match.rules, match.stepper.states[0]
    for move in decision.options:
        assert rules.read(s, str(move)) == move.actions, f"{move} is read as something else"


def check_refusals(match: Match, rng: random.Random, count: int) -> None:
    """What is not listed is refused, with a clause, and changes nothing."""
    assert match.decision is not None
    legal = {str(move) for move in match.decision.options}
    before = match.stepper.states.tobytes()
    for text in near_miss(match, rng, count):
        try:
            found = match.legal_move(text)
        except IllegalMove as error:
            assert error.clause, f"{text} is refused without a clause"
        except OsteriaError:
            pass
        else:
            assert str(found) in legal, f"{text} is accepted but not listed"
        assert match.stepper.states.tobytes() == before, f"{text} was refused and changed the table"


def near_miss(match: Match, rng: random.Random, count: int) -> Iterator[str]:
    """Moves that look right: options with a word exchanged, a number changed, or from another question."""
    assert match.decision is not None
    texts = [*map(str, match.decision.options), *match.rules.sample_moves]
    words = sorted({word for text in texts for word in text.split()})
    for _ in range(count):
        text = rng.choice(texts).split()
        place = rng.randrange(len(text))
        how = rng.randrange(4)
        if how == 0:
            text[place] = rng.choice(words)
        elif how == 1:
            text.insert(place, rng.choice(words))
        elif how == 2 and len(text) > 1:
            del text[place]
        yield " ".join(text)


def check_end(match: Match) -> None:
    """A finished game has winners, asks nothing and takes no move."""
    assert match.outcome is not None and match.outcome.winners
    try:
        match.play(str(match.past[-1].move))
    except OsteriaError:
        return
    raise AssertionError("a finished game took a move")


def check_replay(match: Match) -> None:
    """A transcript replays to the same bytes, text and events."""
    again = replay(match.transcript)
    assert again.stepper.states.tobytes() == match.stepper.states.tobytes(), "replay gives another table"
    assert again.transcript == match.transcript
    assert [event.words for event in again.events] == [event.words for event in match.events]
