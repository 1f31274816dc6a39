"""Tables in a given state on a page: the engine makes the view from a scenario, the page gets it as the house sends it.

No game has to be played until something comes up; every question, every number of players, the longest names.
"""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from players import SHOWN
from playwright.sync_api import Page, WebSocketRoute

import osteria
from osteria.play.scenario import Scenario, Table

TABLE = "scenescene22"
NAMES = ("Pia", "Maximiliane-Konstantina", "Bartholomäus von Ribbeck", "Wilhelmina-Josephine", "Giovannantonio Zanella")
NAMES += ("Oluwaseun Adébáyọ̀", "Anne-Sophie Dubois", "Ida")
KINDS = ("pepper", "mushroom", "salami", "olive", "pineapple")
SUPPLY = [f"{kind}" for kind in KINDS] * 4
PLAIN = ["mista", "bombastica", "monotoni", "minimale"]
TRICKY = ["two-of-each", "own-kind", "match", "without-own", "two-doubles", "four-three-two-one", "sole-mio"]


def orders_of(game: str, seat: str, taken: list[str]) -> list[str]:
    """The orders of a seat that lie nowhere else."""
    others = [kind for kind in ("olive", "pepper", "mushroom", "salami", "pineapple") if kind != seat]
    first = [f"normale-{kind}" for kind in others] + PLAIN if game != "sole-mio" else []
    second = [f"four-{kind}" for kind in others] + TRICKY if game != "mamma-mia" else []
    return [order for order in first + second if order not in taken]


def laid_out(game: str, hands: Mapping[str, list[str]], oven: list[str]) -> dict[str, Any]:
    """Order stacks and delivered orders of everybody, besides what is in hands and in the oven."""
    stacks, delivered = {}, {}
    for i, (seat, hand) in enumerate(hands.items()):
        in_oven = [card.partition("/")[2] for card in oven if card.startswith(f"{seat}/")]
        left = orders_of(game, seat, [*hand, *in_oven])
        delivered[seat], stacks[seat] = left[: (i + 2) % 4], left[(i + 2) % 4 :][:5]
    return {"orders": stacks, "delivered": delivered}


@dataclass(frozen=True)
class Scene:
    """A state of a table, and who looks at it."""

    game: str
    given: Mapping[str, Any]
    play: tuple[Mapping[str, str], ...] = ()
    players: int = 3
    viewer: int | None = 0
    memory: str = "authentic"
    clock: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def seats(self) -> list[str] | int:
        """The seats, as a scenario spells them."""
        return self.players if self.game == "roll-for-soles" else list(KINDS[: self.players])

    def table(self) -> Table:
        """The table, played as far as the scene goes."""
        fields = {"game": self.game, "seats": self.seats, "given": self.given, "play": list(self.play), "expect": {}}
        table = Table(Scenario("scenes", "a scene", fields), self.given)
        table.play_all()
        return table

    def view(self) -> dict[str, Any]:
        """What the viewer may see."""
        return dict(self.table().match.view(self.viewer, self.memory).words)


class Finished(Scene):
    """A game that is over."""

    def view(self) -> dict[str, Any]:
        """The end of a game that was played at random."""
        rng = random.Random(5)
        match = osteria.new(self.game, players=self.players, seed=5)
        while match.decision is not None:
            match.play(rng.choice(match.decision.options))
        return dict(match.view(self.viewer, self.memory).words)


def turn(game: str, players: int, hand: list[str], **more: Any) -> Scene:
    """The own turn with this hand; the last one before has put two salami into the oven."""
    seats = KINDS[:players]
    others = {
        seat: ["olive", "olive", "salami", "salami", "pineapple", orders_of(game, seat, [])[-1]] for seat in seats[1:]
    }
    hands = {seats[0]: hand, **others}
    oven = ["olive", "olive", "mushroom", "salami", "pepper", "pepper", "olive"]
    given = {
        "phase": "turn",
        "turn": seats[-1],
        "round": 2,
        "supply": SUPPLY,
        "oven": oven,
        "hands": hands,
        **laid_out(game, hands, oven),
    }
    last = seats[-1]
    play = ({last: "play 2 salami"}, {last: "no order"}, {last: "draw supply"})
    return Scene(game, given, play, players, **more)


FULL = {
    "mamma-mia": ["olive", "olive", "mushroom", "salami", "pineapple", "normale-olive", "mista"],
    "sole-mio": ["olive", "double-olive", "mushroom", "salami", "double-pineapple", "four-olive", "two-of-each"],
    "grande": ["olive", "double-olive", "mushroom", "double-salami", "two-doubles", "without-own", "four-salami"],
}


