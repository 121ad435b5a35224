"""Missing French is found wherever it hides: code, templates, kits, fuzzy guesses, forgotten compiling."""

import ast
import re
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import write_po

from tools import catalogues

ROOT, KITS = catalogues.ROOT, catalogues.KITS
PAGE = """{% load i18n %}
  <p>{% translate "Wake up" %}</p>
    {% blocktranslate count n=n %}{{ n }} seat{% plural %}{{ n }} seats{% endblocktranslate %}
"""


@pytest.fixture(autouse=True)
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout: one kit and one page."""
    kit = tmp_path / "games" / "kits" / "chess"
    (kit / "words").mkdir(parents=True)
    (kit / "words" / "facts.py").write_text('from x import pgettext as _\nSAID = pgettext("chess", "check!")\n')
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "phone.html").write_text(PAGE)
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    monkeypatch.setattr(catalogues, "KITS", tmp_path / "games" / "kits")
    monkeypatch.setattr(catalogues, "EXAMPLES", tmp_path / "examples")  # else tests at once write one catalogue
    return tmp_path


def translate(folder: Path, **words: str) -> None:
    po = folder / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    text = po.read_text()
    for english, french in words.items():
        before, _, after = text.partition(f'msgid "{english.replace("_", " ")}"\n')
        text = f'{before}msgid "{english.replace("_", " ")}"\n' + after.replace('msgstr ""', f'msgstr "{french}"', 1)
    po.write_text(text)


def translate_all(checkout: Path) -> None:
    catalogues.update()
    translate(checkout / "games" / "kits" / "chess", **{"check!": "échec !"})
    translate(checkout, Wake_up="Debout")
    po = checkout / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    po.write_text(
        po.read_text().replace('msgstr[0] ""', 'msgstr[0] "%(n)s place"').replace('[1] ""', '[1] "%(n)s places"')
    )
    catalogues.update()


def test_each_string_lands_in_the_nearest_catalogue(checkout: Path) -> None:
    catalogues.update()
    kit, core = (folder / "locale/fr/LC_MESSAGES/django.po" for folder in (checkout / "games/kits/chess", checkout))
    assert 'msgctxt "chess"\nmsgid "check!"' in kit.read_text()
    assert 'msgid "Wake up"' in core.read_text() and 'msgid_plural "%(n)s seats"' in core.read_text()
    assert "check!" not in core.read_text()


def test_complete_is_silent(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    translate_all(checkout)
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
    checkout: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, complaint: str
) -> None:
    translate_all(checkout)
    po = checkout / "locale/fr/LC_MESSAGES/django.po"
    assert old in po.read_text()
    po.write_text(po.read_text().replace(old, new))
    assert catalogues.check() == 1
    assert complaint in capsys.readouterr().out


def test_no_line_ends_before_a_mark_that_french_sets_apart(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    translate_all(checkout)
    po = checkout / "games/kits/chess/locale/fr/LC_MESSAGES/django.po"
    assert "échec\u202f!" in po.read_text()
    po.write_text(po.read_text().replace("\u202f!", " !"))
    assert catalogues.check() == 1
    assert "a line may end before" in capsys.readouterr().out


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
        ("On joue encore.On joue encore.", "the same sentence twice"),
        ("Pouce à plat.", "“Pouce à plat”: say pouce levé, baissé, à l’horizontale"),
    ],
)
def test_french_that_a_reader_would_stumble_over_is_named(
    checkout: Path, capsys: pytest.CaptureFixture[str], french: str, complaint: str
) -> None:
    translate_all(checkout)
    po = checkout / "games/kits/chess/locale/fr/LC_MESSAGES/django.po"
    po.write_text(po.read_text().replace("échec\u202f!", french))
    assert catalogues.check() == 1
    assert complaint in capsys.readouterr().out


@pytest.mark.parametrize(
    "button",
    [
        '{% translate "Sit down" %}',
        '{% translate "Sit down" context "at a table" %}',
        "{% blocktranslate %}Sit down{% endblocktranslate %}",
        "{% blocktranslate count n=n %}Sit down{% plural %}Sit down, {{ n }}{% endblocktranslate %}",
    ],
)
def test_a_button_is_read_however_its_words_are_written(
    checkout: Path, capsys: pytest.CaptureFixture[str], button: str
) -> None:
    page = checkout / "templates" / "phone.html"
    page.write_text(f"{page.read_text()}<button>{button}</button>")
    translate_all(checkout)
    po = checkout / "locale/fr/LC_MESSAGES/django.po"
    before, _, after = po.read_text().partition('msgid "Sit down"')
    after = after.replace('msgstr ""', 'msgstr "La place"', 1).replace('msgstr[0] ""', 'msgstr[0] "La place"', 1)
    po.write_text(f'{before}msgid "Sit down"{after}')
    catalogues.update()
    capsys.readouterr()
    assert catalogues.check() == 1
    assert "a button that is no verb in the infinitive" in capsys.readouterr().out


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
    checkout: Path, capsys: pytest.CaptureFixture[str], french: str, right: bool
) -> None:
    page = checkout / "templates" / "phone.html"
    page.write_text(page.read_text() + '<button class="a > b" type="submit">{% translate "Sit down" %}</button>')
    translate_all(checkout)
    translate(checkout, Sit_down=french)
    catalogues.update()
    assert (catalogues.check() == 0) == right
    assert right or f"a button that is no verb in the infinitive: '{french}'" in capsys.readouterr().out


def test_names_and_placeholders_may_stay_as_in_english(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Spree! is a name; what is filled in, a tag, a time of day and an address are no French."""
    said = 'Spree! <a href="http://x?y">%(n)s</a> 12:30'
    (checkout / "templates" / "phone.html").write_text(
        f"{{% load i18n %}}{{% blocktranslate %}}{said.replace('%(n)s', '{{ n }}')}{{% endblocktranslate %}}"
    )
    catalogues.update()
    translate(checkout / "games" / "kits" / "chess", **{"check!": "échec\u202f!"})
    po = checkout / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    quoted = said.replace('"', r"\"")
    po.write_text(po.read_text().replace(f'msgid "{quoted}"\nmsgstr ""', f'msgid "{quoted}"\nmsgstr "{quoted}"'))
    catalogues.update()
    capsys.readouterr()
    assert catalogues.check() == 0, capsys.readouterr().out


