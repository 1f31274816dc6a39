"""What Mamma Mia!, Sole Mio! and Grande share: one table, one rulebook, three boxes."""
