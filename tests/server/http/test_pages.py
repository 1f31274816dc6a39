"""The built page: files as the build compressed them, for browsers that take them so."""

import gzip

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from osteria.server.http.pages import page_routes
from osteria.server.modules import Modules


@pytest.fixture
def page(tmp_path):
    (tmp_path / "assets").mkdir()
    for name in ("assets/door-1.js", "index.html"):
        (tmp_path / name).write_text("plain")
        (tmp_path / f"{name}.br").write_bytes(b"as brotli")
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(b"plain"))
    (tmp_path / "assets" / "only.woff2").write_bytes(b"font")
    return TestClient(Starlette(routes=page_routes(Modules(str(tmp_path / "modules")), tmp_path)))


def asked(page, path, encodings):
    with page.stream("GET", path, headers={"Accept-Encoding": encodings}) as answer:
        return answer.headers, b"".join(answer.iter_raw())


@pytest.mark.parametrize(
    ("encodings", "sent"), [("gzip, deflate, br", "br"), ("gzip;q=1.0", "gzip"), ("identity", None), ("", None)]
)
@pytest.mark.parametrize("path", ["/assets/door-1.js", "/t/abc"])
def test_a_file_is_sent_in_the_first_way_that_the_browser_takes(page, path, encodings, sent):
    headers, body = asked(page, path, encodings)
    assert headers.get("content-encoding") == sent
    assert headers["vary"] == "Accept-Encoding"
    assert body == {"br": b"as brotli", "gzip": body, None: b"plain"}[sent]
    assert headers["content-type"].split(";")[0] == ("text/html" if path == "/t/abc" else "text/javascript")


def test_what_was_not_compressed_comes_as_it_is_and_what_is_not_there_is_not_found(page):
    headers, body = asked(page, "/assets/only.woff2", "br")
    assert ("content-encoding" in headers, body) == (False, b"font")
    assert page.get("/assets/none.js").status_code == 404


def test_a_browser_keeps_hashed_files_and_asks_for_the_page_again(page):
    assert "immutable" in asked(page, "/assets/door-1.js", "br")[0]["cache-control"]
    assert asked(page, "/", "br")[0]["cache-control"] == "no-cache"


def test_modules_come_when_they_are_made_and_nothing_else_of_that_folder(page, tmp_path):
    assert page.get("/modules/index.json").status_code == 404
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "index.json").write_text("{}")
    (tmp_path / "modules" / "soles.1.wasm").write_bytes(b"\0asm")
    assert asked(page, "/modules/index.json", "")[0]["cache-control"] == "no-cache"
    headers, body = asked(page, "/modules/soles.1.wasm", "")
    assert ("immutable" in headers["cache-control"], body) == (True, b"\0asm")
    assert headers["content-type"] == "application/wasm"