def oven(game: str, order: str, columns: dict[str, int], hand: list[str], **more: Any) -> Scene:
    """The oven is open; an order of the first seat, or of `owner`, comes up."""
    players = more.pop("players", 3)
    owner = more.pop("owner", "pepper")
    play = tuple(more.pop("play", ()))
    seats = KINDS[:players]
    hands = {seats[0]: hand} | {seat: ["salami", "olive", "mushroom"] for seat in seats[1:]} | more.pop("hands", {})
    last = "mushroom/four-salami" if game != "mamma-mia" else "mushroom/mista"
    cards = [f"{owner}/{order}", "olive", "salami", last]
    given = {
        "phase": "scoring",
        "round": 2,
        "columns": columns,
        "hands": hands,
        **laid_out(game, hands, cards),
        "oven": cards,
    }
    given["baker" if game == "mamma-mia" else "holder"] = seats[-1]
    return Scene(game, given, play, players, **more)


HEAP = {"olive": 2, "pepper": 3, "mushroom": 4, "salami": 2, "pineapple": 1}
DOUBLES = {"olive": 1, "double-olive": 1, "pepper": 2, "double-mushroom": 2, "salami": 3, "pineapple": 1}


def sea(players: int, **given: Any) -> Scene:
    """Roll for Soles in the middle of a turn."""
    more = {key: given.pop(key) for key in ("memory", "viewer", "clock") if key in given}
    play = tuple(given.pop("play", ()))
    supplies = {seat: 22 - 3 * seat for seat in range(players)}
    whole = {"phase": "turn", "turn": 0, "middle": 27, "net": 4, "supplies": supplies, "dice": ["double"], **given}
    return Scene("roll-for-soles", whole, play, players, **more)


SCENES: dict[str, Scene] = {
    **{f"turn {game}": turn(game, 4, FULL[game]) for game in FULL},
    "turn five": turn("grande", 5, FULL["grande"], clock=True),
    "turn assisted": turn("sole-mio", 4, FULL["sole-mio"], memory="assisted"),
    "turn two": turn("mamma-mia", 2, FULL["mamma-mia"], clock=True),
    "watching": turn("sole-mio", 4, FULL["sole-mio"], viewer=None),
    "waits": turn("sole-mio", 4, FULL["sole-mio"], viewer=1),
    "fill": oven("mamma-mia", "normale-olive", {"olive": 2, "pepper": 1, "salami": 3}, ["olive", "olive", "salami"]),
    "fill help": oven(
        "sole-mio", "two-of-each", HEAP, ["olive", "pineapple", "double-salami", "salami", "mushroom"], players=4
    ),
    "give up": oven("mamma-mia", "normale-salami", HEAP, ["olive", "pepper", "mista"]),
    "way": oven("mamma-mia", "monotoni", {**HEAP, "salami": 5}, ["olive", "mushroom", "mushroom", "salami"], players=5),
    "way doubles": oven(
        "grande",
        "two-doubles",
        {"olive": 3, "double-mushroom": 2, "pepper": 1},
        ["double-olive", "double-salami"],
        players=5,
    ),
    "stairs": oven("grande", "four-three-two-one", DOUBLES, ["olive", "double-salami", "pineapple"], players=5),
    "join": oven(
        "sole-mio", "four-olive", HEAP, ["olive", "four-salami", "four-mushroom", "salami", "match"], players=4
    ),
    "help": oven(
        "sole-mio",
        "two-of-each",
        HEAP,
        ["olive", "double-olive", "pineapple", "salami", "four-olive"],
        owner="olive",
        players=4,
        hands={"olive": ["mushroom", "salami"]},
        play=({"olive": "ask"},),
    ),
    "block": oven(
        "sole-mio",
        "own-kind",
        HEAP,
        ["salami", "double-salami", "olive", "match"],
        owner="salami",
        hands={"salami": ["salami", "salami", "olive"]},
        play=({"salami": "add salami"}, {"salami": "add salami"}, {"salami": "settle"}),
    ),
    "bid": oven("sole-mio", "own-kind", HEAP, ["pepper", "pepper", "double-pepper", "olive"], players=4),
    "pick": oven("sole-mio", "match", HEAP, ["olive", "mushroom", "salami"], players=5),
    "reveal": oven(
        "sole-mio",
        "match",
        HEAP,
        ["olive", "mushroom", "salami", "two-of-each"],
        owner="salami",
        play=({"salami": "pick pepper"},),
    ),
    "soles": sea(5, play=({"chance": "dice 2 1 water"},), memory="assisted"),
    "soles eight": sea(8, play=({"chance": "dice 2 1 water"},), clock=True),
    "soles hook": sea(6, play=({"chance": "dice 2 1 hook"},)),
    "soles first": Scene("roll-for-soles", {"phase": "turn", "turn": 0, "middle": 100, "supplies": {}}, (), 2),
}


