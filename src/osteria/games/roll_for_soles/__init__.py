"""Roll for Soles: push your luck with four dice."""
