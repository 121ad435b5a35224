"""The settings, as another process reads them from its environment."""

import json
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from moderation.storage.secret_key import read_or_create_key
from qa.serving import ROOT

SHOW = """
import json
from moderation.project import settings as s
names = ["DATABASES", "CHANNEL_LAYERS", "SECRET_KEY", "DEBUG", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE"]
names.append("LANGUAGES")
shown = {name: getattr(s, name) for name in names}
shown["hosts"] = list(s.ALLOWED_HOSTS)
shown["proxy"] = getattr(s, "SECURE_PROXY_SSL_HEADER", None)
print(json.dumps(shown, default=str))
"""


def settings_with(data: Path, **env: str) -> dict[str, Any]:
    outside = {"PATH": os.environ.get("PATH", ""), "SYSTEMROOT": os.environ.get("SYSTEMROOT", "")}
    printed = subprocess.check_output(
        [sys.executable, "-c", SHOW], cwd=ROOT, env={**outside, "VEILLEUR_DATA": str(data), **env}, text=True
    )
    read: dict[str, Any] = json.loads(printed)
    return read


def test_nothing_needs_to_be_configured(tmp_path: Path) -> None:
    read = settings_with(tmp_path / "var")
    database = read["DATABASES"]["default"]
    assert database["NAME"] == str(tmp_path / "var" / "veilleur.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert database["CONN_MAX_AGE"] is None  # a few threads stay, and their connections with them
    assert "InMemory" in read["CHANNEL_LAYERS"]["default"]["BACKEND"]
    assert read["DEBUG"] is False
    assert read["SESSION_COOKIE_SECURE"] is False
    assert "*" not in read["hosts"]


@pytest.mark.parametrize(("named", "offered"), [("", []), ("it", [["it", "Italiano"]]), ("fr,en", [])])
def test_a_language_that_is_not_whole_is_offered_where_named(
    tmp_path: Path, named: str, offered: list[list[str]]
) -> None:
    read = settings_with(tmp_path, MORE_LANGUAGES=named)
    assert read["LANGUAGES"] == [["fr", "Français"], ["en", "English"], *offered]


def test_a_convention_names_its_servers(tmp_path: Path) -> None:
    read = settings_with(
        tmp_path,
        DATABASE_URL="postgresql://someone@db.example/evening",
        REDIS_URL="redis://cache.example:6379/4",
        ALLOWED_HOSTS="localhost,10.0.0.4,.other.example,Games.example,www.games.example",
        BEHIND_TLS="true",
    )
    database = read["DATABASES"]["default"]
    assert (database["ENGINE"], database["NAME"]) == ("django.db.backends.postgresql", "evening")
    assert database["OPTIONS"]["pool"]["max_size"] == 16
    layer = read["CHANNEL_LAYERS"]["default"]
    assert layer["BACKEND"] == "channels_redis.pubsub.RedisPubSubChannelLayer"
    assert layer["CONFIG"]["prefix"] == "veilleur-4"
    assert {"Games.example", "www.games.example"} <= set(read["hosts"])
    assert read["SESSION_COOKIE_SECURE"] and read["CSRF_COOKIE_SECURE"]
    assert read["proxy"] == ["HTTP_X_FORWARDED_PROTO", "https"]


def deployed(data: Path, **env: str) -> subprocess.CompletedProcess[str]:
    outside = {"PATH": os.environ.get("PATH", ""), "SYSTEMROOT": os.environ.get("SYSTEMROOT", "")}
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={**outside, "VEILLEUR_DATA": str(data), **env},
        capture_output=True,
        text=True,
        check=False,
    )


def test_behind_tls_the_deployment_check_finds_nothing(tmp_path: Path) -> None:
    checked = deployed(tmp_path, BEHIND_TLS="true", ALLOWED_HOSTS="games.example")
    assert checked.returncode == 0, checked.stderr


def test_at_a_kitchen_table_it_misses_nothing_but_tls(tmp_path: Path) -> None:
    checked = deployed(tmp_path, ALLOWED_HOSTS="games.example")
    found = {word.strip("()") for word in checked.stderr.split() if word.startswith("(security.")}
    assert found == {"security.W004", "security.W008", "security.W012", "security.W016"}


def test_behind_tls_cookies_are_bound_to_this_host(tmp_path: Path) -> None:
    show = "import django; django.setup(); from moderation.access import devices; "
    show += "from moderation.project import settings as s; "
    show += "print(devices.COOKIE, s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME)"
    env = {
        "DJANGO_SETTINGS_MODULE": "moderation.project.settings",
        "VEILLEUR_DATA": str(tmp_path),
        "BEHIND_TLS": "true",
    }
    told = subprocess.check_output([sys.executable, "-c", show], cwd=ROOT, env={**os.environ, **env}, text=True)
    assert all(name.startswith("__Host-") for name in told.split()) and len(told.split()) == 3


