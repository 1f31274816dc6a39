"""What is learned of the pizza games besides a network."""
