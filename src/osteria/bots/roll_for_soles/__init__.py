"""Rules of thumb and playouts of Roll for Soles, compiled, and the optimal player."""
