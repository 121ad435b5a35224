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
            _("The passengers are all players who are no saboteurs, whatever their role. A camp wins with its dead."),
            _("The passengers win with five completed missions, or as soon as no saboteur is aboard."),
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
            _(
                "The first player is whoever ordered something last: a pizza, a parcel, a taxi. Set it "
                "before the deal."
            ),
            _("Before turn 1 everybody closes their eyes, and the saboteurs recognise each other."),
            _("The rulebook lays two ladders of tokens in the middle of the table; here Veilleur keeps them."),
        ),
        rulings=("E-03", "E-04"),
    ),
    HelpPage(
        "turn",
        _("How does a turn go?"),
        (
            _("Day: the first player sends three players or more on a mission, and may be one of them."),
            _("Everybody in the crew plays one card, face down. They are shuffled, shown, and all take effect."),
            _("Night: the police wake, then the saboteurs if an elimination is due, then the seer."),
            _("Morning: all look in secret at their own life card. Then you talk, and may exclude one player."),
            _("Then the first-player token goes to the left. There are ten turns at most."),
            _("In the rulebook it stays where it is when somebody was excluded: a table can set that."),
        ),
        crib=True,
        rulings=("E-31",),
    ),
    HelpPage(
        "night",
        _("What does a night look like?"),
        (
            _("An example. All close their eyes. The police wake, point at the seer to protect them, and sleep."),
            _("The mission had an elimination card. The saboteur wakes and points at the police."),
            _("Nobody protects the police: without a sound, their life cards, alive and dead, change places."),
            _("The seer wakes and points at the lazy one, who is alive: thumb up. The seer sleeps."),
            _("The action cards go back to their owners. All wake up: the police alone see that they are dead."),
        ),
        aid=False,
    ),
    HelpPage(  # E-11, E-12
        "cards",
        _("Which card may I play?"),
        (
            _("Alive: success, for one token. The lazy one is alone in having no success, only half a token."),
            _(
                "The worker plays worker, for two tokens; here success too. Saboteurs may play "
                "success, sabotage or elimination."
            ),
            _("Doctor and engineer play their card once in the game. It is spent, even with nothing to counter."),
            _("Dead: ghost success, whatever your role, and nothing else."),
        ),
        rulings=("E-12",),
    ),
    HelpPage(  # E-02, E-13, E-14
        "missions",
        _("How does a mission succeed?"),
        (
            _("A mission takes 3 tokens with 5 or 6 players, 4 up to 8, 5 up to 11, 6 up to 14, 7 with 15."),
            _("Tokens stay from turn to turn until the mission is complete; here the next one then starts at 0."),
            _(
                "A sabotage sets it back to 0; here the tokens of this turn are lost too. One engineer "
                "card counters one sabotage."
            ),
        ),
        crib=True,
        rulings=("E-14", "E-13"),
    ),
    HelpPage(
        "ghosts",
        _("What if my card says “dead”?"),
        (
            _("Nobody knows but you, the saboteurs and perhaps the seer. You go on playing: mission, talk, vote."),
            _("Your only card is ghost success. It fills the ghost mission, which no sabotage can touch."),
            _(
                "The ghost mission takes as many tokens. The rulebook is silent; "
                "here it counts as one of the five, unless the table has set otherwise."
            ),
        ),
        rulings=("E-14",),
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
        rulings=("E-15", "E-21"),
    ),
    HelpPage(  # E-30, E-31
        "vote",
        _("Who is excluded?"),
        (
            _(
                "You vote by a show of hands. Here, once the vote is closed, all see who voted for "
                "whom, on phones too."
            ),
            _(
                "More than half of all aboard must vote for a player who is to go. The table may "
                "choose: at least half."
            ),
            _(
                "Here everybody aboard votes, the dead too. Whoever is excluded plays no longer and "
                "hides their role to the end."
            ),
        ),
        crib=True,
        rulings=("E-30",),
    ),
    HelpPage(
        "passenger",
        _("What does the passenger do?"),
        (_("The passenger plays success, watches, talks and votes: no special power, and nothing to hide."),),
    ),
    HelpPage(
        "saboteur",
        _("What does the saboteur do?"),
        (
            _("The saboteur plays success, sabotage or elimination, and knows the other saboteurs."),
            _("The rulebook is silent about dead saboteurs; here they still wake and choose with the others."),
        ),
        rulings=("E-21",),
    ),
    HelpPage(
        "seer",
        _("What does the seer do?"),
        (
            _("Here the seer names a player each night and learns: alive or dead. Tonight's victim is dead already."),
            _("The rulebook may mean one night of the game alone: a table can set that. The call stays the same."),
        ),
        rulings=("E-23",),
    ),
    HelpPage(
        "police",
        _("What do the police do?"),
        (
            _("Each night, before the saboteurs wake, the police protect a player."),
            _(
                "The rulebook does not say for how long, nor whether they may protect themselves. "
                "Here: the whole night, and yes."
            ),
        ),
        rulings=("E-20",),
    ),
    HelpPage(
        "doctor",
        _("What does the doctor do?"),
        (_("The doctor plays their card once in the game, to counter one elimination card of the same mission."),),
    ),
    HelpPage(
        "engineer",
        _("What does the engineer do?"),
        (_("The engineer plays their card once in the game, to counter one sabotage card of the same mission."),),
    ),
    HelpPage(
        "worker",
        _("What does the worker do?"),
        (_("The worker plays worker for two tokens or, here, success for one."),),
        rulings=("E-12",),
    ),
    HelpPage(
        "lazy",
        _("What does the lazy one do?"),
        (_("The lazy one has no other card than lazy one: half a token. It looks bad, and it is honest."),),
    ),
)
