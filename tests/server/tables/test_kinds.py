"""G-3: own kinds are chosen where a table is made and in the waiting room; the rest get the first that nobody chose."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osteria.games.pizzeria.cards import KINDS
from osteria.server.tables import changes
from osteria.server.tables.changes import HOUSE, Row, write_change
from osteria.server.tables.table import rebuild
from osteria.server.wire.messages import Settings

ME, OPEN, BOT = {"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "random"}


def auth(key):
    return {"Authorization": f"Bearer {key}"}


def make(client, *seats, game="mamma-mia", start=False, **settings):
    body = {"game": game, "seats": list(seats), "settings": settings, "start": start}
    return client.post("/api/tables", json=body)


def choose(client, made, seat, own):
    return client.post(f"/api/tables/{made['table']}/kind", json={"own": own}, headers=auth(made["keys"][str(seat)]))


def shown(client, made):
    """The own kinds by seat as everybody sees them, chosen ones in capitals."""
    seats = client.get(f"/api/tables/{made['table']}").json()["table"]["seats"]
    return [seat["own"].upper() if seat["chosen"] else seat["own"] for seat in seats]


def refusal(answer):
    assert answer.status_code >= 400, answer.text
    return answer.json()["error"]["key"]


def test_a_kind_is_chosen_with_the_table_and_the_others_get_the_first_that_are_free(client):
    made = make(client, ME | {"own": "pepper"}, OPEN, BOT | {"own": "olive"}, BOT).json()
    assert shown(client, made) == ["PEPPER", "mushroom", "OLIVE", "salami"]


def test_a_kind_is_chosen_in_the_waiting_room_and_may_be_changed_and_left_open_again(client):
    made = make(client, ME, ME, BOT).json()
    assert shown(client, made) == ["olive", "pepper", "mushroom"]
    assert choose(client, made, 1, "olive").status_code == 200
    assert shown(client, made) == ["pepper", "OLIVE", "mushroom"]
    assert choose(client, made, 1, "salami").status_code == 200
    assert choose(client, made, 1, "salami").status_code == 200
    assert shown(client, made) == ["olive", "SALAMI", "pepper"]
    assert choose(client, made, 1, "").status_code == 200
    assert shown(client, made) == ["olive", "pepper", "mushroom"]


def test_the_game_is_dealt_with_the_chosen_kinds(client):
    made = make(client, ME | {"own": "pineapple"}, ME, ME).json()
    assert choose(client, made, 2, "olive").status_code == 200
    assert client.post(f"/api/tables/{made['table']}/start", headers=auth(made["keys"]["0"])).status_code == 200
    place = client.get(f"/api/tables/{made['table']}", headers=auth(made["keys"]["1"])).json()
    assert place["view"]["seats"] == ["pineapple", "pepper", "olive"]
    assert shown(client, made) == ["PINEAPPLE", "pepper", "OLIVE"]
    assert refusal(choose(client, made, 1, "salami")) == "table.started"


def test_a_kind_that_somebody_chose_is_taken_and_one_that_nobody_chose_is_not(client):
    made = make(client, ME | {"own": "salami"}, ME, ME).json()
    assert refusal(choose(client, made, 1, "salami")) == "kind.taken"
    assert choose(client, made, 1, "olive").status_code == 200
    assert refusal(make(client, ME | {"own": "olive"}, ME | {"own": "olive"})) == "kind.taken"


@pytest.mark.parametrize(
    ("seats", "game", "settings"),
    [
        ([ME | {"own": "anchovy"}, ME], "grande", {}),
        ([ME | {"own": "olive"}, ME], "roll-for-soles", {}),
        ([ME | {"own": "olive"}, ME], "sole-mio", {"kinds": ["pepper", "salami"]}),
    ],
)
def test_what_is_no_choice_is_refused(client, seats, game, settings):
    assert refusal(make(client, *seats, game=game, **settings)) == "options.wrong"


def test_in_the_waiting_room_too_what_is_no_choice_is_refused(client):
    made = make(client, ME, ME).json()
    assert refusal(choose(client, made, 0, "anchovy")) == "options.wrong"
    assert refusal(choose(client, make(client, ME, ME, game="roll-for-soles").json(), 0, "olive")) == "options.wrong"
    fixed = make(client, ME, ME, kinds=["salami", "olive"]).json()
    assert refusal(choose(client, fixed, 0, "pepper")) == "options.wrong"
    assert shown(client, fixed) == ["salami", "olive"]


def test_only_a_person_with_a_seat_chooses(client):
    made = make(client, ME, OPEN).json()
    path = f"/api/tables/{made['table']}/kind"
    assert refusal(client.post(path, json={"own": "salami"})) == "link.missing"


def test_a_choice_goes_with_its_person(client):
    made = make(client, ME, OPEN).json()
    guest = client.post(f"/api/tables/{made['table']}/sit", json={"name": "Bo"}).json()
    assert choose(client, guest, 1, "olive").status_code == 200
    assert client.post(f"/api/tables/{made['table']}/leave", headers=auth(guest["keys"]["1"])).status_code == 200
    assert shown(client, made) == ["olive", "pepper"]


@settings(deadline=None)
@given(wishes=st.lists(st.sampled_from(["", *KINDS]), min_size=2, max_size=5))
def test_every_seat_gets_a_kind_of_its_own_and_a_choice_is_kept(wishes):
    """G-3: chosen ones stay, the others are the first that nobody chose, in seat order."""
    chosen = ["" if wish in wishes[:seat] else wish for seat, wish in enumerate(wishes)]
    made = [changes.Opened("grande", len(chosen), Settings(), bytes(32).hex(), None)]
    made += [changes.Chose(seat, own) for seat, own in enumerate(chosen)]
    table = rebuild([Row("a" * 12, n, 0.0, HOUSE, write_change(one)) for n, one in enumerate(made, start=1)])
    kinds = table.own_kinds
    assert len(set(kinds)) == len(chosen)
    assert all(own in ("", kind) for own, kind in zip(chosen, kinds, strict=True))
    given_out = [kind for own, kind in zip(chosen, kinds, strict=True) if not own]
    assert given_out == [kind for kind in KINDS if kind not in chosen][: len(given_out)]
    assert list(table.new_match().seats) == kinds
