"""Settings of the project.

Private use needs none, and a convention sets environment variables.

Read from the environment:

- `DATABASE_URL` and `REDIS_URL`.
- `VEILLEUR_DATA`: the data folder.
- `SECRET_KEY`, or `SECRET_KEY_FILE`: a file that holds that key.
- `DATABASE_PASSWORD_FILE`: a file that holds the database password.
- `ALLOWED_HOSTS`: more host names, separated by commas.
- `BEHIND_TLS`: a proxy speaks https and sends X-Forwarded-Proto.
- `HSTS_SECONDS`: how long browsers then insist on https.
- `DATABASE_POOL`: connections to PostgreSQL per process.
- `DRAIN_SECONDS`: how long a stopping process hands its phones over to others.
- `METRICS_PORT` and `METRICS_HOST`: where Prometheus reads the metrics of this process.
- `NAMES_KEPT_DAYS`: days after an evening for which names are stored.
- `OPERATED_BY`: the operator of the server, for the page on data.
- `TIME_ZONE`: the time zone of the venue, such as `Europe/Paris`. Without one, it is the machine's.
- `CALL_PACE`: the length of calls on phones, 1 being usual.
- `MOMENT_PACE`: the length of moments without a moderator, 1 being usual.
- `VEILLEUR_GAMES`: folders of games that are not installed (games/engine/plugins.py).
- `MORE_LANGUAGES`: codes of languages whose translation is not whole, separated by commas (docs/add-a-language.md).
- `PATH_PREFIX`: the beginning of every address, such as `/hiboux`, where a proxy has several instances under one
  name.
- `DEBUG`.
"""

import re
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured
from platformdirs import user_data_path

from games.engine.plugins import list_looks
from moderation.storage.secret_key import make_folder, read_or_create_key, read_setting_file
from moderation.web.lan_addresses import LanHosts
from moderation.web.more_languages import read_more_languages
from moderation.web.program import CHECKOUT, FILES, ROOT
from moderation.web.time_zone import read_time_zone

env = environ.Env()

# A checkout stores its data beside its code. An installed program stores it in its user's data folder.
BASE_DIR = ROOT
_USUAL = ROOT / "var" if CHECKOUT else user_data_path("veilleur", appauthor=False)
DATA_DIR = make_folder(Path(env.str("VEILLEUR_DATA", default="") or _USUAL).resolve())

DEBUG = env.bool("DEBUG", default=False)
KNOWN_SERVER = (DATA_DIR / "secret_key").exists()  # the server was started before, so its games should be there
_said_key = env.str("SECRET_KEY", default="") or read_setting_file(
    "SECRET_KEY_FILE", env.str("SECRET_KEY_FILE", default="")
)
SECRET_KEY = _said_key or read_or_create_key(DATA_DIR / "secret_key")
OWN_KEY = not _said_key  # processes with other data folders have other keys
_host_names = env.list("ALLOWED_HOSTS", default=[])
ALLOWED_HOSTS: list[str] = LanHosts(_host_names)
BEHIND_TLS = env.bool("BEHIND_TLS", default=False)

# Anybody in the world may try the codes of tables. Codes then get longer with more tables (access/table_codes.py).
CODES_GROW = BEHIND_TLS

# -- the beginning of every address, where a proxy has several instances under one name: `/hiboux`; empty: none

PATH_PREFIX = env.str("PATH_PREFIX", default="")
if not re.fullmatch(r"(/[a-z0-9-]+)?", PATH_PREFIX):
    raise ImproperlyConfigured("PATH_PREFIX is a slash, then small letters, digits and hyphens: /hiboux")
FORCE_SCRIPT_NAME = PATH_PREFIX or None
# A browser sends all cookies of a host name to every instance under it. This suffix separates them.
COOKIE_ENDING = PATH_PREFIX.replace("/", "-")

