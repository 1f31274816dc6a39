"""What is in the box of Mamma Mia!"""

from osteria.games.pizzeria.box import Box
from osteria.games.pizzeria.cards import MAMMA_MIA_ORDERS
from osteria.games.pizzeria.game import PizzaGame


class MammaMia(PizzaGame):
    """MM-1, MM-2, MM-3: 13 singles of each kind less some, 8 orders each, 3 rounds.

    ASSUMED (MM-2): the rulebook pictures the five normale and mista orders without spelling them out.
    """

    name = "mamma-mia"
    title = "Mamma Mia!"
    box = Box(
        singles={5: 13, 4: 12, 3: 10, 2: 8},
        doubles={5: 0, 4: 0, 3: 0, 2: 0},
        orders=MAMMA_MIA_ORDERS,
        ingredients=6,
        first_orders=1,
        rounds=3,
        has_card=False,
        removes=False,
        section="MM",
    )
