"""Mystery Space Murder 3000: what is said, in both languages, and the investigation sheet (RULINGS M-12)."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from games.engine.asks import Each, One
from games.engine.kit import all_kits
from games.engine.record import replay
from games.engine.table import Fact, Table
from games.kits.murder.roles import OURS, OWN, PLAYABLE, Deck
from games.kits.murder.words.names import LABELS
from tests.games.kits.murder_ship import ANN, BOB, DECK, aboard, end_turns, hand, ship, suspect, suspected
from tests.games.table_scenes import Scene, fact, kept, load

WORDS = all_kits()["murder"].words
TWO_LINES = 90  # signs on a phone
LANGUAGES = ("en", "fr")
OWN_CARDS = Deck.of(None).cards
STARTS = list(zip(OWN["characters"], OWN["rooms"], strict=True))[:PLAYABLE]  # the board of the rulebook

PUBLIC: list[Fact] = [
    fact("clock", hours=15, deck=OWN),
    fact("clock", hours=1),
    fact("clock", hours=0),
    fact("character", seat="Ann", character="the_stowaway"),
    fact("turn", seat="Ann"),
    fact("roll", seat="Ann", dice=[3, 4]),
    fact("lift", seat="Ann", die=3),
    fact("escape", seat="Ann", die=3),
    fact("freed", seat="Ann"),
    fact("visit", seat="Ann", prisoner="Bob", dice=[4, 3]),
    fact("visit", seat="Ann", prisoner="Bob", dice=[3, 3]),
    fact("moved", seat="Ann", room="swimming_pool"),
    fact("prison", seat="Ann"),
    fact("lost", seat="Ann"),
    fact("witness", seat="Ann"),
    fact("declaration", seat="Ann", cards=["the_stowaway", "oxygen_bottle"]),
    fact("exchanged", seats=["Ann", "Bob"]),
    fact("no_witness", seat="Ann"),
    fact("solved", seat="Ann"),
    fact("by_lot", step="testify"),
]
PRIVATE: list[Fact] = [
    fact("shown", by="Bob", card="rat_poison"),
    fact("showed", to="Bob", card="rat_poison"),
    fact("witness", cards=["engine_room", "the_stowaway"]),
    fact("exchanged_cards", with_="Bob", gave="rat_poison", got="mess_hall"),
    fact("hand", cards=["mess_hall", "stun_gun"], new=["mess_hall"]),
    fact("unsolved"),
]


def played() -> list[Table]:
    """The kept games, played out."""
    return [replay(load(path)[0]).table for path in kept("murder")]


PARTS = {"character": "characters", "room": "rooms", "motive": "motives", "weapon": "weapons"}


def test_the_longest_hypothesis_of_the_own_deck_has_two_lines() -> None:
    longest = {part: max(OWN[kind], key=lambda card: len(LABELS[card])) for part, kind in PARTS.items()}
    for language in LANGUAGES:
        with translation.override(language):
            assert len(WORDS.to_room(fact("hypothesis", seat="Ann", **longest))) <= TWO_LINES + 10


def test_the_moderator_has_a_gesture_for_every_private_fact() -> None:
    due = [fact("hand", cards=["mess_hall"]), fact("secret", card="for_money", seat="Ann"), *PRIVATE]
    silent = [private["fact"] for private in due if WORDS.to_moderator(private) is None]
    assert silent == ["showed"]
    for private in due:
        if telling := WORDS.to_moderator(private):
            assert str(telling.what) and str(telling.gesture)
    assert WORDS.to_moderator(fact("hand", cards=[], new=[])) is None


def test_a_fact_of_another_game_is_none_of_this_one() -> None:
    with pytest.raises(KeyError):
        WORDS.to_player(fact("genome"))
    with pytest.raises(KeyError):
        WORDS.to_room(fact("genome"))


def test_m01_every_card_of_our_deck_has_a_translated_name() -> None:
    assert list(LABELS) == Deck.of(None).cards
    for language in LANGUAGES:
        with translation.override(language):
            names = [WORDS.value("card", card) for card in LABELS]
            assert len(set(names)) == 28
            assert not any("_" in name for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_m01_words_of_the_tables_own_are_shown_as_typed(language: str) -> None:
    with translation.override(language):
        for word in ("pool", "mess", "spock", "le salon d'Éloïse", "100 % sûr"):
            assert WORDS.value("room", word) == word
            assert word in WORDS.to_room(fact("moved", seat="Ann", room=word))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_legal_value_has_its_own_label(language: str) -> None:
    scene = ship(5)
    with translation.override(language):
        while scene.waits()[0] != "turn":
            labels_of(scene)
            field, *_ = scene.choices(scene.waits()[1][0])
            scene.act(scene.waits()[1][0], **{field: scene.choices(scene.waits()[1][0])[field][0]})
        labels_of(scene)
        labels_of(suspect(scene, "Gym Jet Bomb Pride"))
        labels_of(scene.act("Bob", exchange="Gym"))


def labels_of(scene: Scene) -> None:
    """Every choice of whoever is asked: readable, and none like another of its field."""
    assert scene.table.step is not None
    said = WORDS.STEPS[scene.table.step.name]
    for ask in scene.table.step.asks.values():
        for field in ask.fields():
            assert said.fields[field.name]
            for part in field.parts if isinstance(field, Each) else [field]:
                assert isinstance(part, One) and said.fields[part.name]
                labels = [WORDS.value(part.name, value) for value in part.shown if value is not True]
                assert all(labels) and len(set(labels)) == len(labels)


def test_a_hypothesis_and_a_no_in_words() -> None:
    crime = {"room": "mess_hall", "character": "the_alien", "weapon": "laser_sword", "motive": "out_of_hunger"}
    assert WORDS.value("hypothesis", crime) == "Mess\u00a0· Alien\u00a0· Laser sword\u00a0· Hunger"
    assert WORDS.value("ask", False) == "No"
    with translation.override("fr"):
        assert WORDS.value("hypothesis", crime) == "Mess\u00a0· Alien\u00a0· Sabre laser\u00a0· Faim"
        assert WORDS.value("ask", False) == "Non"
    assert WORDS.value("dice", 6) == "6"


def test_m12_the_card_shows_the_secret_and_the_newest_hand() -> None:
    secret = fact("secret", card="Love", seat="Ann")
    card = WORDS.card([hand(ANN), secret, hand(["Pool", "Axe"], ["Pool"])])
    assert card.lines == ["Secret to guard: Love", "Pool", "Axe"]
    assert WORDS.card([]).lines == []


def test_the_ring_shows_characters_prison_and_who_is_lost() -> None:
    public = [fact("character", seat=seat, character=card) for seat, card in (("Ann", "han_solo"), ("Bob", "Red"))]
    assert {seat: (mark.out, mark.badges) for seat, mark in WORDS.ring(public).items()} == {
        "Ann": (False, ("Han Solo",)),
        "Bob": (False, ("Red",)),
    }
    public += [fact("prison", seat="Ann"), fact("lost", seat="Bob")]
    assert {seat: (mark.out, mark.badges) for seat, mark in WORDS.ring(public).items()} == {
        "Ann": (False, ("Han Solo", "in prison")),
        "Bob": (True, ("Red", "lost in space")),
    }
    public += [fact("freed", seat="Ann")]
    assert WORDS.ring(public)["Ann"].badges == ("Han Solo",)
    assert WORDS.ring([]) == {}


def test_the_ring_says_of_everybody_what_is_true() -> None:
    for table in played():
        ring = WORDS.ring(table.public())
        for seat, row in table.truth().items():
            badges = ring[seat].badges
            assert badges[0] == WORDS.value("character", row["character"])
            assert ring[seat].out == row["lost"] == ("lost in space" in badges)
            assert ("in prison" in badges) == (not row["free"] and not row["lost"])


def test_the_board_shows_the_clock_and_whose_turn_it_is() -> None:
    board = WORDS.board([fact("clock", hours=15, deck=OWN), fact("turn", seat="Ann"), fact("clock", hours=14)])
    assert [(str(gauge.label), gauge.value, gauge.most) for gauge in board] == [
        ("Hours left", "14", "15"),
        ("To play", "Ann", None),
    ]
    assert WORDS.board([]) == []


def test_a_turn_begins_a_phase() -> None:
    assert WORDS.phase(fact("turn", seat="Ann")) == "Ann to play"
    assert WORDS.phase(suspected("Ann", "Gym Jet Bomb Pride")) == ""


def test_the_truth_in_a_line() -> None:
    row = {"character": None, "secret": "Love", "hand": ["Pool"], "free": True, "lost": False}
    assert WORDS.truth(row) == "–\u00a0· Secret: Love\u00a0· Clues: Pool"
    row |= {"character": "Blue", "free": False}
    assert WORDS.truth(row) == "Blue\u00a0· in prison\u00a0· Secret: Love\u00a0· Clues: Pool"
    row |= {"lost": True, "hand": []}
    assert WORDS.truth(row) == "Blue\u00a0· lost in space\u00a0· Secret: Love\u00a0· Clues: –"


@pytest.mark.parametrize(
    ("winners", "reason"),
    [(["Ann"], "solved"), (["Ann"], "last_free"), (["Ann"], "out_of_time"), ([], "out_of_time")],
)
def test_every_outcome_is_said_in_both_languages(winners: list[str], reason: str) -> None:
    said = []
    for language in LANGUAGES:
        with translation.override(language):
            said.append(WORDS.outcome(winners, reason))
    assert said[0] != said[1]
    assert all(seat in sentence for seat in winners for sentence in said)


def test_steps_and_options_have_words_and_spoken_words_are_constant() -> None:
    steps = {step.name for table in played() for step in table.steps}
    assert set(WORDS.STEPS) == steps
    assert set(WORDS.OPTIONS) == set(all_kits()["murder"].roles.OPTIONS)
    assert all("%" not in str(step.wake) + str(step.sleep) for step in WORDS.STEPS.values())
    assert len({page.slug for page in WORDS.HELP}) == len(WORDS.HELP)


# The sheet


def sheet_of(scene: Scene, seat: str) -> dict[str, str]:
    """What stands beside each card on a seat's sheet."""
    parts = WORDS.sheet(scene.table.private(seat), scene.table.public())
    return {entry.name: entry.note for part in parts for entry in part.entries if entry.note}


