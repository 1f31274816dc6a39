"""What is in the boxes of Mamma Mia! Grande."""

from osteria.games.pizzeria.box import Box
from osteria.games.pizzeria.cards import MAMMA_MIA_ORDERS, SOLE_MIO_ORDERS
from osteria.games.pizzeria.game import PizzaGame


class Grande(PizzaGame):
    """GR-1, GR-2, GR-3, GR-4: 12 singles and 2 doubles of each kind less some, 19 orders each, 3 rounds."""

    name = "grande"
    title = "Mamma Mia! Grande"
    box = Box(
        singles={5: 12, 4: 11, 3: 11, 2: 8},
        doubles={5: 2, 4: 2, 3: 1, 2: 1},
        orders=MAMMA_MIA_ORDERS | SOLE_MIO_ORDERS,
        ingredients=5,
        first_orders=2,
        rounds=3,
        has_card=True,
        removes=True,
        section="GR",
    )
