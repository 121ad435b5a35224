"""Quests: at each step, the lines spoken aloud, the question, what the moderator watches for."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.words import StepWords

STEPS: Mapping[str, StepWords] = {
    "traitors": StepWords(
        "The traitors",
        wake="Everybody closes their eyes. Traitors, look at each other.",
        sleep="Traitors, close your eyes.",
        question="Have you seen them?",
        fields={"ok": "Seen"},
    ),
    "merlin": StepWords(
        "Merlin",
        wake="Merlin, open your eyes: these are the traitors.",
        sleep="Merlin, close your eyes.",
        question="Have you seen them?",
        fields={"ok": "Seen"},
    ),
    "percival": StepWords(
        "Percival",
        wake="Percival, open your eyes: one of these two is Merlin.",
        sleep="Percival, close your eyes.",
        question="Have you seen them?",
        fields={"ok": "Seen"},
    ),
    "team": StepWords("The team", question="Who rides?", fields={"seats": "Team"}),
    "approve": StepWords("The vote", question="Does this team ride?", fields={"approve": "For the team"}),
    "quest": StepWords("The quest", question="Help or hinder?", fields={"card": "Card"}),
    "assassin": StepWords(
        "The assassin",
        wake="Everybody closes their eyes. Assassin, point at Merlin.",
        sleep="Assassin, close your eyes.",
        question="Who is Merlin?",
        fields={"seat": "Merlin"},
    ),
}
