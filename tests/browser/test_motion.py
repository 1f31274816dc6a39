"""Motion that tells: things travel from where they lay to where they lie, and nothing waits for them."""

import itertools
import random

import pytest
from conftest import LAPTOP, PHONE, OpenPage
from flights import SNAPSHOT, WATCH, astray, jumps, moving, quiet, seen, ways
from geometry import SETTLED, examine
from house import House
from playwright.sync_api import expect
from scenes import BAKES, LAST_DRAW, OPENS, SCENES, SUN, Scene, Stage, compose, happens

import osteria

OLIVES = ({"pepper": "play 1 olive 1 double-olive"}, {"pepper": "order four-olive"}, {"pepper": "draw supply"})
MOVES = {
    "another's turn": (SCENES["waits"], OLIVES, ["hands/pepper oven"] * 3 + ["supply hands/pepper"] * 3),
    "orders are drawn": (
        SCENES["waits"],
        (OLIVES[0], {"pepper": "no order"}, {"pepper": "draw orders"}),
        ["hands/pepper oven"] * 2 + ["orders/pepper/shuffled hands/pepper"] * 2,
    ),
    "not baked, and the pile": (
        SCENES["give up"],
        ({"pepper": "give up"},),
        ["open orders/pepper/under", "oven columns", "oven columns", "oven open", "columns used"],
    ),
    "baked": (
        SCENES["fill"],
        ({"pepper": "add olive"}, {"pepper": "add olive"}),
        ["hands/pepper committed"] * 2 + ["columns used"] * 3 + ["open delivered/pepper", "oven columns", "oven open"],
    ),
    "help is given, and its reward": (
        SCENES["help"],
        ({"pepper": "give 1 pineapple"},),
        ["hands/pepper used", "columns used", "open delivered/olive", "orders/pepper/shuffled delivered/pepper"],
    ),
    "the Sole Mio! card": (
        SUN,
        ({"olive": "play 2 salami"}, {"olive": "no order"}, {"olive": "draw supply"}),
        ["hands/olive oven"] * 2 + ["supply holder/olive"] + ["supply hands/olive"] * 3,
    ),
    "the oven opens": (
        LAST_DRAW,
        OPENS + BAKES,
        ["hands/salami oven"] * 3
        + ["supply hands/salami"]
        + ["oven columns"] * 8
        + ["oven open"] * 2
        + ["hands/pepper committed"] * 2
        + ["columns used"] * 3
        + ["open delivered/pepper", "open orders/salami/under"],
    ),
    "soles are caught": (
        SCENES["soles"],
        ({0: "roll"}, {"chance": "dice 1 2"}),
        ["rolled dice", "middle net", "middle net"],
    ),
    "soles are robbed": (SCENES["soles hook"], ({0: "from seat 2"},), ["supplies/2 net"] * 2),
    "soles are lost": (
        SCENES["soles"],
        ({0: "roll"}, {"chance": "dice water water"}),
        ["rolled dice", "net middle", "net middle"],
    ),
    "soles are secured": (SCENES["soles"], ({0: "secure"},), ["net supplies/0"] * 2),
}
SIZES = (PHONE, LAPTOP, (844, 390))


@pytest.mark.parametrize("name", MOVES)
def test_everything_travels_without_a_jump(house: House, open_page: OpenPage, name: str) -> None:
    scene, lines, expected = MOVES[name]
    page = open_page(SIZES[list(MOVES).index(name) % 3], reduced_motion="no-preference")
    stage = Stage(page, house.url)
    moving(stage, scene)
    stage.send(happens(scene, lines))
    found = ways(quiet(page, expected))
    assert [wrong for way in found.values() for wrong in jumps(way) + astray(way)] == []


