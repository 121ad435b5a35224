"""Hosts: each has a link of their own, all are listed, and one can be sent away."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from moderation.access.invite_links import create_host_link
from moderation.models import Kind, Pass

pytestmark = pytest.mark.django_db


def link_for(name: str) -> str:
    told = StringIO()
    call_command("host_link", name=name, stdout=told)
    (line,) = [line for line in told.getvalue().splitlines() if line.startswith("Host link: ")]
    return "/host/" + line.rpartition("/host/")[2]


def redeemed(path: str) -> Client:
    client = Client()
    client.post(path)
    return client


def may_open_tables(client: Client) -> bool:
    return client.get(reverse("create")).status_code == 200


def hosts(**asked: int) -> str:
    told = StringIO()
    call_command("hosts", stdout=told, **asked)
    return told.getvalue()


def test_a_new_host_link_replaces_only_links_of_its_name() -> None:
    first, other = link_for("Ann"), link_for("Bob")
    second = link_for("Ann")
    assert not may_open_tables(redeemed(first)), "a newer one for the same name takes its place"
    assert may_open_tables(redeemed(second)) and may_open_tables(redeemed(other))
    assert set(Pass.objects.filter(kind=Kind.HOST).values_list("name", flat=True)) == {"Ann", "Bob"}


def test_hosts_are_listed_and_one_is_sent_away() -> None:
    ann, bob, nobody = (redeemed(link_for(name)) for name in ("Ann", "Bob", ""))
    listed = hosts()
    assert "Ann, since" in listed and "Bob, since" in listed and "without a name, since" in listed
    again = link_for("Ann")
    told = hosts(revoke=Pass.objects.get(name="Ann").pk)
    assert "no longer a host" in told and "Ann" not in told
    assert not may_open_tables(ann) and may_open_tables(bob) and may_open_tables(nobody)
    assert not may_open_tables(redeemed(again)), "nor by a link that was made for them"


def test_nobody_is_sent_away_by_the_number_of_something_else() -> None:
    redeemed(create_host_link())
    held = Pass.objects.get(kind=Kind.HOST)
    Pass.objects.filter(pk=held.pk).update(kind=Kind.ORGANISER)
    with pytest.raises(CommandError):
        hosts(revoke=held.pk)
    assert Pass.objects.filter(pk=held.pk).exists()
    assert "No device is a host." in hosts()
