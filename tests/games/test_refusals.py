"""One judge: what says whether says why. Every reason, with its sentence and its clause, and masks that agree with them."""

import random
import re
from typing import Any, NamedTuple

import numpy as np
import pytest

import osteria
from osteria.core.family import MOST_LEGAL
from osteria.games import game as game_of
from osteria.games.pizzeria import actions as a
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria.reasons import ALLOWED, NAMED_TWICE, REASONS
from osteria.games.pizzeria.rules.legal import list_legal, why_not
from osteria.play.fate import Asked
from osteria.play.match import Match

SEATS = ("pepper", "salami", "mushroom")
ANSWERS = {
    r.FILL: (*range(a.ADD, a.GIVE_UP + 1),),
    r.WAY: (*range(a.KIND, a.ADD), a.GIVE_UP),
    r.HELP: (*range(a.GIVE, a.DECLINE + 1),),
    r.MATCH: (*range(a.MATCH, a.START), a.GIVE_UP),
}
"""The small actions that could answer an ask whose rules say why not."""


class Case(NamedTuple):
    """A position, what was said before, and what is refused then."""

    game: str
    given: dict[str, Any]
    said: tuple[str, ...]
    move: str
    clause: str
    sentence: str


def scoring(order: str, columns: str = "", **hands: str) -> dict[str, Any]:
    """A scoring that turns up an order of pepper; cards as words."""
    counted = {card: columns.split().count(card) for card in columns.split()}
    hands_given = {seat: cards.split() for seat, cards in hands.items()}
    return {"phase": "scoring", "columns": counted, "hands": hands_given, "oven": [f"pepper/{order}"]}


def turn(**hands: str) -> dict[str, Any]:
    """A turn of pepper."""
    given = {seat: cards.split() for seat, cards in hands.items()}
    return {"phase": "turn", "turn": "pepper", "hands": given, "supply": ["olive"] * 9}


