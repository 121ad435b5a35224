"""ELSEN: the words, in English here and in French in the catalogue beside this folder."""