def settled_on(scene: Scene, seat: str) -> list[str]:
    """The cards of which a seat's sheet is certain."""
    parts = WORDS.sheet(scene.table.private(seat), scene.table.public())
    return [entry.name for part in parts for entry in part.entries if entry.settled]


def test_m12_the_sheet_lists_all_cards_and_ticks_own_ones() -> None:
    scene = aboard()
    parts = WORDS.sheet(scene.table.private("Ann"), scene.table.public())
    assert [(str(part.title), [entry.name for entry in part.entries]) for part in parts] == [
        ("Characters", DECK["characters"]),
        ("Rooms", DECK["rooms"]),
        ("Motives", DECK["motives"]),
        ("Weapons", DECK["weapons"]),
    ]
    assert sheet_of(scene, "Ann") == dict.fromkeys(ANN, "you")
    assert sorted(settled_on(scene, "Ann")) == sorted(ANN)
    assert WORDS.sheet([], []) == []


def test_m12_a_declared_card_is_ticked_by_all_other_players() -> None:
    scene = suspect(aboard(), "Gym Jet Bomb Pride").act("Cid", declare="Gym")
    assert sheet_of(scene, "Ann")["Gym"] == "Cid"
    assert sheet_of(scene, "Bob")["Gym"] == "Cid"
    assert sheet_of(scene, "Cid")["Gym"] == "you"


