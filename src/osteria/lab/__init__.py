"""Many games at once: batches on CPU and GPU, arenas, ratings, analysis, plots."""
