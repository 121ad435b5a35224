"""The contract that every game keeps comes from Veilleur."""

pytest_plugins = ["games.contract.plugin"]
