"""What every kit keeps to, as functions that take a kit: the house runs them on its own, anybody on theirs.

Each raises `Broken`, whose sentence names the kit, the seed, the move or step, and what to do. Start reading at
`games/contract/worlds.py`, which holds a kit to what it declares that it may tell.
"""
