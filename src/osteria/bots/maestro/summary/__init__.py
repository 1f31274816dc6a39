"""What descriptions of tables come to, a module for each family of games: the numbers that a network is given."""