def test_an_instance_at_a_path_has_own_addresses_and_cookies(tmp_path: Path) -> None:
    show = "import django; django.setup(); from django.urls import reverse; from django.conf import settings as s; "
    show += "from moderation.access.devices import COOKIE; from moderation.templatetags.looks import LIGHT; "
    show += "from moderation.web.messages import MessageCookie; print(reverse('home'), s.STATIC_URL, COOKIE, LIGHT, "
    show += "s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.LANGUAGE_COOKIE_NAME, MessageCookie.cookie_name)"
    env = {"DJANGO_SETTINGS_MODULE": "moderation.project.settings", "VEILLEUR_DATA": str(tmp_path)}

    def told(prefix: str) -> str:
        env["PATH_PREFIX"] = prefix
        return subprocess.check_output([sys.executable, "-c", show], cwd=ROOT, env={**os.environ, **env}, text=True)

    home, static, *cookies = told("/hiboux").split()
    assert (home, static) == ("/hiboux/", "/hiboux/static/")
    assert len(cookies) == 6 and all(name.endswith("-hiboux") for name in cookies)
    home, static, *cookies = told("").split()
    assert (home, static) == ("/", "/static/") and not any("-" in name for name in cookies)
    for wrong in ("hiboux", "/hiboux/", "/Les Hiboux"):
        with pytest.raises(subprocess.CalledProcessError):
            told(wrong)


def test_sqlite_named_by_url_gets_the_same_care(tmp_path: Path) -> None:
    read = settings_with(tmp_path, DATABASE_URL=f"sqlite:///{tmp_path}/other.sqlite3")
    assert read["DATABASES"]["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_a_secret_key_is_made_once_and_private(tmp_path: Path) -> None:
    first = settings_with(tmp_path)["SECRET_KEY"]
    assert settings_with(tmp_path)["SECRET_KEY"] == first
    assert len(first) >= 50
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_a_secret_key_from_outside_is_not_written_down(tmp_path: Path) -> None:
    assert settings_with(tmp_path, SECRET_KEY="from outside")["SECRET_KEY"] == "from outside"
    assert not (tmp_path / "secret_key").exists()


def test_processes_that_start_together_share_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as together:
        keys = set(together.map(read_or_create_key, [tmp_path / "secret_key"] * 16))
    assert len(keys) == 1


def test_an_empty_key_file_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret_key").touch()
    monkeypatch.setattr("moderation.storage.secret_key.TIMEOUT_SECONDS", 0.05)
    with pytest.raises(SystemExit, match="secret_key is empty"):
        read_or_create_key(tmp_path / "secret_key")


@pytest.mark.django_db
def test_every_page_says_what_a_browser_may_do(client: Client) -> None:
    response = client.get("/robots.txt")
    assert response.status_code == 200
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "connect-src 'self' ws://testserver wss://testserver" in policy
    for strict in ("frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'", "object-src 'none'"):
        assert strict in policy
    assert "unsafe" not in policy
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "camera=()" in response.headers["Permissions-Policy"]


@pytest.mark.django_db
def test_two_hosts_in_turn_do_not_share_a_policy(client: Client, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["one.example", "two.example"]
    for host, other in (("one.example", "two.example"), ("two.example:8000", "one.example")):
        policy = client.get("/robots.txt", headers={"host": host}).headers["Content-Security-Policy"]
        assert f"ws://{host} " in policy
        assert other not in policy


def test_a_page_of_a_foreign_name_is_refused(client: Client) -> None:
    assert client.get("/robots.txt", headers={"host": "rebound.example"}).status_code == 400


@pytest.mark.django_db
def test_the_language_is_the_devices_choice_and_else_its_browsers(client: Client) -> None:
    french = client.get("/robots.txt", headers={"accept-language": "fr-BE,fr;q=0.9"})
    assert french.headers["Content-Language"] == "fr"
    client.post("/language/", {"language": "en", "next": "/"})
    chosen = client.get("/robots.txt", headers={"accept-language": "fr-BE,fr;q=0.9"})
    assert chosen.headers["Content-Language"] == "en"


def test_secrets_may_stand_in_files(tmp_path: Path) -> None:
    key, password = tmp_path / "key", tmp_path / "password"
    key.write_text("of a file\n", encoding="utf-8")
    password.write_text("p@ss/word\n", encoding="utf-8")
    named = {"SECRET_KEY_FILE": str(key), "DATABASE_PASSWORD_FILE": str(password)}
    read = settings_with(tmp_path, DATABASE_URL="postgres://veilleur@database/veilleur", **named)
    assert (read["SECRET_KEY"], read["DATABASES"]["default"]["PASSWORD"]) == ("of a file", "p@ss/word")
    assert not (tmp_path / "secret_key").exists()


@pytest.mark.parametrize("fault", ["missing", "empty", "kept empty", "no folder"])
def test_an_unreadable_secret_is_explained_without_a_traceback(tmp_path: Path, fault: str) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "data").mkdir()
    env = {"VEILLEUR_DATA": str(tmp_path / "data")}
    if fault in ("missing", "empty"):
        env["SECRET_KEY_FILE"] = str(tmp_path / fault)
    elif fault == "kept empty":
        (tmp_path / "data" / "secret_key").touch()
    else:
        env["VEILLEUR_DATA"] = str(tmp_path / "empty" / "data")
    outside = {"PATH": os.environ.get("PATH", ""), "SYSTEMROOT": os.environ.get("SYSTEMROOT", "")}
    started = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", "0"],
        cwd=ROOT,
        env=outside | env,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert started.returncode == 1 and "Traceback" not in started.stderr
    english, french = started.stderr.splitlines()
    said = {"missing": "is missing", "empty": "is empty", "kept empty": "delete it", "no folder": "cannot be written"}
    assert said[fault] in english and any(word in french for word in ("manque", "est vide", "ne peut pas"))
