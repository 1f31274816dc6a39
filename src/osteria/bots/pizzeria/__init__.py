"""Tables of the pizza games that a bot believes in or imagines: rules of thumb and playouts over their records, compiled.

Only rooms such as this one read records, and no record of the real table ever comes here: `belief` makes one from a
view, `osteria.play.imagine` makes many.
"""
