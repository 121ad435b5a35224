"""Three models get searchable names; their tables keep theirs."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("moderation", "0027_guest_stays_at")]

    operations = [
        migrations.AlterModelTable("front", "moderation_front"),
        migrations.RenameModel("Front", "JoinAddress"),
        migrations.AlterModelTable("played", "moderation_played"),
        migrations.RenameModel("Played", "PlayedSeat"),
        migrations.AlterModelTable("ran", "moderation_ran"),
        migrations.RenameModel("Ran", "ModeratedTable"),
    ]
