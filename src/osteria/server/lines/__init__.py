"""WebSockets: one line for each viewer of a table."""
