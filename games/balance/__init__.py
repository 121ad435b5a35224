"""The balance lab: whole games of the real kits, played by the thousand, and what they come to. Start at lab.py."""