FOUR_OLIVE = scoring("four-olive", "olive", pepper="olive salami", salami="olive olive", mushroom="olive")
CASES = (
    Case("mamma-mia", scoring("mista", "olive"), (), "add olive", "C-4", "You do not hold olive."),
    Case("sole-mio", FOUR_OLIVE, (), "add salami", "C-4", "salami is not needed."),
    Case("mamma-mia", scoring("mista", "olive", pepper="pepper"), (), "add pepper", "C-4",
         "Your hand cannot complete the order; you can only give up."),
    Case("grande", scoring("bombastica", "olive", pepper="olive"), ("want olive",), "add olive", "GR-5",
         "After the first ingredient asked for, nothing more is added."),
    Case("sole-mio", scoring("own-kind", "", pepper="olive"), (), "add olive", "SM-25",
         "Only cards of your own kind count here."),
    Case("sole-mio", scoring("own-kind", "", pepper="pepper"), (), "add pepper", "C-4",
         "Your cards cannot bring the bid to 2."),
    Case("sole-mio", scoring("own-kind", "", pepper="pepper pepper"), ("add pepper",), "settle", "SM-26",
         "The bid is below 2."),
    Case("sole-mio", FOUR_OLIVE, (), "settle", "C-2", "Only a series or a bid on the own kind is settled."),
    Case("sole-mio", scoring("own-kind", "pepper pepper"), (), "give up", "SM-26",
         "With a bid of 2 or more you can only add or settle."),
    Case("sole-mio", scoring("four-olive", "", pepper="four-salami"), ("join four-salami", "amounts olive salami"),
         "give up", "SM-22", "A series is not given up, it is settled."),
    Case("sole-mio", scoring("own-kind"), (), "ask", "HP-1", "Help cannot be asked for this order."),
    Case("mamma-mia", scoring("mista"), (), "ask", "HP-1", "Help cannot be asked for this order."),
    Case("grande", scoring("bombastica"), (), "ask", "GR-5",
         "Name the ingredients you ask for, one at a time: “want KIND”."),
    Case("sole-mio", FOUR_OLIVE, (), "want olive", "C-2", "Only the owner of a bombastica in Grande names what is wanted."),
    Case("grande", scoring("mista"), (), "want olive", "GR-5", "Only the owner of a bombastica names what is wanted."),
    Case("mamma-mia", scoring("monotoni"), (), "way pepper", "MM-14", "pepper is no kind that monotoni allows here."),
    Case("sole-mio", scoring("without-own", "olive olive salami salami mushroom mushroom"), (), "way olive pineapple", "C-1",
         "The columns suffice in another way; pick one of those."),
    Case("mamma-mia", scoring("monotoni", "pepper olive"), (), "way olive", "C-2",
         "Your hand cannot complete the order that way."),
    Case("mamma-mia", scoring("minimale", "pepper olive olive olive salami salami salami"), (), "give up", "C-1",
         "The columns suffice: the order is filled, only the way is yours to pick."),
    Case("mamma-mia", scoring("monotoni", "pepper olive olive olive olive olive olive"), (), "give up", "MM-14",
         "A kind is complete in the columns: name a kind first."),
    Case("grande", scoring("monotoni"), (), "give up", "C-2", "Pick a way first; you may give up afterwards."),
    Case("sole-mio", scoring("four-olive", "olive olive olive", salami="salami"), ("ask",), "give 1 olive", "HP-3",
         "You cannot give that: everything asked for, from your own hand, or decline."),
    Case("sole-mio", FOUR_OLIVE, ("ask",), "give 1 olive", "HP-4",
         "The request for olive must be covered, with no card too many."),
    Case("sole-mio", FOUR_OLIVE, ("ask",), "give 3 olive 1 pineapple", "HP-4", "Nobody asked for pineapple."),
    Case("sole-mio", scoring("match", pepper="olive salami", salami="olive"), ("reveal olive",), "match salami", "SM-29",
         "salami does not match olive."),
    Case("sole-mio", scoring("match", pepper="salami", salami="olive"), ("reveal olive",), "match olive", "SM-29",
         "You do not hold olive."),
    Case("mamma-mia", turn(pepper="olive salami"), (), "play 1 olive 1 salami", "MM-4",
         "Several ingredients may be played together only if they are of one kind."),
    Case("grande", turn(pepper="olive salami"), (), "play 1 olive 1 salami", "SM-4",
         "Several ingredients may be played together only if they are of one kind."),
    Case("mamma-mia", turn(pepper="olive salami"), (), "play 2 olive", "MM-4", "You do not hold that many cards of olive."),
    Case("sole-mio", turn(pepper="olive salami"), (), "play 99 olive", "SM-4", "You do not hold that many cards of olive."),
    Case("sole-mio", turn(pepper="olive salami"), (), "play 3 double-olive", "SM-4",
         "You do not hold that many cards of olive."),
    Case("mamma-mia", turn(pepper="olive salami minimale"), ("play 1 olive",), "order mista", "MM-5",
         "You do not hold the order mista."),
    Case("sole-mio", scoring("four-olive", pepper="match"), (), "join four-salami", "SM-21",
         "You do not hold that order; only orders of your hand can join."),
    Case("sole-mio", scoring("four-olive", pepper="match"), (), "join match", "SM-21",
         "Only four-<kind> orders can join a series."),
    Case("sole-mio", scoring("four-olive", pepper="four-salami"), ("join four-salami",), "amounts olive mushroom", "SM-21",
         "Every order of the series gets one amount; name the kinds of its orders."),
    Case("sole-mio", scoring("own-kind", "pepper pepper", salami="olive"), ("settle",), "show", "SM-27",
         "You have no pepper to show."),
    Case("sole-mio", scoring("match", salami="olive", mushroom="olive"), (), "pick pepper", "SM-29",
         "Pick an opponent who holds at least one ingredient card."),
    Case("sole-mio", scoring("match", salami="olive"), (), "reveal salami", "SM-29", "You do not hold salami."),
    Case("sole-mio", scoring("match", salami="olive", mushroom="olive"), (), "pick olive", "SM-29",
         "Nobody at this table plays olive."),
    Case("sole-mio", scoring("without-own"), (), "way olive", "SM-30", "This needs 2 different kinds."),
    Case("mamma-mia", scoring("monotoni"), (), "way olive salami", "MM-14", "This needs one kind."),
)  # fmt: skip


