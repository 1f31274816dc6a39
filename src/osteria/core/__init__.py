"""What any game is: record schema, the kernel switch, decisions, events, errors."""
