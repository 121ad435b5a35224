"""What the bundle runs: the same entry point as the command `veilleur` of the wheel."""

from multiprocessing import freeze_support

if __name__ == "__main__":
    freeze_support()  # the process that works beside the server is this program, too
    from moderation.server.cli import main

    main()