INSTALLED_APPS = [
    "moderation.project.admin_site.VeilleurAdmin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "games",
    "moderation",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "moderation.play.secrecy.padding.keep_length",
    "moderation.project.security_headers.ContentSecurityPolicy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "moderation.project.error_pages.TooLargeMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "moderation.storage.write_failures.WriteFailureMiddleware",
    "moderation.storage.outages.OutageMiddleware",
    "moderation.project.missing_game.MissingGameMiddleware",
    # Synchronous on purpose, and last. So the whole chain runs in one thread, without a switch for each middleware.
    "moderation.access.devices.build_cookie_middleware",
]

ROOT_URLCONF = "moderation.project.urls"
ASGI_APPLICATION = "moderation.project.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FILES / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["moderation.project.template_loader.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "moderation.surfaces.desk.night_ground.provide_by_night",
            ],
        },
    },
]

# -- the database: one SQLite file by default, a PostgreSQL server by DATABASE_URL. The threads that answer
# pages are permanent (page_handler.py), and keep their connections to the file.


# Every confirmed change is on the disk, and deleted data is overwritten there.
INIT_COMMAND = "PRAGMA synchronous=FULL; PRAGMA secure_delete=ON"


def _database() -> dict[str, Any]:
    if not env.str("DATABASE_URL", default=""):
        database: dict[str, Any] = {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "veilleur.sqlite3",
        }
    else:
        database = dict(env.db_url("DATABASE_URL"))
        if password := read_setting_file("DATABASE_PASSWORD_FILE", env.str("DATABASE_PASSWORD_FILE", default="")):
            database["PASSWORD"] = password
    database["CONN_MAX_AGE"] = 0  # PostgreSQL's connections return to their pool
    options = dict(database.get("OPTIONS", {}))
    if database["ENGINE"].endswith("sqlite3"):
        database["CONN_MAX_AGE"] = None  # a few permanent threads keep their connections
        # IMMEDIATE: a transaction that reads and then writes locks at its start, instead of failing half-way.
        options |= {"timeout": 10, "transaction_mode": "IMMEDIATE", "init_command": INIT_COMMAND}
    elif database["ENGINE"].endswith("postgresql"):
        from moderation.storage.statement_timeout import BoundedConnection  # psycopg is needed here alone

        # A dead connection is noticed before it is used, and a failed one is soon tried again.
        database["CONN_HEALTH_CHECKS"] = True
        options["pool"] = {
            "min_size": 1,
            "max_size": env.int("DATABASE_POOL", default=16),
            "timeout": 10,
            "reconnect_timeout": 10,
            "connection_class": BoundedConnection,  # a server that hangs sends nothing at all
        }
        options |= {"connect_timeout": 5, "tcp_user_timeout": 10_000}  # a machine without power closes no connection
        # A process that hangs in the middle of a move releases the lock of its table after a minute.
        # More joins run in the order in which they are written: the parts of a session take long to plan otherwise.
        options.setdefault(
            "options", "-c lock_timeout=6s -c idle_in_transaction_session_timeout=60s -c join_collapse_limit=4"
        )
    database["OPTIONS"] = options
    return database


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


def _channel_layer() -> dict[str, Any]:
    url = env.str("REDIS_URL", default="")
    if not url:
        # Only the hub subscribes; the default capacity of 100 silently drops the newest message.
        return {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 10_000}}
    # Redis numbers its databases but publishes across all of them, so the number goes into the name.
    number = url.rpartition("/")[2].partition("?")[0]
    prefix = f"veilleur-{number}" if number.isdigit() else "veilleur"
    host = {"address": url, "socket_connect_timeout": 2, "socket_timeout": 2}
    return {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [host], "prefix": prefix},
    }


CHANNEL_LAYERS = {"default": _channel_layer()}

# -- seconds of the graceful shutdown after SIGTERM, in which phones move to other processes; 0: none

DRAIN_SECONDS = env.float("DRAIN_SECONDS", default=10.0 if env.str("REDIS_URL", default="") else 0.0)

