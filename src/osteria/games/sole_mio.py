"""What is in the box of Sole Mio!"""

from osteria.games.pizzeria.box import Box
from osteria.games.pizzeria.cards import SOLE_MIO_ORDERS
from osteria.games.pizzeria.game import PizzaGame


class SoleMio(PizzaGame):
    """SM-1, SM-2, SM-3: 9 singles and 2 doubles of each kind less some, 11 orders each, 2 rounds."""

    name = "sole-mio"
    title = "Sole Mio!"
    box = Box(
        singles={5: 9, 4: 8, 3: 8, 2: 6},
        doubles={5: 2, 4: 2, 3: 1, 2: 1},
        orders=SOLE_MIO_ORDERS,
        ingredients=5,
        first_orders=2,
        rounds=2,
        has_card=True,
        removes=False,
        section="SM",
    )
