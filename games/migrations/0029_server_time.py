"""The clock's model is called `ServerTime`; its table keeps its name."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0028_session_parts")]

    operations = [
        migrations.AlterModelTable("house", "games_house"),
        migrations.RenameModel("House", "ServerTime"),
    ]
