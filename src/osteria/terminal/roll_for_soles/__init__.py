"""Roll for Soles in the terminal."""
