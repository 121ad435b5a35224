"""Small games, each of which asks for something that no game of this checkout asks for."""