def test_numbers_stay_with_nouns_and_short_french_phrases_together(checkout: Path) -> None:
    translate_all(checkout)
    po = checkout / "games/kits/chess/locale/fr/LC_MESSAGES/django.po"
    po.write_text(po.read_text().replace("échec\u202f!", "Dans 2 min, %(count)d voix : va-t-on à 3 ou 4 ?"))
    catalogues.update()
    assert "Dans 2\u00a0min, %(count)d\u00a0voix\u00a0: va\u2011t\u2011on à 3 ou 4\u202f?" in po.read_text()


@pytest.mark.parametrize(
    ("page", "french", "complaint"),
    [
        ("{% blocktranslate %}{{ count }} players{% endblocktranslate %}", None, "without its plural"),
        (
            "{% blocktranslate count n=n %}One seat{% plural %}{{ n }} seats{% endblocktranslate %}",
            ("Une place", "%(n)s places"),
            "a singular that French says of none",
        ),
        ("{% blocktranslate %}{{ name }} : {{ what }}{% endblocktranslate %}", None, ""),
    ],
)
def test_counted_words_have_plurals_and_french_ones_no_number(
    checkout: Path, capsys: pytest.CaptureFixture[str], page: str, french: tuple[str, str] | None, complaint: str
) -> None:
    translate_all(checkout)
    (checkout / "templates" / "phone.html").write_text("{% load i18n %}" + page)
    catalogues.update()
    shelf = next(one for one in catalogues.list_shelves() if one.folder == checkout)
    kept = catalogues._read(shelf)
    for message in kept:
        if message.id:
            message.string = french or message.id
    with shelf.po.open("wb") as po:
        write_po(po, kept)
    catalogues.update()
    capsys.readouterr()
    assert catalogues.check() == bool(complaint)
    assert complaint in capsys.readouterr().out


