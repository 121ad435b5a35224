"""Small games, each of which asks for something that no game of the house asks for."""
