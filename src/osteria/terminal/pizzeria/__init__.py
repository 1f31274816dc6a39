"""The pizza games in the terminal."""
