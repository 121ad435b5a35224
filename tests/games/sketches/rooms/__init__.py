"""Two rooms: a bomb in one of them, three rounds in which both rooms do everything at once."""
