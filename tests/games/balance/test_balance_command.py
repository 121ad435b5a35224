"""`manage.py balance`: what it prints, and what it says of what it cannot simulate."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def balance(*arguments: str) -> str:
    out = StringIO()
    call_command("balance", *arguments, stdout=out)
    return out.getvalue()


LUPUS = ("lupus", "--players", "8", "--counts", "werewolf=2,seer=1", "--policy", "uniform", "--games", "40")


def test_json_is_one_line_with_the_setting_and_the_results() -> None:
    line = balance(*LUPUS, "--seed", "3", "--option", "voting=together", "--json", "--workers", "1")
    assert line.count("\n") == 1
    result = json.loads(line)
    assert list(result) == [
        *("game", "players", "counts", "options", "policy", "games", "seed"),
        *("wins", "reasons", "days"),
    ]
    assert result["counts"] == {"werewolf": 2, "seer": 1} and result["options"] == {"voting": "together"}
    assert (result["game"], result["players"], result["policy"], result["seed"]) == ("lupus", 8, "uniform", 3)
    assert sum(result["wins"].values()) == sum(result["days"].values()) == result["games"] == 40


def test_without_counts_the_suggested_deck_is_told() -> None:
    result = json.loads(balance("lupus", "--players", "9", "--games", "2", "--json", "--workers", "1"))
    assert result["counts"] == {"werewolf": 2, "seer": 1, "medium": 1} and result["policy"] == "naive"


def test_readable_output_has_winners_with_intervals_endings_and_durations() -> None:
    told = balance(*LUPUS, "--workers", "1")
    for part in ("lupus, 8 players: werewolf 2, seer 1", "policy uniform, 40 games, seed 1", "95 % interval"):
        assert part in told
    assert "humans" in told and "parity" in told and "on average" in told


def test_one_policy_against_another_tells_both_and_their_difference() -> None:
    told = balance(*LUPUS, "--against", "exposed", "--workers", "1")
    assert "policy uniform" in told and "policy exposed" in told
    (line,) = [line for line in told.partition("in points")[2].splitlines() if line.strip().startswith("humans")]
    points, low, _, high = line.split()[1:]
    assert float(low) < float(points) < float(high)
    lines = balance(*LUPUS, "--against", "exposed", "--workers", "1", "--json").splitlines()
    assert [json.loads(line)["policy"] for line in lines] == ["uniform", "exposed"]


def test_the_number_of_processes_changes_no_result() -> None:
    one, two, four = (balance(*LUPUS, "--json", "--workers", number) for number in ("1", "2", "4"))
    assert one == two == four


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess", "--players", "8"), "There is no game chess"),
        ((*LUPUS, "--games", "0"), "Play one game at least"),
        ((*LUPUS, "--workers", "0"), "One process at least"),
        ((*LUPUS, "--against", "clever"), "lupus has no policy clever"),
        (("lupus", "--players", "many"), "invalid int value"),
    ],
)
def test_what_cannot_be_simulated_ends_in_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        balance(*arguments)
