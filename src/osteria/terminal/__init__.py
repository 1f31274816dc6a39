"""The table in the terminal: a person against bots, and finished games told in words."""