def test_m12_of_two_cards_declared_either_may_be_made_up() -> None:
    scene = suspect(aboard(), "Gym Jet Bomb Greed").act("Cid", declare="Gym", also="Greed")
    assert (sheet_of(scene, "Ann")["Gym"], sheet_of(scene, "Ann")["Greed"]) == ("Cid?", "Cid?")
    assert "Greed" not in sheet_of(scene, "Cid")
    assert not {"Gym", "Greed"} & set(settled_on(scene, "Ann"))
    end_turns(scene, 2)
    suspect(scene, "Gym Snow Knife Greed").act("Cid", declare="Gym")
    assert sheet_of(scene, "Bob")["Gym"] == "Cid"
    assert sheet_of(scene, "Bob")["Greed"] == "Cid?"
    assert "Gym" in settled_on(scene, "Bob")


def test_m12_shown_or_exchanged_cards_are_ticked_by_two_only() -> None:
    scene = suspect(aboard(), "Gym Jet Bomb Pride").act("Cid", exchange="Jet").act("Ann", card="Bar")
    assert (sheet_of(scene, "Ann")["Jet"], sheet_of(scene, "Ann")["Bar"]) == ("you", "Cid")
    assert (sheet_of(scene, "Cid")["Jet"], sheet_of(scene, "Cid")["Bar"]) == ("Ann", "you")
    assert sheet_of(scene, "Bob") == dict.fromkeys(BOB, "you")


