"""Writes `protocol/`: JSON Schema of the messages, the views and the HTTP API (OpenAPI), from the server's own types.

`python -m osteria.server.wire.schema [FOLDER]` writes the files; a test compares them with what is checked in.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from osteria.core.game import Game
from osteria.games import FIRST
from osteria.games import game as game_of
from osteria.server.wire import messages, shapes, views, words
from osteria.server.wire.endpoints import ENDPOINTS, FAILURES, Endpoint

Document = dict[str, Any]
DRAFT = "https://json-schema.org/draft/2020-12/schema"
END, END_IN_SCHEMAS = r"\Z", "$"
"""The end of a text in a pattern: in Python, and in JSON Schema, whose regular expressions are JavaScript's."""


def documents() -> dict[str, Document]:
    """Every file of `protocol/` by name."""
    return {
        "messages.json": message_schema(),
        "api.json": _schema_of({"Body": _bodies()}, title="Bodies and answers of the HTTP API"),
        "views.json": view_schema(),
        "words.json": word_list(),
        "tables.json": game_tables(),
        "lessons.json": lessons(),
        "wording.json": game_wording(),
        "openapi.json": openapi(),
    }


def message_schema() -> Document:
    """The two unions of the WebSocket, `FromClient` and `FromHouse`, with everything they are made of."""
    unions = {"FromClient": [messages.FromClient], "FromHouse": [messages.FromHouse]}
    return _schema_of(unions, title="Messages on a table's WebSocket")


def view_schema() -> Document:
    """What a `GameView` holds, by game, and a `GameEvent`."""
    families = dict.fromkeys(game_of(name).kernels.name for name in FIRST)
    described = [import_module(f"{__package__}.{family}").VIEW for family in families]
    document = _schema_of({"GameView": described}, title="What a viewer may see")
    _, events = _components([views.GameEvent])
    document["$defs"] |= events
    return document


def word_list() -> Document:
    """Every key that a client must be able to say in words."""
    return {
        "errors": list(words.ERRORS),
        "phrases": list(words.PHRASES),
        "reactions": list(words.REACTIONS),
        "games": list(FIRST),
    }


def game_tables() -> Document:
    """What is in the box of every game, and what its orders ask for: the facts that a client explains and never computes."""
    return {name: _box(game_of(name)) for name in FIRST}


def _box(game: Game) -> Document:
    return game.tables() | ({"lesson": game.lesson.game} if game.lesson else {})


def lessons() -> Document:
    """What everybody says in the lessons, in order, by the game that is played: a page explains it step by step."""
    found = [lesson for name in FIRST if (lesson := game_of(name).lesson) is not None]
    return {
        lesson.game: {"seats": list(lesson.seats), "moves": [list(one) for one in lesson.moves]} for lesson in found
    }


def game_wording() -> Document:
    """How numbers of a record, of told rows and of moves are turned into words, by family (`osteria.core.template`)."""
    games = [game_of(name) for name in FIRST]
    return {game.kernels.name: game.wording_data() for game in reversed(games)}


def openapi() -> Document:
    """The HTTP API, as OpenAPI 3.1."""
    _, components = _components(_bodies(), "#/components/schemas/{name}")
    paths: Document = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Osteria", "version": "1", "description": "Live tables for four table games."},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"link": {"type": "http", "scheme": "bearer"}}},
    }


def _bodies() -> list[Any]:
    """Every body and answer that an endpoint names, and the common failure."""
    named = [kind for endpoint in ENDPOINTS for kind in (endpoint.body, endpoint.answer) if _is_shape(kind)]
    return [shapes.Failure, *dict.fromkeys(named)]


def _is_shape(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _operation(endpoint: Endpoint) -> Document:
    operation: Document = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": [_parameter(endpoint, name) for name in endpoint.parameters],
        "responses": {"200": _answer(endpoint.answer), **{str(code): _failure(code) for code in FAILURES}},
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": _json(endpoint.body)}
    if endpoint.link:
        operation["security"] = [{"link": []}, {}] if endpoint.link == "optional" else [{"link": []}]
    return operation


def _parameter(endpoint: Endpoint, name: str) -> Document:
    in_path = "{" + name + "}" in endpoint.path
    place = "path" if in_path else "query"
    return {"name": name, "in": place, "required": in_path, "schema": endpoint.parameters[name]}


def _answer(kind: type | str) -> Document:
    if isinstance(kind, str):
        return {"description": "done", "content": {kind: {"schema": {"type": "string"}}}}
    return {"description": "done", "content": _json(kind)}


def _failure(code: int) -> Document:
    return {"description": f"refused ({code})", "content": _json(shapes.Failure)}


def _json(kind: type) -> Document:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{kind.__name__}"}}}


def _schema_of(unions: dict[str, list[Any]], title: str) -> Document:
    """One schema document; every union becomes a definition of its own beside the types it is made of."""
    definitions: Document = {}
    for name, members in unions.items():
        schemas, components = _components(members)
        definitions |= components
        definitions[name] = schemas[0] if len(schemas) == 1 else {"oneOf": list(schemas)}
    return {"$schema": DRAFT, "title": title, "$defs": definitions}


def _components(types: list[Any], template: str = "#/$defs/{name}") -> tuple[list[Document], Document]:
    """Schemas of types and of what they are made of."""
    schemas, components = msgspec.json.schema_components(types, ref_template=template)
    return _in_javascript(list(schemas)), _in_javascript(components)


def _in_javascript(part: Any) -> Any:
    """A schema whose patterns everybody can read."""
    if isinstance(part, list):
        return [_in_javascript(one) for one in part]
    if not isinstance(part, dict):
        return part
    pattern = part.get("pattern")
    inside = {name: _in_javascript(one) for name, one in part.items()}
    return inside | ({"pattern": pattern.replace(END, END_IN_SCHEMAS)} if isinstance(pattern, str) else {})


def write(folder: Path) -> None:
    """Writes every file of `protocol/` into a folder."""
    for name, document in documents().items():
        if name == "wording.json":
            text = _by_line(document, depth=len(("family", "part", "entry")))
        else:
            text = json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False)
        (folder / name).write_text(text + "\n")


def _by_line(document: Any, depth: int, indent: str = "") -> str:
    """JSON with one line an entry down to a depth, in the order given: the order of words is part of them."""
    if depth == 0 or not isinstance(document, dict) or not document:
        return json.dumps(document, ensure_ascii=False)
    inside = indent + " "
    entries = (f'{inside}"{key}": {_by_line(value, depth - 1, inside)}' for key, value in document.items())
    return "{\n" + ",\n".join(entries) + f"\n{indent}}}"


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("protocol"))
