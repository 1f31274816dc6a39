"""What the orders are called in the languages of the law. The names stand in `orders.json`, by the order's notation."""

import json
import re
from functools import cache
from importlib.resources import files

_EMPHASIS = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")


def order_names(language: str) -> dict[str, str]:
    """The name of every order by its notation (`four-<kind>` and `normale` stand for one a kind)."""
    return {order: names[language] for order, names in _names().items()}


def orders_named(title: str, text: str, language: str) -> tuple[str, ...]:
    """The notations of the orders that a clause names: in its title, or in its text as `*Name*`."""
    emphasised = {" ".join(found.split()) for found in _EMPHASIS.findall(text)}
    names = order_names(language)
    return tuple(order for order, name in names.items() if name in emphasised or _stands_in(name, title))


def orders_of_title(title: str, language: str) -> tuple[str, ...]:
    """The notations of the orders that a title names."""
    return orders_named(title, "", language)


def _stands_in(name: str, title: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", title) is not None


@cache
def _names() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads((files(__package__) / "orders.json").read_text(encoding="utf-8"))
    return found