@pytest.mark.parametrize("size", SIZES)
def test_the_oven_that_has_just_opened_folds_nothing_away(
    house: House, open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page(size, reduced_motion="no-preference")
    stage = Stage(page, house.url)
    moving(stage, LAST_DRAW)
    stage.send(happens(LAST_DRAW, OPENS))
    page.wait_for_selector(".theatre.asked", timeout=60_000)
    page.evaluate(SETTLED)
    assert page.locator(".theatre").get_attribute("data-fold") == "0"
    assert examine(page) == []


def test_an_own_turn_is_pushed_in_with_the_peel_and_nothing_is_there_twice(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE, reduced_motion="no-preference")
    stage, scene = Stage(page, house.url), SCENES["turn sole-mio"]
    moving(stage, scene)
    rest = page.locator(".peel").bounding_box()
    compose(stage, "olive", "double-olive", "four-olive")
    page.locator("[data-confirm]").click()
    while not (sent := [said for said in stage.said if said["type"] == "play"]):
        page.wait_for_timeout(50)
    stage.send({"type": "ack", "id": sent[0]["id"], "frame": 2})
    stage.send(happens(scene, OLIVES))
    frames = quiet(page, ["hand peel"] * 3 + MOVES["another's turn"][2])
    found = ways(frames)
    told = [way[0]["flight"] for way in found.values()]
    assert told.count("hand peel") == 3
    assert told.count("hands/pepper oven") == 3
    assert told.count("supply hands/pepper") == 3
    assert [jump for way in found.values() for jump in jumps(way)] == []
    assert {frame["faces"].get("pepper/four-olive") for frame in frames} == {1}
    olives = [frame["faces"].get("double-olive", 0) for frame in frames]
    assert max(olives) <= 2
    assert (2, 2) not in itertools.pairwise(olives), "what is sampled while it lands is not yet drawn"
    assert rest is not None
    assert min(frame["peel"] for frame in frames) < rest["y"] - 40
    assert page.locator(".peel").bounding_box() == rest


def test_hidden_things_fly_face_down(house: House, open_page: OpenPage) -> None:
    page = open_page(LAPTOP, reduced_motion="no-preference")
    stage, scene = Stage(page, house.url), SCENES["waits"]
    moving(stage, scene)
    stage.send(happens(scene, OLIVES))
    frames = quiet(page, MOVES["another's turn"][2])
    drawn = [ghost for way in ways(frames).values() for ghost in way if ghost["flight"].startswith("supply")]
    assert drawn
    assert all(ghost["what"] == "" and '"card-' not in ghost["drawn"] and '"back' in ghost["drawn"] for ghost in drawn)


def test_dice_keep_their_secret_until_they_land(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE, reduced_motion="no-preference")
    stage, scene = Stage(page, house.url), SCENES["soles"]
    moving(stage, scene)
    stage.send(happens(scene, ({0: "roll"}, {"chance": "dice 1 2"})))
    rolling = [frame for frame in quiet(page, MOVES["soles are caught"][2]) if frame["rolling"] == 2]
    assert rolling
    assert not any(frame["spoiled"] for frame in rolling[:-1])
    assert not any(frame["told"] for frame in rolling[:-1])


def test_a_turn_can_be_composed_while_things_still_travel(house: House, open_page: OpenPage) -> None:
    page = open_page(LAPTOP, reduced_motion="no-preference")
    stage, scene = Stage(page, house.url), SCENES["waits"]
    moving(stage, scene)
    page.evaluate("""() => { const look = () => {
      const flights = document.querySelectorAll('.flight').length;
      const card = document.querySelector('.hand [data-card=olive][aria-disabled=false]');
      if (flights === 0 || card === null) return requestAnimationFrame(look);
      window.during = {flights};
      card.click();
    }; look(); }""")
    stage.send(happens(scene, OLIVES))
    page.wait_for_selector(".laid")
    page.locator("[data-confirm]").click()
    assert page.evaluate("during.flights") > 0
    while not (sent := [said for said in stage.said if said["type"] == "play"]):
        page.wait_for_timeout(50)
    assert sent[0]["moves"][0] == "play 1 olive"
    assert page.locator(".flight").count() == 0


def test_skip_leaves_nothing_but_the_layout(house: House, open_page: OpenPage) -> None:
    scene = SCENES["waits"]
    page, still = open_page(LAPTOP, reduced_motion="no-preference"), open_page(LAPTOP)
    stage, other = Stage(page, house.url), Stage(still, house.url)
    moving(stage, scene)
    stage.send(happens(scene, OLIVES))
    page.wait_for_selector(".flight")
    page.keyboard.press("End")
    moving(other, scene)
    other.send(happens(scene, OLIVES))
    still.wait_for_function("() => seen.length > 20")
    still.keyboard.press("End")
    assert page.evaluate(SNAPSHOT) == still.evaluate(SNAPSHOT)
    assert [way for way in ways(seen(still)).values() if way] == []


def game_frames(game: str, players: int, seat: int | None) -> tuple[list[dict], Scene]:
    """A whole game played at random, as this seat is sent it, up to its last question."""
    rng = random.Random(3)
    match = osteria.new(game, players=players, seed=3)
    frames, number = [], 1
    while match.decision is not None:
        before = len(match.events)
        match.play(rng.choice(match.decision.options))
        if match.decision is None:
            break
        number += 1
        events = [event.seen_by(seat) for event in match.events[before:]]
        view = dict(match.view(seat, "authentic").words)
        frames.append({"type": "frame", "number": number, "question": number, "events": events, "view": view})
    while frames[-1]["view"]["phase"] != "turn":
        frames.pop()
    return frames, Ready(game, {}, players=players, viewer=seat)


class Ready(Scene):
    """A table at the beginning of the game that `game_frames` plays, or with a given view."""

    def view(self) -> dict:
        """What its viewer sees first, or the view that was given."""
        if self.given:
            return dict(self.given)
        return dict(osteria.new(self.game, players=self.players, seed=3).view(self.viewer, self.memory).words)


@pytest.mark.parametrize(("game", "players"), [("sole-mio", 3), ("roll-for-soles", 4)])
def test_events_at_ten_times_the_pace_lose_nothing(house: House, open_page: OpenPage, game: str, players: int) -> None:
    frames, start = game_frames(game, players, 1)
    frames = frames[:160]
    while frames[-1]["view"]["phase"] != "turn":
        frames.pop()
    page, fresh = open_page(LAPTOP, reduced_motion="no-preference"), open_page(LAPTOP)
    stage = Stage(page, house.url)
    moving(stage, start)
    for frame in frames:
        stage.send(frame)
        page.wait_for_timeout(15)
    while not any(said.get("frame") == frames[-1]["number"] for said in stage.said):
        page.wait_for_timeout(50)
    page.keyboard.press("End")
    other = Stage(fresh, house.url)
    other.show(Ready(game, frames[-1]["view"], players=players, viewer=1))
    fresh.wait_for_timeout(200)
    expected = fresh.evaluate(SNAPSHOT)
    assert page.evaluate(SNAPSHOT) == expected
    assert len(ways(seen(page))) > 5


def test_a_replay_flies_forward_and_ends_where_the_game_stood(house: House, open_page: OpenPage) -> None:
    made = house.post(
        "/api/tables", {"game": "mamma-mia", "seats": [{"kind": "bot"}] * 2, "settings": {}, "start": True}
    )
    page = open_page(LAPTOP, reduced_motion="no-preference")
    page.goto(f"{house.url}/favicon.svg")
    page.evaluate("localStorage.setItem('osteria.pace', 'calm')")
    for _ in range(600):
        if house.get(f"/api/tables/{made['table']}")["table"]["status"] == "over":
            break
        page.wait_for_timeout(200)
    page.goto(f"{house.url}/replay/{made['table']}/0")
    page.locator(".rail .acts").wait_for()
    page.evaluate(WATCH)
    onward = page.locator(".rail .acts .icon-button").nth(2)
    onward.click()
    found = ways(quiet(page))
    assert {way[0]["flight"].split(" ")[1] for way in found.values()} & {"oven"}
    assert [wrong for way in found.values() for wrong in jumps(way) + astray(way)] == []
    page.goto(f"{house.url}/replay/{made['table']}/42")
    page.locator(".rail .acts").wait_for()
    expected = page.evaluate(SNAPSHOT)["faces"]
    page.goto(f"{house.url}/replay/{made['table']}/40")
    page.locator(".rail .acts").wait_for()
    onward.click()
    onward.click()  # overtakes what the click before began
    page.evaluate(WATCH)
    page.wait_for_function("() => seen.length > 40 && seen.slice(-30).every((one) => one.ghosts.length === 0)")
    assert page.evaluate(SNAPSHOT)["faces"] == expected


def test_a_tap_right_after_another_counts_with_it(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    Stage(page, house.url).show(SCENES["turn sole-mio"])
    tap = "(cards) => { for (const card of cards) document.querySelector(`.hand [data-card='${card}']`).click(); }"
    page.evaluate(tap, ["olive", "mushroom"])
    expect(page.locator("[data-swap]")).to_be_visible()
