"""How this game says something: looked up in its own catalogues, and in no other game's."""

from games.speech import Speech

_speech = Speech(__file__)
gettext, gettext_lazy, gettext_noop = _speech.gettext, _speech.gettext_lazy, _speech.gettext_noop
ngettext, pgettext, pgettext_lazy = _speech.ngettext, _speech.pgettext, _speech.pgettext_lazy
number_of, knows = _speech.number_of, _speech.knows