# The last card of the supply is about to be drawn: then the oven opens. One order will be baked, one not.
LAST_DRAW = Scene(
    "mamma-mia",
    {
        "phase": "turn",
        "turn": "salami",
        "supply": ["mushroom"],
        "oven": ["olive", "olive", "salami", "mushroom", "olive", "pepper/normale-olive", "salami"],
        "hands": {
            "pepper": ["olive", "pepper", "mushroom", "salami", "mista"],
            "mushroom": ["pineapple", "pineapple", "mushroom", "salami", "olive", "normale-salami"],
            "salami": ["salami", "salami", "olive", "olive", "pineapple", "normale-mushroom"],
        },
        "orders": {
            "pepper": ["monotoni", "minimale", "normale-salami"],
            "mushroom": ["mista", "bombastica", "monotoni"],
            "salami": ["mista", "bombastica", "monotoni"],
        },
        "delivered": {"pepper": ["normale-mushroom"], "mushroom": ["normale-olive"], "salami": []},
    },
)
OPENS = ({"salami": "play 2 salami"}, {"salami": "order normale-mushroom"}, {"salami": "draw supply"})
BAKES = ({"pepper": "add olive"}, {"pepper": "add pepper"}, {"salami": "give up"})
# Another's draw brings the Sole Mio! card.
SUN = replace(SCENES["waits"], given={**SCENES["waits"].given, "supply": ["sole-mio", *SUPPLY]}, play=())


SCENES["end"] = Finished("mamma-mia", {}, players=5)
SCENES["end soles"] = Finished("roll-for-soles", {}, players=8)


def welcome(scene: Scene) -> dict[str, Any]:
    """What the house says first on a line."""
    seats = [
        {
            "seat": i,
            "kind": "person",
            "name": NAMES[i],
            "level": "",
            "stand_in": "",
            "reserved": "",
            "votes": 0,
            "agrees": False,
        }
        for i in range(scene.players)
    ]
    table = {
        "table": TABLE,
        "game": scene.game,
        "players": scene.players,
        "status": "over" if isinstance(scene, Finished) else "playing",
        "settings": {
            "memory": scene.memory,
            "spectators": True,
            "faces": ["1", "1", "2", "hook", "double", "water"],
            **scene.settings,
        },
        "seats": seats,
        "host": 0,
        "created": 0,
        "commitment": "0" * 64,
        "votes_needed": 1,
        "winners": [],
        "rematch": None,
        "hands": "closed",
    }
    view = scene.view()
    return {
        "type": "welcome",
        "frame": 1,
        "table": table,
        "you": {"role": "player" if scene.viewer is not None else "spectator", "seat": scene.viewer, "invites": {}},
        "question": 1,
        "view": view,
        "missed": [],
        "present": list(range(scene.players)),
        "watching": 0,
        "clock": {"left": [754.0] * scene.players, "at": 4_000_000_000.0, "running": 0} if scene.clock else None,
    }


