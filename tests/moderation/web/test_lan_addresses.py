"""Which addresses phones are told, and which names the site answers to."""

import ipaddress
import socket

import pytest

from moderation.web import lan_addresses
from moderation.web.lan_addresses import Interface, LanHosts, list_candidates


def card(name: str, address: str, up: bool = True) -> Interface:
    return Interface(name, ipaddress.ip_address(address), up)


LOOPBACK = card("lo", "127.0.0.1")


def test_the_wifi_comes_before_docker_and_virtual_machines() -> None:
    cards = [
        LOOPBACK,
        card("docker0", "172.17.0.1"),
        card("vEthernet (WSL)", "172.20.0.1"),
        card("VirtualBox Host-Only Network", "192.168.56.1"),
        card("wlp3s0", "192.168.1.23"),
    ]
    assert list_candidates(cards)[0] == "192.168.1.23"
    assert len(list_candidates(cards)) == 4


def test_the_way_out_comes_first_and_wireless_before_wired() -> None:
    cards = [card("eth0", "10.0.0.5"), card("wlan0", "192.168.4.1")]
    assert list_candidates(cards) == ["192.168.4.1", "10.0.0.5"]
    assert list_candidates(cards, routed="10.0.0.5") == ["10.0.0.5", "192.168.4.1"]


def test_a_vpn_with_the_default_route_is_not_guessed_first() -> None:
    cards = [card("tun0", "10.8.0.2"), card("en0", "192.168.1.4")]
    assert list_candidates(cards, routed="10.8.0.2") == ["192.168.1.4", "10.8.0.2"]


def test_an_address_without_a_router_is_the_last_resort() -> None:
    cards = [card("eth0", "169.254.7.7"), card("docker0", "172.17.0.1")]
    assert list_candidates(cards) == ["172.17.0.1", "169.254.7.7"]


def test_cards_that_are_down_and_ipv6_are_not_offered() -> None:
    assert list_candidates([LOOPBACK, card("eth0", "192.168.1.9", up=False), card("wlan0", "fd00::2")]) == []


def test_without_a_route_the_cards_are_still_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan_addresses, "list_interfaces", lambda: [LOOPBACK, card("wlan0", "192.168.1.23")])
    monkeypatch.setattr(lan_addresses, "find_routed_address", lambda: None)
    assert list_candidates() == ["192.168.1.23"]


def test_this_machine_has_at_least_its_loopback() -> None:
    assert any(found.address.is_loopback for found in lan_addresses.list_interfaces())
    assert "127.0.0.1" in lan_addresses.list_host_names()
    assert socket.gethostname().lower() in lan_addresses.list_host_names()


class TestAcceptedNames:
    @pytest.fixture(autouse=True)
    def _an_evening(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.looks = 1000.0, 0
        self.cards = [card("wlan0", "192.168.1.23"), card("wlan0", "fe80::1")]
        monkeypatch.setattr(lan_addresses, "list_interfaces", self.look)
        monkeypatch.setattr("time.monotonic", lambda: self.now)

    def look(self) -> list[Interface]:
        self.looks += 1
        return self.cards

    def test_given_names_and_own_addresses_are_accepted(self) -> None:
        hosts = LanHosts(["games.example"])
        assert {"games.example", "localhost", "192.168.1.23", "[fe80::1]"} <= set(hosts)

    def test_a_known_name_costs_no_look(self) -> None:
        hosts = LanHosts(["games.example"])
        assert any(name == "games.example" for name in hosts)
        assert self.looks == 0

    def test_a_new_address_is_accepted_at_the_first_request(self) -> None:
        hosts = LanHosts()
        assert "192.168.1.23" in list(hosts)
        self.cards, self.now = [card("wlan0", "10.1.1.1")], self.now + 60
        assert any(name == "10.1.1.1" for name in hosts)
        assert "192.168.1.23" not in list(hosts)

    def test_many_foreign_names_cause_few_address_lookups(self) -> None:
        hosts = LanHosts()
        for _ in range(100):
            assert "rebound.example" not in list(hosts)
        assert self.looks == 1


def test_who_asks_while_another_looks_again_hears_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the server is started again, with all phones at once: none of them is told that its address is not ours."""
    found = [["one"], ["one", "two"]]
    monkeypatch.setattr(lan_addresses, "list_host_names", lambda: found.pop(0))
    monkeypatch.setattr(lan_addresses, "LOOK_AGAIN_SECONDS", 0)
    hosts = lan_addresses.LanHosts()
    assert list(hosts) == ["one"]
    first = iter(hosts)
    assert next(first) == "one"
    assert list(hosts) == ["one", "two"]
    monkeypatch.setattr(lan_addresses, "LOOK_AGAIN_SECONDS", 1000)
    assert list(first) == ["two"]
