"""The balance lab: thousands of simulated games of the real kits, and their results.

Start reading at lab.py.
"""
