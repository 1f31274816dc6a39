"""What a table is worth when a turn begins, by family of games: playouts may end there."""