class Stage:
    """A page that shows scenes: it is sent what a house would send."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.said: list[dict[str, Any]] = []
        self._welcome: dict[str, Any] = {}
        self._shows = False
        self._line: WebSocketRoute | None = None
        page.route_web_socket("**/ws/tables/*", self._answer)

    def show(self, scene: Scene) -> None:
        """Opens the page on this scene."""
        self._welcome, self._shows = welcome(scene), True
        key = [] if scene.viewer is None else [{"table": TABLE, "key": "k", "seat": scene.viewer, "at": 1}]
        self.page.goto(f"{self.url}/favicon.svg")
        self.page.evaluate(
            "(keys) => { sessionStorage.clear(); localStorage.setItem('osteria.keys', keys); }", json.dumps(key)
        )
        self.page.goto(f"{self.url}/t/{TABLE}")
        self.page.wait_for_selector("[data-screen]:not([data-screen=loading])")
        self.page.evaluate("document.fonts.ready")

    def send(self, message: Mapping[str, Any]) -> None:
        """Something that the house sends later."""
        assert self._line is not None
        self._line.send(json.dumps(message))

    def cut(self) -> None:
        """The line breaks, and no new one opens."""
        assert self._line is not None
        self._welcome = {}
        self._line.close(code=1011)

    def _answer(self, line: WebSocketRoute) -> None:
        self._line = line
        if not self._shows:
            line.connect_to_server()
            return

        def heard(message: str | bytes) -> None:
            said = json.loads(message)
            self.said.append(said)
            if said["type"] == "hello" and self._welcome:
                line.send(json.dumps(self._welcome))
            elif said["type"] == "hello":
                line.close(code=1011)
            elif said["type"] == "ping":
                line.send(json.dumps({"type": "pong", "n": said.get("n", 0)}))

        line.on_message(heard)


def happens(scene: Scene, lines: Sequence[Mapping[Any, str]]) -> dict[str, Any]:
    """The frame that follows a scene when these lines are played."""
    table = scene.table()
    before = len(table.match.events)
    for number, line in enumerate(lines):
        table.play_line(number + 1, dict(line))
    events = [event.seen_by(scene.viewer) for event in table.match.events[before:]]
    view = dict(table.match.view(scene.viewer, scene.memory).words)
    return {"type": "frame", "number": 2, "question": 2, "events": events, "view": view}


# ---------------------------------------------------------------------------------------------- states of a page


Act = Callable[[Stage], None]


def compose(stage: Stage, *cards: str) -> None:
    """Puts cards of the hand on the peel."""
    for card in cards:
        found = stage.page.locator(f".hand [data-card='{card}']").first
        handle = found.element_handle()
        assert handle is not None
        handle.wait_for_element_state("stable")  # else it is pressed where it was
        found.click(force=True)
        stage.page.evaluate(SHOWN)


def _composed(game: str) -> Act:
    def act(stage: Stage) -> None:
        stage.show(SCENES[f"turn {game}"])
        order = next(card for card in FULL[game] if "-" in card and not card.startswith("double-"))
        compose(
            stage, *[card for card in FULL[game] if card.endswith("olive") and card in ("olive", "double-olive")], order
        )

    return act


def _lost(stage: Stage) -> None:
    stage.show(SCENES["turn five"])
    compose(stage, "olive", "double-olive")
    stage.cut()
    stage.page.wait_for_selector(".strip p")


def _swap(stage: Stage) -> None:
    stage.show(SCENES["turn sole-mio"])
    compose(stage, "olive", "mushroom")
    stage.page.wait_for_selector("[data-swap]")


def _dialog(scene: str, key: str) -> Act:
    def act(stage: Stage) -> None:
        stage.show(SCENES[scene])
        stage.page.keyboard.press(key)
        stage.page.wait_for_selector("dialog[open]")

    return act


def _menu(stage: Stage) -> None:
    stage.show(SCENES["turn assisted"])
    stage.page.locator(".bar .icon-button").first.click()
    stage.page.wait_for_selector("dialog[open]")


def _seat(stage: Stage) -> None:
    stage.show(SCENES["turn grande"])
    stage.page.locator(".seat").first.click()
    stage.page.wait_for_selector("dialog[open]")


def _paused(scene: Scene, lines: Sequence[Mapping[Any, str]], shown: str) -> Act:
    """This happens, and the table stands still when something is shown of it."""

    def act(stage: Stage) -> None:
        stage.page.goto(f"{stage.url}/favicon.svg")
        stage.page.evaluate("localStorage.setItem('osteria.pace', 'calm')")
        stage.show(scene)
        stage.send(happens(scene, lines))
        stage.page.wait_for_selector(shown)
        stage.page.locator(".controls .icon-button").first.click()

    return act


def _waiting(stage: Stage) -> None:
    stage.page.goto(f"{stage.url}/new/grande")
    stage.page.locator("[data-confirm]").click()
    stage.page.wait_for_selector("[data-screen=waiting]")


MORE_STATES: dict[str, Act] = {
    "composed mamma-mia": _composed("mamma-mia"),
    "composed sole-mio": _composed("sole-mio"),
    "another kind": _swap,
    "line lost": _lost,
    "receipt": _paused(SCENES["give up"], ({"pepper": "give up"},), ".receipt"),
    "decide now": _paused(LAST_DRAW, OPENS, ".btn.now"),
    "waiting": _waiting,
    "help page": _dialog("turn sole-mio", "?"),
    "table as text": _dialog("turn five", "t"),
    "reference": _dialog("turn sole-mio", "k"),
    "menu": _menu,
    "a seat": _seat,
}
PAGES = {
    "door": "/",
    "new table": "/new/roll-for-soles",
    "lobby": "/lobby",
    "rules": "/rules/grande",
    "about": "/about",
}


def bring(stage: Stage, state: str) -> None:
    """Brings the page into a state."""
    if state in SCENES:
        stage.show(SCENES[state])
    elif state in PAGES:
        stage.page.goto(stage.url + PAGES[state])
        stage.page.wait_for_selector("[data-screen]:not([data-screen=loading])")
        if state == "door":
            stage.page.locator("[data-game=grande]").click()
        stage.page.wait_for_load_state("networkidle")
    else:
        MORE_STATES[state](stage)
