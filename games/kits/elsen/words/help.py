"""ELSEN: the pages of help, open to everybody alike, in the order of need."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.words import HelpPage
from games.kits.elsen.speech import gettext_lazy as _

HELP: Sequence[HelpPage] = (
    HelpPage(  # E-40
        "goal",
        _("Who wins?"),
        (
            _("ELSEN stands for “Entre Le Saboteur Et Nous”: between the saboteur and us."),
            _("The passengers are all who are no saboteurs, whatever their role. A camp wins with its dead."),
            _("The passengers win with five completed missions, or once no saboteur is aboard any more."),
            _("The saboteurs win once nobody else alive is aboard, or when ten turns have passed."),
        ),
    ),
    HelpPage(  # E-01 to E-04
        "set-up",
        _("How do we set up?"),
        (
            _("One saboteur with 5 to 7 players, two with 8 to 12, three with 13 to 15, says the rulebook."),
            _("It leaves the other roles to you. The numbers on offer are ours, with two plain passengers."),
            _("At its own table of five sit a saboteur, a lazy one, a worker, police and a seer. You may set these."),
            _("The first player is who ordered something last: a pizza, a parcel, a ride. Set it before the deal."),
            _("Before turn 1 everybody closes their eyes, and the saboteurs recognise each other."),
        ),
    ),
    HelpPage(
        "turn",
        _("How does a turn go?"),
        (
            _("Day: the first player sends three players or more on a mission, and may be one of them."),
            _("Everybody in the crew plays one card, face down. They are shuffled, shown, and all take effect."),
            _("Night: the police wake, then the saboteurs if an elimination is due, then the seer."),
            _("Morning: all look in secret at their own life card. Then you talk, and may exclude one player."),
            _("If you exclude nobody, the first-player token goes to the left. There are ten turns at most."),
        ),
        crib=True,
    ),
    HelpPage(  # E-11, E-12
        "cards",
        _("Which card may I play?"),
        (
            _("Alive: success, for one token. The lazy one is alone in having no success, only half a token."),
            _("The worker may play worker, for two tokens. Saboteurs may play success, sabotage or elimination."),
            _("Doctor and engineer play their card once in the game. It is spent, even with nothing to counter."),
            _("Dead: ghost success, whatever your role, and nothing else."),
        ),
    ),
    HelpPage(  # E-02, E-13, E-14
        "missions",
        _("How does a mission succeed?"),
        (
            _("A mission takes 3 tokens with 5 or 6 players, 4 up to 8, 5 up to 11, 6 up to 14, 7 with 15."),
            _("Tokens stay from turn to turn until the mission is complete; then the next one starts at 0."),
            _("A sabotage sets it back to 0, here this turn’s tokens too. One engineer card counters one sabotage."),
        ),
        crib=True,
    ),
    HelpPage(
        "ghosts",
        _("What if I am dead?"),
        (
            _("Nobody knows but you, the saboteurs and perhaps the seer. You go on playing: mission, talk, vote."),
            _("Your only card is ghost success. It fills the ghost mission, which no sabotage can touch."),
            _("The ghost mission takes as many tokens. The rulebook is silent; here it counts as one of the five."),
        ),
    ),
    HelpPage(  # E-15, E-21, E-22
        "elimination",
        _("When does somebody die?"),
        (
            _("After a mission with an elimination that no doctor counters: one victim that night; here never two."),
            _("The saboteurs agree by signs. If they cannot, here the most named dies; on a tie, nobody."),
            _("On the fifth night they eliminate one more player, whatever was played."),
            _("Whom the police protect stays alive. Here the saboteurs see that it failed."),
        ),
        crib=True,
    ),
    HelpPage(  # E-30, E-31
        "vote",
        _("Who is excluded?"),
        (
            _("You vote by a show of hands: once the vote is closed, all see who voted for whom, on phones too."),
            _("Whoever has more than half of all aboard against them is out; the table may have set: at least half."),
            _("Everybody aboard votes, the dead too. Who is out plays no more and hides their role to the end."),
        ),
        crib=True,
    ),
    HelpPage(
        "passenger",
        _("What does the passenger do?"),
        (_("Plays success, watches, talks and votes: no special power, and nothing to hide."),),
    ),
    HelpPage(
        "saboteur",
        _("What does the saboteur do?"),
        (
            _("Plays success, sabotage or elimination, and knows the other saboteurs."),
            _("The rulebook is silent about dead saboteurs; here they still wake and choose with the others."),
        ),
    ),
    HelpPage(
        "seer",
        _("What does the seer do?"),
        (_("Names a player each night and learns: alive or dead. Tonight's victim is dead already."),),
    ),
    HelpPage(
        "police",
        _("What do the police do?"),
        (
            _("Protect a player each night, before the saboteurs wake."),
            _("The rulebook does not say for how long, or whether themselves; here the whole night, and yes."),
        ),
    ),
    HelpPage(
        "doctor",
        _("What does the doctor do?"),
        (_("Plays the doctor card once in the game, to counter one elimination card of the same mission."),),
    ),
    HelpPage(
        "engineer",
        _("What does the engineer do?"),
        (_("Plays the engineer card once in the game, to counter one sabotage card of the same mission."),),
    ),
    HelpPage(
        "worker",
        _("What does the worker do?"),
        (_("Plays worker for two tokens, or success for one."),),
    ),
    HelpPage(
        "lazy",
        _("What does the lazy one do?"),
        (_("Has no other card than lazy one: half a token. It looks bad, and it is honest."),),
    ),
)
