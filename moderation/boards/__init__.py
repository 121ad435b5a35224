"""Boards to print: drawn from the data of the kits that have one."""