@pytest.mark.parametrize("language", ["en", "fr"])
def test_none_one_and_many_are_said_in_a_sentence_each(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every string of the app and of its games that counts: none and many are said with their number."""
    monkeypatch.setattr(catalogues, "ROOT", ROOT)
    monkeypatch.setattr(catalogues, "KITS", KITS)
    plurals = [
        message
        for shelf in catalogues.list_shelves()
        for message in catalogues._read(shelf)
        if isinstance(message.id, tuple)
    ]
    assert len(plurals) > 15
    for message in plurals:
        names = set(re.findall(r"%\((\w+)\)", " ".join(message.id)))
        forms = message.id if language == "en" else message.string
        for number in (0, 1, 2):
            form = forms[number > 1 if language == "fr" else number != 1]
            said = form % dict.fromkeys(names, number)
            none_is_never_said = message.id[0] in catalogues.NEVER_NONE
            assert number == 1 or none_is_never_said or str(number) in said, said


def test_a_new_string_and_a_forgotten_one_are_named(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    translate_all(checkout)
    page = checkout / "templates" / "phone.html"
    page.write_text(page.read_text().replace("Wake up", "Stand up"))
    assert catalogues.check() == 1
    told = capsys.readouterr().out
    assert "not in the catalogue: 'Stand up'" in told
    assert "said nowhere any more: 'Wake up'" in told


def test_a_game_translates_common_strings_in_its_own_way(checkout: Path) -> None:
    """Each game is looked up in its own catalogue (tests/games/test_speech.py)."""
    (checkout / "games/kits/chess/words/facts.py").write_text('SAID = gettext("Wake up")\n')
    translate_all(checkout)
    translate(checkout / "games/kits/chess", Wake_up="Réveille-toi")
    catalogues.update()
    assert catalogues.check() == 0


def test_an_untranslated_string_is_reported_by_file_and_line(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    translate_all(checkout)
    (checkout / "games/kits/chess/words/facts.py").write_text(
        'SAID = pgettext("chess", "check!")\n\nMATE = _("mate")\n'
    )
    catalogues.update()
    assert catalogues.check() == 1
    assert "not translated: 'mate' (games/kits/chess/words/facts.py:3)" in capsys.readouterr().out


def test_a_package_of_a_game_has_its_own_catalogue_checked(
    checkout: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "away"
    (package / "veilleur_go").mkdir(parents=True)
    (package / "pyproject.toml").write_text('[project.entry-points."veilleur.games"]\ngo = "veilleur_go"\n')
    (package / "veilleur_go" / "__init__.py").write_text('SAID = _("stone")\n')
    monkeypatch.setattr(sys, "path", [*sys.path])
    catalogues.update(package)
    assert catalogues.check(package) == 1
    told = capsys.readouterr().out
    assert "'stone'" in told and "check!" not in told
    translate(package / "veilleur_go", stone="pierre")
    catalogues.update(package)
    assert catalogues.check(package) == 0


def test_no_sentence_is_asked_for_within_an_f_string() -> None:
    """Babel reads none there before Python 3.12, so it would stay English."""
    asks = {"_", "gettext", "gettext_lazy", "pgettext", "ngettext", "npgettext"}
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for package in ("games", "moderation")
        for path in (ROOT / package).rglob("*.py")
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in asks
    ]
    assert hidden == []


# One string in two places


def second_place(checkout: Path, page: str = '{% load i18n %}<p>{% translate "Wake up" %}</p>') -> None:
    """Say a string of the first page on another one too."""
    (checkout / "templates" / "screen.html").write_text(page)


def test_a_string_used_in_two_places_needs_a_review(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    translate_all(checkout)
    second_place(checkout)
    catalogues.update()
    capsys.readouterr()
    assert catalogues.check() == 1
    said = capsys.readouterr().out
    assert '"Wake up" is used in 2 places (templates/phone.html, templates/screen.html)' in said
    line = re.search(r"write “(.+?)” into tools/reviewed_strings.txt", said)
    assert line and "context" in said  # what to do is said: one meaning, or a context for each
    reviewed = checkout / "tools" / "reviewed_strings.txt"
    reviewed.parent.mkdir()
    reviewed.write_text(f"# Looked at.\n{line[1]}\n")
    assert catalogues.check() == 0


def test_a_third_place_needs_review_and_removed_ones_expire(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    translate_all(checkout)
    second_place(checkout)
    reviewed = checkout / "tools" / "reviewed_strings.txt"
    reviewed.parent.mkdir()
    reviewed.write_text('# Looked at.\n2 locale "Wake up"\n3 locale "Said no more"\n')
    catalogues.update()
    assert reviewed.read_text() == '# Looked at.\n2 locale "Wake up"\n'
    (checkout / "moderation").mkdir()
    (checkout / "moderation" / "out.py").write_text('head = _("Wake up")\n')
    catalogues.update()
    assert catalogues.check() == 1
    assert '"Wake up" is used in 3 places' in capsys.readouterr().out
    second_place(checkout, "")
    (checkout / "moderation" / "out.py").write_text("")
    catalogues.update()
    assert reviewed.read_text() == "# Looked at.\n"


def test_a_context_for_each_meaning_is_enough(checkout: Path) -> None:
    translate_all(checkout)
    second_place(checkout, '{% load i18n %}<p>{% translate "Wake up" context "an alarm" %}</p>')
    catalogues.update()
    po = checkout / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    po.write_text(po.read_text().replace('msgid "Wake up"\nmsgstr ""', 'msgid "Wake up"\nmsgstr "Réveiller"'))
    catalogues.update()
    assert catalogues.check() == 0


def test_two_lines_of_one_module_are_two_places(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    translate_all(checkout)
    (checkout / "moderation").mkdir()
    (checkout / "moderation" / "models.py").write_text('a = _("place")\nb = _("place")\n')
    catalogues.update()
    translate(checkout, place="lieu")
    catalogues.update()
    assert catalogues.check() == 1
    assert "(moderation/models.py:1, moderation/models.py:2)" in capsys.readouterr().out
