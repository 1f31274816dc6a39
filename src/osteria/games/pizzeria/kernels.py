"""The rules of the pizza games for drivers: one family serves all three."""

from __future__ import annotations

from pathlib import Path

from osteria.core.entries import kernels_of
from osteria.games.pizzeria.observe import OBSERVATION, see
from osteria.games.pizzeria.record import RECORD
from osteria.games.pizzeria.rules.game import act
from osteria.games.pizzeria.rules.legal import chance_outcome, chance_total, chance_weight, list_legal

RULES = {f.__name__: f for f in (act, list_legal, chance_total, chance_outcome, chance_weight, see)}
KERNELS = kernels_of("pizzeria", RULES, RECORD, OBSERVATION, Path(__file__).parent, f"{__name__}:KERNELS")