def test_m12_the_sheet_shows_nothing_unknown_to_its_seat() -> None:
    for table in played():
        for seat in table.seats:
            hands = {other: row["hand"] for other, row in table.truth().items() if other != seat}
            told = str(table.private(seat)) + str([f for f in table.public() if f["fact"] == "declaration"])
            for part in WORDS.sheet(table.private(seat), table.public()):
                noted = [str(entry.note) for entry in part.entries]
                assert not [who for who in noted if who in hands and who not in told]


def test_the_sheet_speaks_french() -> None:
    scene = suspect(aboard(), "Gym Jet Bomb Pride").act("Cid", declare="Gym", also="Jet")
    with translation.override("fr"):
        parts = WORDS.sheet(scene.table.private("Ann"), scene.table.public())
        assert [str(part.title) for part in parts] == ["Personnages", "Pièces", "Mobiles", "Armes"]
        assert sheet_of(scene, "Ann")["Gym"] == "Cid\u202f?"
        assert sheet_of(scene, "Ann")["Blue"] == "vous"


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", ["Stun gun (weapon)", "Mess (room)"]), ("fr", ["Pistolet paralysant (arme)", "Mess (pièce)"])],
)
def test_a_card_says_what_it_is(language: str, said: list[str]) -> None:
    """In the hand and where one is chosen; a deck of the table's own is told with the secret."""
    secret = fact("secret", card="stun_gun", seat="Ann")
    with translation.override(language):
        lines = WORDS.card([secret, fact("hand", cards=["mess_hall"])]).lines
        assert [str(line).split("\N{NO-BREAK SPACE}: ")[-1].split(": ")[-1] for line in lines] == said
        assert WORDS.value("declare", "mess_hall") == said[1]
        assert "(" not in WORDS.value("room", "mess_hall")  # the list is headed so
        own = [fact("secret", card="Love", seat="Ann", deck=DECK), fact("hand", cards=["Rope", "Pool"])]
        assert all("(" in str(line) for line in WORDS.card(own).lines)


def test_the_middle_device_gives_an_instruction_on_every_turn() -> None:
    """M-05, M-08: by what everybody was told, and never by what anybody holds."""
    todo = WORDS.STEPS["turn"].todo
    assert todo
    public = aboard().table.public()
    said = [todo(public), todo([*public, fact("roll", seat="Ann", dice=[1, 2])])]
    imprisoned = [*public, fact("prison", seat="Bob"), fact("turn", seat="Bob")]
    said += [todo(imprisoned), todo([*imprisoned, fact("freed", seat="Bob")])]
    assert said == [
        "Ann: throw the dice and walk, or stay in your room and make a hypothesis.",
        "Ann: walk. If you stand in a room then, make a hypothesis, or else end the turn.",
        "Bob: in prison. Throw a die: a 5 or a 6 opens the door.",
        "Bob: out of prison. Throw the dice and walk.",
    ]


