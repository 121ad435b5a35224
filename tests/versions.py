"""The version after this one, as an upgrade meets it."""

import shutil
from pathlib import Path

from qa.serving import ROOT

LATER = """from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "{before}")]
    operations = [
        migrations.AddField("gamesession", "later", models.BooleanField(default=False, db_default=False)),
        migrations.CreateModel("Later", [("id", models.BigAutoField(primary_key=True))]),
    ]
"""


def next_version(folder: Path) -> Path:
    """A checkout of the version after this one: a column and a table more, as its neighbour can bear them."""
    for part in ("games", "moderation", "templates", "static", "locale"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", folder)
    models, migrations = folder / "games" / "models.py", folder / "games" / "migrations"
    before = max(path.stem for path in migrations.glob("0*.py"))
    (migrations / "9999_later.py").write_text(LATER.format(before=before), encoding="utf-8")
    text, column = models.read_text(encoding="utf-8"), '    code = models.CharField(_("code"), max_length=8)\n'
    assert text.count(column) == 1
    text = text.replace(column, column + "    later = models.BooleanField(default=False, db_default=False)\n")
    models.write_text(text + "\n\nclass Later(models.Model):\n    pass\n", encoding="utf-8")
    return folder
