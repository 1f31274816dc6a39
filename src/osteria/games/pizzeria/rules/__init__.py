"""The rulebook of the pizza games, one file per topic. Read `game.py` first: it is the table of contents."""
