"""What every request must pass, and what every answer carries."""

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from osteria.server.config import Config
from osteria.server.http.shields import HEADERS, MOST_PATH, MOST_QUERY, Shields, is_own_host, is_own_origin
from osteria.server.people.limits import Limits

OTHER = "https://friends.example"


def house(app=None, **settings):
    """A house that answers everything, behind its shields."""
    config = Config(**{"origins": OTHER} | settings)
    app = app or Starlette(
        routes=[Route("/{rest:path}", lambda _: PlainTextResponse("yes"), methods=["GET", "POST", "OPTIONS"])]
    )
    shields = Shields(app, config, Limits(config), lambda _, error: PlainTextResponse(repr(error), 503), lines=app)
    return TestClient(shields, base_url="http://house.example:8000")


@pytest.mark.parametrize(
    ("origin", "is_own"),
    [
        (None, True),
        ("http://house.example:8000", True),
        (OTHER, True),
        ("http://house.example", False),
        ("null", False),
    ],
)
def test_a_page_of_another_site_may_read_and_not_write(origin, is_own):
    headers = {"origin": origin} if origin else {}
    assert is_own_origin(headers | {"host": "house.example:8000"}, Config(origins=OTHER)) == is_own
    client = house()
    assert client.post("/", headers=headers).status_code == (200 if is_own else 403)
    assert [client.get("/", headers=headers).status_code, client.head("/", headers=headers).status_code] == [200, 200]


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("house.example", True), ("HOUSE.example:8000", True), ("other.example:9", True), ("other.example", False),
        ("house.example:x", False), ("", False), ("evil.example", False), (":8000", False),
    ],
)  # fmt: skip
def test_a_house_is_called_by_its_names(host, is_own):
    config = Config(hosts="house.example,other.example:9")
    assert is_own_host({"host": host}, config) == is_own
    assert is_own_host({"host": host}, Config())


def test_a_strange_name_is_refused_whatever_is_asked():
    client = house(hosts="house.example")
    assert client.get("/").status_code == 200
    assert client.get("/", headers={"host": "evil.example"}).status_code == 403


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_whoever_watches_the_process_may_call_it_by_any_name(path):
    client = house(hosts="house.example")
    assert client.get(path, headers={"host": "127.0.0.1:8000"}).status_code == 200
    assert client.get(path + "/more", headers={"host": "127.0.0.1:8000"}).status_code == 403


def test_every_answer_carries_the_headers_and_an_id_of_its_own():
    client = house()
    answers = [client.get("/"), client.get("/" + "a" * MOST_PATH), client.get("/")]
    assert all(answer.headers[name] == value for answer in answers for name, value in HEADERS.items())
    assert len({answer.headers["x-request-id"] for answer in answers}) == len(answers)
    assert [answer.status_code for answer in answers] == [200, 404, 200]
    assert client.get("/" + "a" * (MOST_PATH - 1)).status_code == 200


def test_a_query_is_so_long_and_no_longer():
    client = house()
    assert client.get("/?" + "a" * MOST_QUERY).status_code == 200
    refused = client.get("/?" + "a" * (MOST_QUERY + 1))
    assert (refused.status_code, refused.json()["error"]["key"]) == (400, "request.malformed")


def test_only_an_allowed_page_is_let_through_by_its_browser():
    client, asks = house(), {"access-control-request-method": "POST"}
    allowed = client.options("/", headers={"origin": OTHER, **asks})
    assert (allowed.status_code, allowed.headers["access-control-allow-origin"]) == (204, OTHER)
    assert allowed.headers["cross-origin-resource-policy"] == "cross-origin"
    assert client.options("/", headers={"origin": "https://evil.example", **asks}).status_code == 403
    assert "access-control-allow-origin" not in client.get("/", headers={"origin": "https://evil.example"}).headers
    plain = [client.options("/", headers=headers) for headers in ({"origin": OTHER}, asks, {})]
    assert [answer.text for answer in plain] == ["yes"] * 3
    assert client.post("/", headers={"origin": OTHER, **asks}).text == "yes"


def test_every_request_counts():
    client = house(rate="10 per hour")
    assert [client.get("/").status_code for _ in range(51)] == [200] * 50 + [429]


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/", {"host": "evil.example"}, 403),
        ("POST", "/", {"origin": "https://evil.example"}, 403),
        ("GET", "/" + "a" * MOST_PATH, {}, 404),
        ("GET", "/?" + "a" * 2 * MOST_QUERY, {}, 400),
        ("HEAD", "/", {}, 200),
        ("PROPFIND", "/", {}, 405),
        ("OPTIONS", "/", {"origin": OTHER, "access-control-request-method": "POST"}, 204),
        ("GET", "/healthz", {"host": "evil.example"}, 200),
    ],
    ids=["a strange name", "another site's page", "a path", "a query", "HEAD", "any method", "a question", "a probe"],
)
def test_what_is_refused_counts_too(method, path, headers, status):
    client = house(rate="10 per hour", hosts="house.example")
    assert [client.request(method, path, headers=headers).status_code for _ in range(51)] == [status] * 50 + [429]


async def fails(scope, receive, send):
    raise ValueError("unexpected")


async def fails_halfway(scope, receive, send):
    await PlainTextResponse("yes")(scope, receive, send)
    raise ValueError("unexpected")


def test_an_error_that_nobody_expected_is_answered_with_the_headers_of_every_answer():
    answer = house(fails).get("/", headers={"origin": OTHER})
    assert (answer.status_code, answer.text) == (503, "ValueError('unexpected')")
    assert answer.headers["access-control-allow-origin"] == OTHER
    assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
    assert answer.headers["x-request-id"]


def test_an_error_after_the_answer_began_is_left_to_the_server_which_cuts_the_connection():
    with pytest.raises(ValueError, match="unexpected"):
        house(fails_halfway).get("/")


def test_every_websocket_counts_where_it_is_refused_too():
    client = house(rate="10 per hour")
    for _ in range(50):
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/nothing"):
            pass
    assert client.get("/").status_code == 429
    with pytest.raises(WebSocketDisconnect) as refused, client.websocket_connect("/nothing"):
        pass
    assert refused.value.code == 1008
