"""Playing: matches, transcripts, scenarios and imagined worlds."""
