"""French, kept complete: `make translations` gathers and compiles, `make check` refuses what is missing.

The code speaks English. Every game keeps its own catalogue in its own folder, which nothing else is looked up in
(games/speech.py); everything else shares `locale/`.
Done with Babel alone, so that no system needs GNU gettext; Django reads templates.
"""

import argparse
import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from games.engine.plugins import find_folder, read_declared

ROOT = Path(__file__).resolve().parent.parent
KITS = ROOT / "games" / "kits"
EXAMPLES = ROOT / "examples"  # packages of games, each as somebody else would write one
CORE = ("games", "moderation", "templates")
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "number_of": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
HEADER = "# French words of Veilleur."
NOBODY = {"last_translator": "Veilleur", "language_team": "fr"}
# Where a French line must not end: at such a mark, between a number and what it counts, within "va-t-on".
TORN = re.compile(r" [:;!?»]|« ")
NUMBERS = "all|count|hours|left|length|looked|minutes|most|number|points|pushed|seconds|steps|until|voted"
COUNTED_NOUNS = (
    "s|min|h|ans|appareils?|armes|autres|bulletins?|caractères?|cartes?|cases?|coups?|doigts?|essais?|heures?|indices?"
    "|jetons?|joueurs?|minutes?|missions?|mobiles|mutants?|noms?|personnages?|personnes?|pièces|places?|points?"
    "|réponses?|secondes?|voix|votes?"
)
# More numbers and nouns between which a French line must not end, and which need no plural of their own.
MORE_NUMBERS = (
    "before|booked|cores|days|devices|games|guests|hits|missing|more|names|number|passes|players|ran|room|sizes?"
    "|squares|tables|there|waiting|wanted"
)
MORE_NOUNS = (
    "accusations?|accès|as|autres?|connectés?|connexions|cœurs|hypothèses?|inscriptions?|jours?|Ko|lignes?|loups?|manches?|Mo"
    "|nouveaux?|nuits?|parties?|processus|sales?|saisies?|soirées?|tables?|téléphones?|témoignages?|tours?|vies?|vols?"
    "|éléments?"
)
COUNT = re.compile(
    rf"((?:\d|%\((?:{NUMBERS}|{MORE_NUMBERS})\)[sd])) (?=(?:{COUNTED_NOUNS}|{MORE_NOUNS})\b)|(\d|\)[sd]) (?=%(?!\())"
)
THOUSANDS = re.compile(r"(?<=\d) (?=\d{3}\b)")
INVERTED = re.compile(r"-t-(?=(?:on|ils?|elles?)\b)")
# How French is set: a narrow no-break space before ; ! ?, a wide one before : and within « », curved apostrophes.
SET_WRONGLY = (
    (re.compile(r"\S*[^\u202f;!?][;!?]"), "no narrow no-break space before ; ! ?"),
    (re.compile(r"\S*[^\u00a0]:(?=\s|$)"), "no no-break space before :"),
    (re.compile(r"«[^\u00a0]|[^\u00a0]»"), "no no-break space within « »"),
    (re.compile(r"\w['`´]|['`´]\w"), "a straight apostrophe: write ’"),
    (re.compile(r'["“”]'), "quotation marks that are not « »"),
    (re.compile(r"\.\.\."), "three points: write …"),
    (re.compile(r"[a-zé]·[a-zé]"), "a median point: write so that nobody's gender is said"),
)
# Words that were English in disguise, or a second name of one thing, and what is said instead: docs/style.md.
INSTEAD = {
    r"codes? QR": "QR code",
    r"modérat": "meneur de jeu",
    r"sièges?\b": "place",
    r"(la|cette) maison": "Veilleur, l’ordinateur",
    r"sans témoin": "en secret",
    r"horloge": "minuteur",
    r"la donne\b": "la distribution",
    r"merci de": "un impératif",
    r"personnes? à table": "à la table",
    r"places? de l’ordinateur": "robot",
    r"\w+, dormez": "rendormez-vous, fermez les yeux",
    r"(fermez|levez|ouvrez) tous les yeux": "tout le monde ferme les yeux",
    r"à découvert": "devant tout le village",
    r"indemne": "sain",
    r"pouces? (en haut|en bas|à plat)": "pouce levé, baissé, à l’horizontale",
    r"(hoche|secoue)[zrs]?\b": "oui, non de la tête",
    r"départag": "trancher",
    r"clôtur(er|ez|é)": "clore",
    r"tour du cercle": "passer parmi vous",
    r"redonne": "redistribuer",
    r"maçon": "masson",
    r"villageois": "paysan",
    r"nul ne": "personne ne",
    r"à l’aube": "au matin",
    r"tablées?": "table",
    r"allez-y": "allez les voir",
    r"un PIN\b": "un code PIN",
    r"sens horaire": "le sens des aiguilles d’une montre",
    r"épingl(er|ez|é)": "fixer à cette table",
    r"closez": "passez à la suite",
}
# The same of English: words of an old dialect, which people whose English is a second language stumble over.
PLAINER = {
    r"the house\b": "Veilleur, this computer",
    r"so many\b": "this many, too many",
    r"any more\b": "no longer",
    r"for want of\b": "without, is missing",
    r"be waited for": "the table will not wait",
    r"is none of\b": "does not belong to",
    r"has gone out\b": "has switched off",
    r"torn?\b": "devour",
}
# A button says what it does: a verb in the infinitive, alone or after Oui, Non. These few are plainer as they are.
VERB = re.compile(r"((Oui|Non), )?([MS]’|Ne plus )?\w+(er|ir|re)\b", re.IGNORECASE)
NO_VERB = {
    "C’est lu ? Appuyez ici pendant une seconde.",
    "C’est vu : retour au pupitre",
    "J’ai vu ma carte",
    "Pause",
    "Pause pour tous",
    "15 s de plus pour tous",
    "Une minute de plus pour tous",
    "Touchez pour afficher le pupitre",
}
BUTTON = re.compile(r"<button\b(?:[^>\"]|\"[^\"]*\")*>(.*?)</button>", re.DOTALL)
UNSEEN = re.compile(r'<span class="unseen">.*?</span>', re.DOTALL)  # whom or what it is about, for who listens
# A number that is filled in has a plural, but for these, which the code never fills with none or one.
PLURAL = re.compile(rf"%\((?:{NUMBERS})\)[sd][ \u00a0](?:{COUNTED_NOUNS}|characters|names|players|seconds|squares)\b")
NEVER_ONE = {
    "%(few)s to %(most)s players",
    "%(hours)d h",
    "%(minutes)d min",
    "about %(minutes)s min",
    "%(seconds)d s",
    "%(label)s: %(length)s names, one a line, or none. There are %(found)s.",
    "%(label)s: a name is one line of at most %(most)s characters.",
    "%(card)s · also %(steps)s squares more",
    "Please give a name of at most %(count)s characters.",
    "The file has no moves, or more than are played out at once: %(most)d, or %(seconds)d seconds of them.",
    "The link works once, within %(minutes)s minutes. A new one: %(command)s",
    "The name of an evening has at most %(count)d characters.",
    "This game takes at most %(count)d players.",
}
# In French none is singular, so that a singular names its number; these are never said of none.
NEVER_NONE = {
    "It is entered for the one who is called.",
    "One device moderates this table: this one.",
    "Scan this with it, then type the PIN. It works once, for a minute.",
    "The mission succeeds!",
}
SENTENCE = 12  # characters: shorter words may well be said twice
BARE = re.compile(r"<[^>]*>|%\(\w+\)[sd]|\{\w*\}")  # of a string: what is no French
BLANK = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
Key = tuple[str | None, str]
REVIEWED = "tools/reviewed_strings.txt"  # strings of several places that somebody has looked at
REVIEWED_LINE = re.compile(r'(?P<places>\d+) (?P<rest>\S+ ".*"(?: \(.*\))?)')


