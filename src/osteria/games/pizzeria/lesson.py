"""A first game for the pizza games: one round of Mamma Mia! with three."""

from osteria.core.lesson import Lesson

LESSON = Lesson(
    game="mamma-mia",
    number=500_228,
    seats=("pepper", "salami", "mushroom"),
    script="""
        salami: play 2 salami
        salami: no order
        salami: draw supply
        mushroom: play 1 mushroom
        mushroom: no order
        mushroom: draw supply
        pepper: play 2 salami
        pepper: no order
        pepper: draw supply
        salami: play 3 olive
        salami: no order
        salami: draw supply
        mushroom: play 1 mushroom
        mushroom: no order
        mushroom: draw supply
        pepper: play 1 pepper
        pepper: order normale-salami
        pepper: draw supply
        salami: play 1 mushroom
        salami: no order
        salami: draw supply
        mushroom: play 1 pineapple
        mushroom: no order
        mushroom: draw supply
        pepper: play 2 pineapple
        pepper: draw orders
        salami: play 3 pepper
        salami: no order
        salami: draw supply
        mushroom: play 2 mushroom
        mushroom: no order
        mushroom: draw supply
        pepper: play 1 salami
        pepper: order normale-olive
        pepper: draw supply
        salami: play 3 olive
        salami: order normale-olive
        salami: draw supply
        mushroom: play 3 pineapple
        mushroom: no order
        mushroom: draw supply
        pepper: play 1 mushroom
        pepper: no order
        pepper: draw orders
        salami: play 1 pineapple
        salami: draw supply
        mushroom: play 1 pepper
        mushroom: no order
        mushroom: draw supply
        pepper: play 1 pepper
        pepper: no order
        pepper: draw orders
        salami: play 3 salami
        salami: draw supply
        pepper: add olive
        salami: add olive
    """,
)
"""Dealt to pepper: two salami, two olives, a mushroom, a pepper and its normale of salami, which is baked with two salami of
another seat; then its normale of olives is one olive short, and an olive is in hand."""