def helped(slug: str) -> str:
    """A page of help as one line of text."""
    return " ".join(str(line) for page in WORDS.HELP if page.slug == slug for line in page.paragraphs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_m01_help_and_form_mark_each_card_name_of_ours(language: str) -> None:
    with translation.override(language):
        said = {"help": helped("cards"), "form": "\n".join(map(str, WORDS.OPTIONS["deck"].own.values()))}
        for page in said.values():
            for card in OWN_CARDS:
                name = re.escape(str(LABELS[card]))
                assert re.search(rf"\b{name}\b(?P<star>\u00a0\*)?", page), card
                assert bool(re.search(rf"\b{name}\u00a0\*", page)) == (card in OURS), card
    assert [len(OURS), len(OWN_CARDS) - len(OURS)] == [11, 17]


def test_m01_the_rulebooks_names_stand_first_in_every_list() -> None:
    for cards in OWN.values():
        ours = [card in OURS for card in cards]
        assert ours == sorted(ours)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_set_up_names_the_first_room_of_each_pawn(language: str) -> None:
    with translation.override(language):
        said = helped("set-up").lower()
        places = [said.index(str(LABELS[card]).lower()) for pair in STARTS for card in pair]
    assert places == sorted(places)


def test_m05_help_explains_that_every_risky_ride_needs_a_die() -> None:
    assert "One die for every such ride, even several in a turn" in helped("lift")
    assert "you may stay and ask there again" in helped("turn")
    assert "the dice come first" in helped("turn")


def test_m07_help_and_desk_explain_that_called_prisoners_go_back() -> None:
    assert "back in prison at the end of that turn" in helped("prison")
    assert "goes back as the turn ends" in str(WORDS.STEPS["turn"].watch)


def test_m09_nobody_is_said_to_look_into_the_envelope() -> None:
    """Whoever makes the hypothesis learns whether it is solved, and not what is sealed."""
    with translation.override("fr"):
        assert "consulte" not in WORDS.to_room(fact("no_witness", seat="Ann"))


def test_m10_help_explains_when_a_jailed_culprit_or_nobody_wins() -> None:
    assert "even in prison" in helped("goal")
    assert "nobody wins" in helped("goal")


def test_m03_before_the_first_turn_the_board_is_set_up() -> None:
    moments = WORDS.MOMENTS
    public = aboard().table.public()
    chosen = [told for told in public if told["fact"] != "turn"]
    assert moments.happened("character", "turn", chosen[-1:])
    assert moments.happened("character", "peek", chosen[-1:])
    assert not moments.happened("character", "character", chosen[-1:])
    shown = [str(piece.text) for piece in moments.pieces("character", chosen[-1:], chosen[:-1])]
    assert shown[1:7] == [
        "Red: Bridge", "Ann, Blue: Pool", "Bob, Lime: Mess", "Cid, Pink: Lab", "Gold: Dock", "Grey: Gym"
    ]  # fmt: skip
    assert any("lower deck" in line and "upper deck" in line for line in shown)
    assert any("15 hours" in line for line in shown)
    assert (moments.seconds("character", "turn") or 0) >= 180


def test_m06_players_have_time_to_tell_hypothesis_and_testimony() -> None:
    crime = {"character": "han_solo", "weapon": "stun_gun", "room": "hangar_deck", "motive": "for_money"}
    asked = [fact("hypothesis", seat="Ann", **crime), fact("moved", seat="Bob", room="hangar_deck")]
    declared = [fact("declaration", seat="Cid", cards=["stun_gun"])]
    for facts, before, after in ((asked, "turn", "testify"), (declared, "testify", "turn")):
        assert WORDS.MOMENTS.happened(before, after, facts)
        assert (WORDS.MOMENTS.seconds(before, after) or 0) >= 45
    for before, after in (("testify", "exchange"), ("exchange", "testify")):  # asked in secret, and unseen
        assert not WORDS.MOMENTS.happened(before, after, [])


def test_m07_words_explain_what_happens_to_called_and_jailed_pawns() -> None:
    called = fact("moved", seat="Bob", room="hangar_deck")
    jailed = fact("prison", seat="Bob")
    assert "the pawn goes to prison at once" in WORDS.to_room(jailed)
    again = WORDS.MOMENTS.pieces("turn", [called], [jailed])
    assert "goes back as the turn ends" in str(again[0].text)
    assert "goes back" not in str(WORDS.MOMENTS.pieces("turn", [called], [])[0].text)


def test_the_middle_device_names_the_witness_despite_side_questions() -> None:
    says = {WORDS.STEPS[name].todo for name in ("peek", "show", "testify", "exchange")}
    (todo,) = says
    assert todo
    public = [*aboard().table.public(), fact("hypothesis", seat="Ann"), fact("witness", seat="Cid")]
    assert todo(public).startswith("Cid testifies")
    assert todo([*public, fact("declaration", seat="Cid", cards=["a"]), fact("turn", seat="Bob")]) == ""
    challenged = [*public, fact("turn", seat="Bob"), fact("visit", seat="Bob", prisoner="Ann", dice=[5, 2])]
    assert todo(challenged) == "Ann shows Bob a card."


def test_m05_the_turn_explains_that_a_guess_needs_a_room() -> None:
    asked = str(WORDS.STEPS["turn"].question)
    assert "you must stand in a room" in asked and asked.startswith("Throw the dice first")
