"""The house: live tables over HTTP and WebSocket, kept in a log that loses nothing."""