class Shelf(NamedTuple):
    """One catalogue and the files whose strings belong in it."""

    folder: Path
    sources: list[Path]
    ours: bool = True  # our own words, which keep to our vocabulary

    @property
    def po(self) -> Path:
        """The catalogue people edit."""
        return self.folder / "locale" / "fr" / "LC_MESSAGES" / "django.po"

    @property
    def name(self) -> str:
        """The folder as the list of reviewed strings calls it: a kit's slug, or `locale` for everything else."""
        return "locale" if self.folder == ROOT else self.folder.name

    @property
    def gentle(self) -> list[Path]:
        """Return the sentences for children by language; they are edited by hand.

        See docs/decisions/words-and-looks.md.
        """
        return sorted(self.folder.glob("locale/*_ZZ/LC_MESSAGES/django.po"))

    @property
    def partial(self) -> list[Path]:
        """Return the catalogues of languages that are not whole; they are edited by hand.

        See docs/add-a-language.md.
        """
        every = sorted(self.folder.glob("locale/*/LC_MESSAGES/django.po"))
        return [po for po in every if po != self.po and po not in self.gentle]

    @property
    def mo(self) -> Path:
        """The same, compiled: what Django reads."""
        return self.po.with_suffix(".mo")


def list_shelves(package: Path | None = None) -> Iterator[Shelf]:
    """Yield a shelf for each game, then the one of everything else; of a package of games, those of its games alone.

    Raises OSError or ValueError where a package declares no game.
    """
    if package is not None:
        for kit in filter(None, (find_folder(name) for _slug, name in read_declared(package))):
            yield Shelf(kit, _list_sources([kit]), ours=False)
        return
    kits = sorted(folder for folder in KITS.glob("*") if folder.is_dir() and folder.name != "__pycache__")
    for kit in kits:
        yield Shelf(kit, _list_sources([kit]))
    core = [
        path for path in _list_sources([ROOT / name for name in CORE]) if not any(kit in path.parents for kit in kits)
    ]
    yield Shelf(ROOT, core)
    for example in sorted(EXAMPLES.glob("*/pyproject.toml")):
        yield from list_shelves(example.parent)


