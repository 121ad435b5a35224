"""Lupus in Tabula: the pages of help, open to everybody alike."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.words import HelpPage
from games.kits.lupus.speech import gettext_lazy as _
from games.kits.lupus.speech import pgettext_lazy

HELP: Sequence[HelpPage] = (
    HelpPage(
        "game",
        pgettext_lazy("lupus", "What is Lupus in Tabula?"),
        (
            _("Some people of a lost village are werewolves. Every night they devour one of the others."),
            _("Every day the village talks, accuses, and lynches somebody it takes for a werewolf."),
        ),
    ),
    HelpPage(
        "winning",
        pgettext_lazy("lupus", "Who wins, and when?"),
        (
            _("The humans win when every werewolf is dead."),
            _("The werewolves win as soon as they are as many as the others alive."),
            _("A whole faction wins, its dead included. The possessed wins with the werewolves."),
            _("If the were-hamster is alive when the game ends, it wins, and nobody else does."),
        ),
    ),
    HelpPage(
        "setup",
        _("Which cards are dealt?"),
        (
            _(
                "With 8 players: five villagers, two werewolves, a seer. Each player more brings a villager or a "
                "special character, as the table likes; from 16 players on there is a third werewolf."
            ),
            _("The special characters each have a number of players from which they are advised."),
            _("Look at your card alone. Nobody shows one before the end of the game, not even the dead."),
            _("The moderator deals, knows every card, and belongs to no faction."),
        ),
    ),
    HelpPage(
        "night",
        pgettext_lazy("lupus", "What happens at night?"),
        (
            _("Everybody closes their eyes. Without phones all drum on the table, to cover what moves."),
            _(
                "Then each character is called. It opens its eyes, answers with a sign, and closes "
                "them again. The order here: medium, seer, bodyguard, owl, werewolves."
            ),
            _(
                "Medium and bodyguard begin on the second night. The masons are called on the first one alone, the "
                "mythomaniac at the end of the second."
            ),
            _("Here a dead character is called all the same, for the same time, so that a call gives nothing away."),
            _(
                "On the first night, if the table wants it, the werewolves only recognise each other. "
                "The moderator is the first victim: everybody plays a whole day."
            ),
            _("Two people may be dead at dawn: the werewolves' prey, and the were-hamster if the seer named it."),
        ),
        crib=True,
        rulings=("L-10",),
    ),
    HelpPage(
        "vote",
        _("How is somebody lynched?"),
        (
            _("After three minutes of talk at most, each in turn says aloud who should be lynched."),
            _("The round goes clockwise, from the left of the last victim."),
            _("The two players named most (more on a tie) are accused. They defend themselves and do not vote."),
            _("The others vote for one of them. A tie: defence and vote again. Still a tie: the lot decides."),
        ),
        crib=True,
    ),
    HelpPage(
        "death",
        _("What if I die?"),
        (
            _("You are silent until the end, and nobody learns what you were. You can still win with your faction."),
            _("You may lie as much as you like while you live, but never show your card."),
        ),
    ),
    HelpPage(
        "ghosts",
        _("What are ghosts?"),
        (
            _(
                "If the table plays with ghosts, the dead still name somebody to be accused, but do "
                "not vote at the lynching."
            ),
            _("A ghost is silent, keeps its eyes closed at night and has lost every power."),
        ),
    ),
    HelpPage(
        "werewolf",
        _("What does a werewolf do?"),
        (
            _("The werewolves wake together, know each other, and agree without a word on one player to devour."),
            _("By day they pass for humans."),
            _("If they choose the were-hamster or a player who is guarded, nobody is devoured."),
            _("If the moderator is the first victim, they only get to know each other on the first night."),
        ),
    ),
    HelpPage(
        "seer",
        pgettext_lazy("lupus", "What does the seer do?"),
        (
            _("Each night the seer names a player and learns: werewolf or not."),
            _("The possessed and the were-hamster are no werewolves; a mythomaniac who has turned is one."),
        ),
    ),
    HelpPage(
        "medium",
        _("What does the medium do?"),
        (_("Each night from the second on, the medium learns whether the player lynched by day was a werewolf."),),
    ),
    HelpPage(
        "possessed",
        _("What does the possessed do?"),
        (
            _("The possessed is human, wakes for nothing, and wins with the werewolves without knowing them."),
            _("To the seer and to the medium, the possessed is no werewolf."),
        ),
    ),
    HelpPage(
        "bodyguard",
        _("What does the bodyguard do?"),
        (
            _(
                "Each night from the second on, the bodyguard names another player, whom the "
                "werewolves cannot devour."
            ),
            _("If they choose the guarded player, nobody is devoured that night."),
        ),
    ),
    HelpPage(
        "owl",
        _("What does the owl do?"),
        (
            _("Each night the owl names a player. By day, once all have named, the choice is announced."),
            _(
                "That player is accused together with whoever is named most, or with all who are tied "
                "in the lead. If accused anyway, nothing changes."
            ),
            _("Here the choice is void if the owl, or the player whom it named, has died since."),
        ),
        rulings=("L-26",),
    ),
    HelpPage(
        "masons",
        _("What do the masons do?"),
        (_("There are always two of them. On the first night they open their eyes and know each other as humans."),),
        aid=False,
    ),
    HelpPage(
        "werehamster",
        _("What does the were-hamster do?"),
        (
            _(
                "It plays for itself and cannot be devoured. If it is alive when the game ends, it "
                "wins, and nobody else."
            ),
            _("If the seer names it, it dies at dawn. It can be lynched like anybody."),
            _("To the medium it is human. It also counts as human when the factions are counted."),
        ),
    ),
    HelpPage(
        "mythomaniac",
        _("What does the mythomaniac do?"),
        (
            _("Once, at the end of the second night, the mythomaniac names another living player."),
            _("A werewolf or the seer: the mythomaniac becomes one, wakes with them, and decides with them."),
            _("Otherwise the mythomaniac stays a plain human until the end."),
        ),
    ),
    HelpPage(
        "advice",
        _("How do I play well?"),
        (
            _(
                "Humans compare what is said and look for what does not fit. Werewolves pass for humans, and make "
                "true humans look bad."
            ),
            _(
                "A seer turns suspicion on the werewolves found without giving away that it is the "
                "seer: once known, a seer is soon devoured. It can be worth it all the same."
            ),
            _("A werewolf may claim to be the seer. Two who always agree are worth a second look."),
            _("Whoever accuses draws suspicion. Whoever never accuses may draw more."),
        ),
    ),
    HelpPage(
        "moderator",
        pgettext_lazy("lupus", "Advice to the moderator"),
        (
            _("Here the first seat is the one on your left; seats and votes go on clockwise from there."),
            _("On the first night, be the first victim yourself: nobody is out before they have played."),
            _("Say every call in the same words, at the same pace, even when nobody can answer it."),
            _(
                "Keep the debate to three minutes. Everybody can count the votes against them on the "
                "fingers of a raised hand."
            ),
            _(
                "The box has “angry mob” cards, one for each vote: Veilleur counts the votes. Whoever "
                "is out leaves one face down in front of them, so that all can see it."
            ),
            _(
                "It has three blank cards, for characters of your own. Here you deal a villager, tell "
                "its player aside who they are, and call that character yourself. These cards can be "
                "printed as well."
            ),
        ),
        aid=False,
        crib=True,
        rulings=("L-24", "L-33"),
    ),
)
