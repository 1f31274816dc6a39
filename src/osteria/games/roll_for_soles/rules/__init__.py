"""The rulebook of Roll for Soles, one file per topic."""