def _list_sources(folders: list[Path]) -> list[Path]:
    found = (path for folder in folders for kind in ("*.py", "*.html", "*.txt") for path in folder.rglob(kind))
    return sorted(found)


def extract_strings(shelf: Shelf) -> Catalog:
    """Return every string of the shelf's sources, in the order of the files."""
    catalogue = Catalog(locale="fr")
    for path in shelf.sources:
        source = path.read_text(encoding="utf-8")
        if path.suffix != ".py":
            # In brackets the leading spaces of what Django makes of a template mean nothing to Python's tokenizer.
            source = f"({templatize(source, origin=str(path))}\n)"
        where = _shorten(path) if shelf.ours else path.relative_to(shelf.folder.parent).as_posix()
        file = io.BytesIO(source.encode())
        for line, words, comments, context in extract("python", file, KEYWORDS, ("Translators:",)):
            catalogue.add(words, locations=[(where, line)], auto_comments=comments, context=context)
    return catalogue


def update(package: Path | None = None) -> int:
    """Bring every catalogue up to date with the strings, drop what is no longer said, compile."""
    used: dict[str, list[str]] = {}
    for shelf in list_shelves(package):
        wanted = extract_strings(shelf)
        if not wanted and not shelf.po.exists():
            continue
        kept = _read(shelf)
        kept.update(wanted, no_fuzzy_matching=True, update_creation_date=False)
        for message in kept:
            if message.id and message.string:
                forms = tuple(map(_join_with_spaces, _list_forms(message.string)))
                message.string = forms[0] if isinstance(message.string, str) else forms
        shelf.po.parent.mkdir(parents=True, exist_ok=True)
        with shelf.po.open("wb") as file:
            write_po(file, kept, width=110, ignore_obsolete=True, include_lineno=False)
        shelf.mo.write_bytes(_compile(_read(shelf)))
        for po in (*shelf.gentle, *shelf.partial):
            po.with_suffix(".mo").write_bytes(_compile(_read_file(po)))
        if shelf.ours:
            used |= _group_by_review(shelf, wanted)
        untold = sum(1 for message in kept if message.id and not _is_complete(message))
        print(f"{_shorten(shelf.po)}: {len(kept)} strings, {untold} to translate")
        for po in shelf.partial:
            told = sum(1 for message in _read_file(po) if message.id and _is_complete(message))
            print(f"{_shorten(po)}: {told} of {len(kept)} strings")
    if package is None:
        _prune_reviewed(used)
    return 0


def check(package: Path | None = None) -> int:
    """Print what is missing, unsure, obsolete or not compiled; 1 when there is anything."""
    faults: list[str] = []
    for shelf in list_shelves(package):
        wanted = extract_strings(shelf)
        if not wanted and not shelf.po.exists():
            continue
        kept, name = _read(shelf), _shorten(shelf.po)
        wanted_keys, kept_keys = _list_keys(wanted), _list_keys(kept)
        faults += [
            f"{name}: not in the catalogue: {words!r}" for _, words in sorted(wanted_keys - kept_keys, key=str)
        ]
        faults += [
            f"{name}: said nowhere any more: {words!r}" for _, words in sorted(kept_keys - wanted_keys, key=str)
        ]
        for message in kept:
            if message.id:
                faults += [
                    f"{name}: {fault}: {message.id!r}{_list_places_wanted(message, wanted)}"
                    for fault in _find_faults(message, kept, shelf.ours)
                ]
        faults += [fault for po in (*shelf.gentle, *shelf.partial) for fault in _find_faults_of_part(po, wanted_keys)]
        faults += [
            f"{name}: a button that is no verb in the infinitive: {said!r}" for said in _find_nouns(shelf, kept)
        ]
        faults += _list_unreviewed(shelf, wanted) if shelf.ours else []
        if not shelf.mo.exists() or shelf.mo.read_bytes() != _compile(kept):
            faults.append(f"{_shorten(shelf.mo)}: not what the catalogue compiles to; run make translations")
    print("\n".join(faults) or "Every string has its French.")
    return 1 if faults else 0


