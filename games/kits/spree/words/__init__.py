"""Spree!: the words, in English here and in French in the catalogue.

The catalogue is in the folder `locale` of the kit.
"""
