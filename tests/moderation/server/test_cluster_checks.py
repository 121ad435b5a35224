"""Several processes of one server need a few settings: the start says which are missing."""

from __future__ import annotations

import os
import socket
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from moderation.models import Process
from moderation.ops import processes
from moderation.server import cluster_checks

MEMORY = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
REDIS = {"default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer"}}


def serves(name: str) -> None:
    Process.objects.create(name=name, version="1", beat=timezone.now())


@pytest.mark.django_db
def test_several_processes_without_redis_are_told_at_the_start(settings: Any) -> None:
    settings.CHANNEL_LAYERS = MEMORY
    if connection.vendor == "postgresql":
        settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"] = 1
    here = socket.gethostname()[:60]
    serves(processes.NAME)
    serves(f"{here} 99999999")  # it was cut off a moment ago: no process has this number
    assert cluster_checks.list_missing(connection) == []
    serves(f"{here} {os.getppid()}")
    (said,) = cluster_checks.list_missing(connection)
    assert "REDIS_URL is not set" in said
    settings.CHANNEL_LAYERS = REDIS
    assert cluster_checks.list_missing(connection) == []


@pytest.mark.django_db
def test_processes_on_postgresql_without_a_shared_key_are_warned(settings: Any) -> None:
    """Which folder another one keeps its key in nobody here can tell: both ways are said. SQLite is one folder."""
    settings.CHANNEL_LAYERS = REDIS
    settings.OWN_KEY = True
    if connection.vendor == "postgresql":
        settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"] = 1
    assert cluster_checks.list_missing(connection) == []
    serves("elsewhere 7")
    said = cluster_checks.list_missing(connection)
    assert ["SECRET_KEY is not set" in one for one in said] == [True] * (connection.vendor == "postgresql")
    settings.OWN_KEY = False
    assert cluster_checks.list_missing(connection) == []


@pytest.mark.django_db
def test_a_process_of_another_machine_is_taken_at_its_word(settings: Any) -> None:
    settings.CHANNEL_LAYERS = MEMORY
    if connection.vendor == "postgresql":
        settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"] = 1
    serves("elsewhere 7")
    assert len(cluster_checks.list_missing(connection)) == 1


def test_pools_larger_than_the_servers_connections_are_told() -> None:
    assert cluster_checks.check_connections(most=97, count=5, pool=16) == []
    (said,) = cluster_checks.check_connections(most=97, count=6, pool=16)
    assert "97 connections, and 6 processes may want 108" in said and "DATABASE_POOL" in said
    (said,) = cluster_checks.check_connections(most=17, count=1, pool=16)
    assert "1 process may want 18" in said