def _list_places(message: Message) -> list[str]:
    """Return where a string is used: lines of Python, and templates, which say a title and its heading as one."""
    return sorted({f"{name}:{line}" if name.endswith(".py") else name for name, line in message.locations})


def _group_by_review(shelf: Shelf, wanted: Catalog) -> dict[str, list[str]]:
    """Return the strings of several places, each as the list of reviewed strings writes it, with these places."""
    found = {}
    for message in wanted:
        if message.id and len(places := _list_places(message)) > 1:
            context = f" ({message.context})" if message.context else ""
            found[f"{shelf.name} {json.dumps(_build_key(message)[1], ensure_ascii=False)}{context}"] = places
    return found


def _read_reviewed() -> dict[str, int]:
    """Return in how many places each reviewed string was used when somebody looked at it."""
    file = ROOT / REVIEWED
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    matches = filter(None, map(REVIEWED_LINE.fullmatch, lines))
    return {match["rest"]: int(match["places"]) for match in matches}


def _list_unreviewed(shelf: Shelf, wanted: Catalog) -> list[str]:
    """Return a sentence for each string of several places that nobody has looked at: it may mean two things."""
    reviewed = _read_reviewed()
    return [
        f"{rest.partition(' ')[2]} is used in {len(places)} places ({', '.join(places)}). Does it mean one thing in "
        f"all of them? Then write “{len(places)} {rest}” into {REVIEWED}; otherwise give each meaning a context "
        "(pgettext, {% translate … context … %})."
        for rest, places in _group_by_review(shelf, wanted).items()
        if len(places) > reviewed.get(rest, 0)
    ]


def _prune_reviewed(used: dict[str, list[str]]) -> None:
    """Take strings from the list that several places no longer say, and lower the numbers of others; raise none."""
    file = ROOT / REVIEWED
    if not file.exists():
        return
    comments = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    lowered = {rest: min(number, len(used[rest])) for rest, number in _read_reviewed().items() if rest in used}
    lines = [f"{number} {rest}" for rest, number in sorted(lowered.items())]
    file.write_text("\n".join([*comments, *lines, ""]), encoding="utf-8")


def _find_faults_of_part(po: Path, said: set[Key]) -> Iterator[str]:
    """Return the faults of a catalogue that has some of these strings: children's, or of a language not yet whole."""
    name, kept = _shorten(po), _read_file(po)
    for message in kept:
        if not message.id:
            continue
        if _build_key(message) not in said:
            yield f"{name}: said nowhere any more: {message.id!r}"
        faults = _find_faults(message, kept) if name.split("/")[-3].startswith("fr") else iter(())
        yield from (f"{name}: {fault}: {message.id!r}" for fault in faults)
        if not _is_complete(message) or _list_blanks(message.id) != _list_blanks(message.string):
            yield f"{name}: not said, or with other placeholders: {message.id!r}"
    if not po.with_suffix(".mo").exists() or po.with_suffix(".mo").read_bytes() != _compile(kept):
        yield f"{name}: not compiled; run make translations"


def _find_faults(message: Message, catalogue: Catalog, ours: bool = True) -> Iterator[str]:
    if message.fuzzy:
        yield "unsure (fuzzy)"
    if not _is_complete(message):
        yield "not translated"
    elif _list_blanks(message.id) != _list_blanks(message.string):
        yield "other placeholders than the English"
    elif any(_join_with_spaces(form) != form for form in _list_forms(message.string)):
        yield "a line may end before : ; ! ? », after «, after a number or in “-t-” (make translations mends it)"
    yield from _find_miscounted(message)
    for form in _list_forms(message.string):
        yield from _find_unfrench(form, " ".join(_list_forms(message.id)), ours)
    yield from find_words(" ".join(_list_forms(message.id)), PLAINER) if ours else ()
    for error in message.check(catalogue):
        yield str(error)


