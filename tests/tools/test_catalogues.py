"""Missing French is found wherever it hides: code, templates, kits, fuzzy guesses, forgotten compiling."""

from pathlib import Path

import pytest

from tools import catalogues

PAGE = """{% load i18n %}
  <p>{% translate "Wake up" %}</p>
    {% blocktranslate count n=n %}{{ n }} seat{% plural %}{{ n }} seats{% endblocktranslate %}
"""


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small house: one kit and one page."""
    kit = tmp_path / "games" / "kits" / "chess"
    (kit / "words").mkdir(parents=True)
    (kit / "words" / "facts.py").write_text('from x import pgettext as _\nSAID = pgettext("chess", "check!")\n')
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "phone.html").write_text(PAGE)
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    monkeypatch.setattr(catalogues, "KITS", tmp_path / "games" / "kits")
    return tmp_path


def translate(folder: Path, **words: str) -> None:
    po = folder / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    text = po.read_text()
    for english, french in words.items():
        before, _, after = text.partition(f'msgid "{english.replace("_", " ")}"\n')
        text = f'{before}msgid "{english.replace("_", " ")}"\n' + after.replace('msgstr ""', f'msgstr "{french}"', 1)
    po.write_text(text)


def translate_all(house: Path) -> None:
    catalogues.update()
    translate(house / "games" / "kits" / "chess", **{"check!": "échec !"})
    translate(house, Wake_up="Debout")
    po = house / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    po.write_text(
        po.read_text().replace('msgstr[0] ""', 'msgstr[0] "%(n)s place"').replace('[1] ""', '[1] "%(n)s places"')
    )
    catalogues.update()


def test_each_string_lands_in_the_nearest_catalogue(house: Path) -> None:
    catalogues.update()
    kit, core = (folder / "locale/fr/LC_MESSAGES/django.po" for folder in (house / "games/kits/chess", house))
    assert 'msgctxt "chess"\nmsgid "check!"' in kit.read_text()
    assert 'msgid "Wake up"' in core.read_text() and 'msgid_plural "%(n)s seats"' in core.read_text()
    assert "check!" not in core.read_text()


def test_complete_is_silent(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    translate_all(house)
    assert catalogues.check() == 0
    assert "Every string has its French." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"Debout"', '""', "not translated: 'Wake up'"),
        ('msgid "Wake up"', '#, fuzzy\nmsgid "Wake up"', "unsure (fuzzy): 'Wake up'"),
        ('"%(n)s place', '"des place', "placeholders"),
        ('"Debout"', '"Levez-vous"', "run make translations"),
    ],
)
def test_what_is_wrong_is_named(
    house: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, complaint: str
) -> None:
    translate_all(house)
    po = house / "locale/fr/LC_MESSAGES/django.po"
    assert old in po.read_text()
    po.write_text(po.read_text().replace(old, new))
    assert catalogues.check() == 1
    assert complaint in capsys.readouterr().out


def test_no_line_ends_before_a_mark_that_french_sets_apart(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    translate_all(house)
    po = house / "games/kits/chess/locale/fr/LC_MESSAGES/django.po"
    assert "échec\u202f!" in po.read_text()
    po.write_text(po.read_text().replace("\u202f!", " !"))
    assert catalogues.check() == 1
    assert "a space that a line may end at" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("french", "complaint"),
    [
        ("échec!", "no narrow no-break space before ; ! ?"),
        ("échec\u00a0!", "no narrow no-break space before ; ! ?"),
        ("échec\u202f: oui", "no no-break space before :"),
        ("échec: oui", "no no-break space before :"),
        ("«échec»", "no no-break space within « »"),
        ("l'échec", "a straight apostrophe: write ’"),
        ("l’“échec”", "quotation marks that are not « »"),
        ("échec...", "three points: write …"),
        ("les joueur·euses", "a median point"),
        ("le code QR", "“code QR”: say QR code"),
        ("Merci de jouer", "“Merci de”: say un impératif"),
        ("le modérateur", "“modérat”: say meneur de jeu"),
        ("le disque de la maison", "“la maison”: say Veilleur"),
        ("Espion, dormez.", "“Espion, dormez”: say rendormez-vous"),
        ("Fermez tous les yeux.", "“Fermez tous les yeux”: say tout le monde ferme les yeux"),
        ("Le chef départage.", "“départag”: say trancher"),
        ("Pouce à plat.", "“Pouce à plat”: say pouce levé, baissé, à l’horizontale"),
    ],
)
def test_french_that_a_reader_would_stumble_over_is_named(
    house: Path, capsys: pytest.CaptureFixture[str], french: str, complaint: str
) -> None:
    translate_all(house)
    po = house / "games/kits/chess/locale/fr/LC_MESSAGES/django.po"
    po.write_text(po.read_text().replace("échec\u202f!", french))
    assert catalogues.check() == 1
    assert complaint in capsys.readouterr().out


@pytest.mark.parametrize(
    ("french", "right"),
    [
        ("Rejoindre la table", True),
        ("Oui, fermer la table", True),
        ("+ 1 min", True),
        ("J’ai vu ma carte", True),
        ("La table", False),
        ("Touchez ici", False),
        ("Les retirer", False),
    ],
)
def test_a_button_is_a_verb_in_the_infinitive(
    house: Path, capsys: pytest.CaptureFixture[str], french: str, right: bool
) -> None:
    page = house / "templates" / "phone.html"
    page.write_text(page.read_text() + '<button class="a > b" type="submit">{% translate "Sit down" %}</button>')
    translate_all(house)
    translate(house, Sit_down=french)
    catalogues.update()
    assert (catalogues.check() == 0) == right
    assert right or f"a button that is no verb in the infinitive: '{french}'" in capsys.readouterr().out


def test_a_name_and_a_placeholder_may_be_written_as_in_english(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Spree! is a name; what is filled in, a tag, a time of day and an address are no French."""
    said = 'Spree! <a href="http://x?y">%(n)s</a> 12:30'
    (house / "templates" / "phone.html").write_text(
        f"{{% load i18n %}}{{% blocktranslate %}}{said.replace('%(n)s', '{{ n }}')}{{% endblocktranslate %}}"
    )
    catalogues.update()
    translate(house / "games" / "kits" / "chess", **{"check!": "échec\u202f!"})
    po = house / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    quoted = said.replace('"', r"\"")
    po.write_text(po.read_text().replace(f'msgid "{quoted}"\nmsgstr ""', f'msgid "{quoted}"\nmsgstr "{quoted}"'))
    catalogues.update()
    capsys.readouterr()
    assert catalogues.check() == 0, capsys.readouterr().out


def test_a_new_string_and_a_forgotten_one_are_named(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    translate_all(house)
    page = house / "templates" / "phone.html"
    page.write_text(page.read_text().replace("Wake up", "Stand up"))
    assert catalogues.check() == 1
    told = capsys.readouterr().out
    assert "not in the catalogue: 'Stand up'" in told
    assert "said nowhere any more: 'Wake up'" in told


def test_one_word_with_two_translations_needs_a_context(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (house / "games/kits/chess/words/facts.py").write_text('SAID = gettext("Wake up")\n')
    translate_all(house)
    translate(house / "games/kits/chess", Wake_up="Réveille-toi")
    catalogues.update()
    assert catalogues.check() == 1
    assert "give it a context: 'Wake up'" in capsys.readouterr().out
