"""What a game was worth, looked back at: positions judged with all cards open, exactly where solved, else by playouts."""
