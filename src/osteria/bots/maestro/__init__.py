"""A player that learned: a small network says what the table is worth after each option.

A module for each family of games describes the table that a seat believes in after an option, one of `summary` says what that
comes to; `network` runs the weights, which `osteria.lab.learn` trained; `maestro` is the bot, `searching` the one that searches,
whose playouts may end (`cutting`) with what one of `values` says of a table.
"""
