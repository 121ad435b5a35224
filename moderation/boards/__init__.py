"""Boards: drawn from the data of the kits that have one."""
