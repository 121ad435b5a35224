"""What of Django is found by its name alone, and what it reads. PyInstaller's own hook takes all of it, and long."""

from PyInstaller.utils.hooks import collect_data_files, collect_submodules

PARTS = [
    "apps",
    "conf.locale.en",
    "conf.locale.fr",
    "contrib.admin",
    "contrib.auth",
    "contrib.contenttypes",
    "contrib.messages",
    "contrib.sessions",
    "contrib.staticfiles",
    "core",
    "db",
    "forms",
    "middleware",
    "template",
    "templatetags",
    "views",
]
UNUSED = ["django.contrib.gis", "django.db.backends.mysql", "django.db.backends.oracle", "django.test"]

hiddenimports = [
    name
    for part in PARTS
    for name in collect_submodules(f"django.{part}", filter=lambda found: not found.startswith(tuple(UNUSED)))
]
excludedimports = UNUSED
datas = [
    (file, folder)
    for file, folder in collect_data_files("django", excludes=["contrib/gis", "conf/*_template"])
    if "locale" not in folder or "/en/" in f"{folder}/" or "/fr/" in f"{folder}/".replace("\\", "/")
]
