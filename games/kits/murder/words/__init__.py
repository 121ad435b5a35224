"""Mystery Space Murder 3000: the words, in English here and in French in the catalogue.

The catalogue is in the folder `locale` of the kit.
"""
