"""Web Push: people who closed the page are called when a table waits for them. A push says what it is about, never a card."""
