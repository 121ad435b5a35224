"""What the bundle runs: the same entry point as the command `veilleur` of the wheel."""

from moderation.serving.program import main

main()
