"""Tables that a bot believes in or imagines: rules of thumb and playouts over their records, compiled.

Only this folder of the bots reads records, and no record of the real table ever comes here: `belief` makes one from a
view, `osteria.play.imagine` makes many.
"""
