"""A table: its log, its state, what may be done at it, what its viewers are sent."""
