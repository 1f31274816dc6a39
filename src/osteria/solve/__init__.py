"""Roll for Soles for two players, solved: exact optimal play, its tables and what it says about other ways to play."""
