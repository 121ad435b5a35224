"""Tables without a moderator wait: after how long all are asked, what is proposed, for whom the computer plays."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0024_upkeep_desk_went_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="upkeep", name="asks_after", field=models.PositiveSmallIntegerField(default=90)
        ),
        migrations.AddField(model_name="upkeep", name="going_on", field=models.JSONField(default=dict)),
        migrations.AddField(model_name="upkeep", name="stand_ins", field=models.JSONField(default=list)),
    ]