def placed(case: Case) -> Match:
    """The match at the position of a case."""
    rules = game_of(case.game)
    holder = "baker" if case.game == "mamma-mia" else "holder"
    given = case.given | ({holder: "salami"} if case.given["phase"] == "scoring" else {})
    states = rules.place(SEATS, rules.options(), given)
    rules.begin(states)
    match = Match(rules, SEATS, rules.options(), states, Asked())
    for move in case.said:
        match.play(move)
    return match


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}: {case.move}: {case.sentence}")
def test_a_refusal_names_its_clause_and_says_why(case: Case) -> None:
    match = placed(case)
    before = match.zones()
    with pytest.raises(osteria.IllegalMove) as refused:
        match.play(case.move)
    assert (refused.value.clause, str(refused.value)) == (case.clause, case.sentence)
    assert match.zones() == before


def test_chance_is_refused_what_is_not_in_the_stack() -> None:
    match = osteria.new("sole-mio", ["pepper", "salami"], seed=osteria.ASK)
    with pytest.raises(osteria.IllegalMove, match="Nobody at this table plays olive") as refused:
        match.play("start olive")
    assert refused.value.clause == "G-3"
    match.play("start pepper")
    with pytest.raises(osteria.IllegalMove, match="it is not in the stack") as refused:
        match.play("deal sole-mio")
    assert refused.value.clause == "SM-3"


def test_a_kind_is_named_once_in_a_way() -> None:
    match = placed(Case("sole-mio", scoring("four-three-two-one"), (), "", "", ""))
    at = match.stepper.copy()
    at.act(a.KIND)
    assert game_of("sole-mio").code_of(at.states[0], a.KIND) == NAMED_TWICE
    assert game_of("sole-mio").code_of(at.states[0], a.KIND + 1) == ALLOWED


def test_every_reason_is_met_here() -> None:
    said = {case.sentence for case in CASES} | {"That cannot be drawn: it is not in the stack."}
    unmet = {code for code, why in REASONS.items() if not any(is_said(why.sentence, one) for one in said)}
    assert unmet == {NAMED_TWICE}  # a text that names a kind twice is refused by its number of kinds


def is_said(sentence: str, said: str) -> bool:
    """Whether a sentence is this one with its words filled in."""
    pattern = "".join(
        r"[\w-]+( \w+)*" if part.startswith("{") else re.escape(part) for part in re.split(r"(\{\w+\})", sentence)
    )
    return re.fullmatch(pattern, said) is not None


@pytest.mark.parametrize("name", ["mamma-mia", "sole-mio", "grande"])
def test_what_is_listed_is_what_has_no_reason_against_it(name: str) -> None:
    rng, out, asked = random.Random(name), np.empty(MOST_LEGAL, np.int64), set()
    for number in range(3):
        match = osteria.new(name, 3, seed=number)
        while match.decision is not None:
            s = match.stepper.states[0]
            listed = set(out[: list_legal(s, out)].tolist())
            answers = ANSWERS.get(int(s["ask"]), ())
            assert {action for action in answers if why_not(s, action) == 0} >= listed & set(answers)
            assert {action for action in answers if game_of(name).code_of(s, action) == 0} == listed & set(answers)
            asked.add(int(s["ask"]))
            match.play(rng.choice(match.decision.options))
    assert {r.FILL, r.WAY} <= asked