def _find_miscounted(message: Message) -> Iterator[str]:
    """What is wrong where a number is said: without a plural, or with a singular that does not suit none."""
    if isinstance(message.id, str):
        if PLURAL.search(f"{message.id} {message.string}") and _remove_markup(message.id) not in NEVER_ONE:
            yield "a number without its plural: ngettext, or blocktranslate count"
    elif message.string[0] and not BLANK.search(message.string[0]) and message.id[0] not in NEVER_NONE:
        yield "a singular that French says of none as well: name the number"


def _find_unfrench(words: str, english: str, ours: bool) -> Iterator[str]:
    """What a reader of French would stumble over in these words; a name such as Spree! is written as in English."""
    bare = BARE.sub("x", words)
    for wrong, said in SET_WRONGLY:
        if any(found[0] not in english.split() for found in wrong.finditer(bare) if not TORN.search(found[0])):
            yield said
    yield from find_words(bare, INSTEAD) if ours else ()
    half = len(words) // 2
    if half >= SENTENCE and words[:half] == words[half:]:
        yield "the same sentence twice"


def find_words(text: str, banned: dict[str, str]) -> Iterator[str]:
    """Yield a sentence for each word of a text that has a better one."""
    for wrong, instead in banned.items():
        if found := re.search(rf"\b{wrong}", text.replace("\u00a0", " "), re.IGNORECASE):
            yield f"“{found[0]}”: say {instead}"


def _find_texts(template: str) -> Iterator[tuple[str, str | None]]:
    """The strings of a piece of a template, each with its context."""
    file = io.BytesIO(f"({templatize(template)}\n)".encode())
    for _line, words, _comments, context in extract("python", file, KEYWORDS, ()):
        yield _list_forms(words)[0], context


def _find_nouns(shelf: Shelf, kept: Catalog) -> Iterator[str]:
    """The French of buttons that do not say what they do."""
    for path in shelf.sources:
        for inside in BUTTON.findall(path.read_text(encoding="utf-8")) if path.suffix == ".html" else ():
            for label, context in _find_texts(UNSEEN.sub("", inside)):
                message = kept.get(label, context)
                said = _list_forms(message.string)[0] if message else ""
                if re.search(r"[^\W\d_]{4}", said) and not VERB.match(said) and _remove_markup(said) not in NO_VERB:
                    yield said


def _shorten(path: Path) -> str:
    return (path.relative_to(ROOT) if path.is_relative_to(ROOT) else path).as_posix()


def _list_places_wanted(message: Message, wanted: Catalog) -> str:
    """The file and line that says it first."""
    said = wanted.get(_build_key(message)[1], message.context)
    return "".join(f" ({name}:{line})" for name, line in said.locations[:1]) if said else ""


def _remove_markup(words: str) -> str:
    return words.replace("\u202f", " ").replace("\u00a0", " ")


def _list_forms(words: str | tuple[str, ...] | list[str]) -> list[str]:
    return [words] if isinstance(words, str) else list(words)


def _join_with_spaces(words: str) -> str:
    words = TORN.sub(lambda torn: torn[0].replace(" ", "\u202f" if torn[0][-1] in ";!?" else "\u00a0"), words)
    words = THOUSANDS.sub("\u202f", COUNT.sub(lambda counted: counted[0].replace(" ", "\u00a0"), words))
    return INVERTED.sub("\u2011t\u2011", words)


def _is_complete(message: Message) -> bool:
    told = message.string
    return bool(told) and (isinstance(told, str) or all(told))


def _list_blanks(words: str | tuple[str, ...] | list[str]) -> set[str]:
    """Return the names to fill in; a singular may do without the number, so the forms count together."""
    return set(BLANK.findall(" ".join(_list_forms(words))))


def _build_key(message: Message) -> Key:
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


def _list_keys(catalogue: Catalog) -> set[Key]:
    return {_build_key(message) for message in catalogue if message.id}


def _read(shelf: Shelf) -> Catalog:
    if not shelf.po.exists():
        return Catalog("fr", header_comment=HEADER, project="Veilleur", version="1", fuzzy=False, **NOBODY)
    return _read_file(shelf.po)


def _read_file(path: Path) -> Catalog:
    with path.open("rb") as po:
        return read_po(po, locale=path.parent.parent.name.partition("_")[0])


def _compile(catalogue: Catalog) -> bytes:
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    return compiled.getvalue()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=["update", "check"])
    parser.add_argument("--package", type=Path, help="the folder of a package of games, in place of the checkout")
    given = parser.parse_args()
    settings.configure()
    sys.exit({"update": update, "check": check}[given.what](given.package))
