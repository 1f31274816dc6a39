"""The rules of the pizza games for drivers: one family serves all three."""

from __future__ import annotations

from pathlib import Path

from osteria.core.family import Family
from osteria.games.pizzeria import actions as a
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria.counting import (
    STAGES,
    ahead_of,
    faults_in,
    goes_on,
    is_chance,
    is_half_made,
    length_of,
    score_of,
    stage_of,
    tiebreak_of,
)
from osteria.games.pizzeria.observe import PizzeriaView, see, see_sequence
from osteria.games.pizzeria.rules.game import act, answer, step_once
from osteria.games.pizzeria.rules.legal import chance_outcome, chance_total, chance_weight, list_legal, why_not
from osteria.games.pizzeria.unseen import read_unseen

KERNELS = Family(
    "pizzeria",
    (
        *(act, answer, step_once, list_legal, chance_total, chance_outcome, chance_weight, see, see_sequence),
        *(is_chance, is_half_made, score_of, tiebreak_of, faults_in, stage_of, length_of, goes_on, why_not),
        *(ahead_of, read_unseen),
    ),
    r.Pizzeria,
    PizzeriaView,
    over=r.OVER,
    actions=a.ACTIONS,
    chance_asks=(r.START, r.DEAL, r.DEAL_ORDER),
    close=(r.CLOSE, a.CLOSE),
    nobody=r.NOBODY,
    stages=STAGES,
    folder=Path(__file__).parent,
    home=f"{__name__}:KERNELS",
)
share_of = KERNELS.rules["share_of"]
