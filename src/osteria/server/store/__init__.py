"""Where logs are kept: SQLite or PostgreSQL, through the same tables and the same statements."""