# -- where Prometheus reads the metrics of this process, by default on this machine alone; 0: nowhere

METRICS_PORT = env.int("METRICS_PORT", default=0)
METRICS_HOST = env.str("METRICS_HOST", default="127.0.0.1")

# -- days for which names are stored after an evening, without a longer consent; 0: as each evening sets it

NAMES_KEPT_DAYS = env.int("NAMES_KEPT_DAYS", default=0)

# -- the operator for the page on data: a name and a contact; empty: the person who started the server

OPERATED_BY = env.str("OPERATED_BY", default="")

# -- the length of calls on phones: 1 as measured with people, less for rehearsals and tests

CALL_PACE = env.float("CALL_PACE", default=1.0)

# -- the length of a moment where nobody moderates: 1 as measured with people; 0: no moments anywhere

MOMENT_PACE = env.float("MOMENT_PACE", default=1.0)

# -- languages: the code is in English. Its French is in locale/, that of a game beside its code (games/speech.py).

LANGUAGE_CODE = "en"
LANGUAGES = [("fr", "Français"), ("en", "English"), *read_more_languages(env.list("MORE_LANGUAGES", default=[]))]
LOCALE_PATHS = [FILES / "locale"]
LANGUAGE_COOKIE_NAME = f"django_language{COOKIE_ENDING}"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
USE_I18N = True
USE_TZ = True

# -- the time zone: TIME_ZONE names it, or else it is the machine's; the host may choose another on a page

TIME_ZONE = read_time_zone(env.str("TIME_ZONE", default="").strip())

# -- static files

STATIC_URL = f"{PATH_PREFIX}/static/"
STATICFILES_DIRS = [
    FILES / "static",
    *((f"worlds/{slug}", folder) for slug, folder in list_looks()),
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "moderation.project.static_files.HashedNames"},
}

# -- limits of requests, and security of cookies and pages

DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * DATA_UPLOAD_MAX_MEMORY_SIZE  # the longest body: none is written to disk
DATA_UPLOAD_MAX_NUMBER_FILES = 1

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = BEHIND_TLS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
# With this prefix, a browser accepts the cookie only over TLS, from this host and for this host.
_host_only = "__Host-" if BEHIND_TLS else ""
DEVICE_COOKIE_NAME = f"{_host_only}veilleur{COOKIE_ENDING}"
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = (
    f"{_host_only}sessionid{COOKIE_ENDING}",
    f"{_host_only}csrftoken{COOKIE_ENDING}",
)
MESSAGE_STORAGE = "moderation.web.messages.InstanceMessages"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"

if BEHIND_TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=180 * 24 * 3600)
    # Other hosts under the parent domain, and their use of https, are not ours to decide.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
# Browsers ignore the opener policy without TLS, and complain about it on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if BEHIND_TLS else None
# Not "no-referrer": browsers then send "Origin: null" with every form, and the check against forged forms fails.
# Both policies keep a link with a secret from other sites.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"

# -- the admin's accounts; nobody else has one

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
SESSION_COOKIE_AGE = 12 * 3600

# -- the cache of each process: it counts tries for throttles

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    }
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "connect-src": ["'self'"],  # and the WebSocket of the host asked for: see security_headers.py
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    }
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"discreet": {"()": "moderation.project.logs.DiscreetFormatter"}},
    "filters": {"bounded": {"()": "moderation.project.logs.LogThrottle"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "discreet", "filters": ["bounded"]}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # Replaces Django's own handlers: nothing is sent by mail.
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        # Unknown paths and foreign host names are frequent. Only errors of ours are logged.
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # Invalid requests, such as those of scanners or browsers that try https first.
        "uvicorn.error": {"level": "ERROR"},
        # outages.py logs one line when a backend server goes away and one when it is back, instead of one a second.
        "channels_redis.pubsub": {"level": "CRITICAL"},
        "psycopg.pool": {"level": "ERROR"},
        # Prints paths, queries included.
        "django.server": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
    },
}
