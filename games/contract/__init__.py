"""The contract of kits: functions that check a kit, whether included or external.

Each raises `Broken`, whose sentence names the kit, the seed, the move or step, and what to do. Start reading at
`games/contract/worlds.py`, which checks that a kit reveals only what it declares.
"""
