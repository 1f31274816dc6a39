"""Playing again: who came along to the next table has a key there, and nobody has one to a seat that is another's."""

import pytest
from playkit import ME, auth, finish, key_of, make

from osteria.server.tables import changes
from osteria.server.tables.commands import write

BEN, CLEO = {"kind": "me", "name": "Ben"}, {"kind": "me", "name": "Cleo"}


@pytest.fixture
def over(client):
    made = make(client, ME, BEN, CLEO)
    finish(client, made)
    return made


def again(client, over, seat):
    """What somebody gets who wants to play again."""
    return client.post(f"/api/tables/{over['table']}/rematch", headers=auth(over["keys"][str(seat)]))


def waiting(client, over):
    """The next table, where Ada, its host, and Ben sit; their keys there."""
    first, second = (again(client, over, seat).json() for seat in range(2))
    return {"table": first["table"], "keys": first["keys"] | second["keys"]}


def seat_bot(client, made, seat):
    body = {"kind": "bot", "level": "random"}
    answer = client.post(f"/api/tables/{made['table']}/seats/{seat}", json=body, headers=auth(made["keys"]["0"]))
    assert answer.status_code == 200, answer.text


def leave(client, made, seat):
    return client.post(f"/api/tables/{made['table']}/leave", headers=auth(made["keys"][str(seat)]))


@pytest.mark.parametrize("has_left", [True, False])
def test_who_left_or_was_removed_gets_no_key_to_the_bots_seat(client, over, has_left):
    following = waiting(client, over)
    if has_left:
        leave(client, following, 1)
    seat_bot(client, following, 1)
    assert key_of(again(client, over, 1)) == "seat.taken"
    assert again(client, over, 2).status_code == 200
    table = client.get(f"/api/tables/{following['table']}").json()["table"]
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot", "person"]
    assert table["status"] == "playing"
    assert key_of(again(client, over, 1)) == "table.started"


def test_who_left_comes_back_by_the_same_way_while_the_seat_is_free(client, over):
    following = waiting(client, over)
    leave(client, following, 1)
    key = again(client, over, 1).json()["keys"]["1"]
    place = client.get(f"/api/tables/{following['table']}", headers=auth(key)).json()
    assert (place["you"]["seat"], place["table"]["seats"][1]["name"]) == (1, "Ben")


def test_who_left_gets_no_key_to_the_seat_of_somebody_else(client, over):
    following = waiting(client, over)
    leave(client, following, 1)
    path = f"/api/tables/{following['table']}"
    assert client.post(path + "/sit", json={"name": "Eve", "seat": 1}).status_code == 200
    assert key_of(again(client, over, 1)) == "seat.taken"


def test_whose_chair_was_opened_sits_down_anew_like_anybody(client, over):
    following = waiting(client, over)
    again(client, over, 2)
    house, path = client.app.state.house, f"/api/tables/{following['table']}"

    async def open_chair():
        live = await house.open(following["table"])
        await house.commit(live, lambda table: write(table, changes.ChairOpened(1)))

    client.portal.call(open_chair)
    assert client.get(path).json()["table"]["seats"][1]["kind"] == "open"
    key = again(client, over, 1).json()["keys"]["1"]
    place = client.get(path, headers=auth(key)).json()
    assert (place["you"]["seat"], place["table"]["seats"][1]["kind"]) == (1, "person")
