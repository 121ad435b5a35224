from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def nothing_held(apps, schema_editor):
    """A game that was begun before there were moments goes on where it stands: what had happened has been seen."""
    heads = apps.get_model("games", "GameSession").objects.filter(pk=OuterRef("pk")).values("head")
    apps.get_model("games", "Upkeep").objects.update(released=Subquery(heads))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_upkeep_desk_and_agreement"),
    ]

    operations = [
        migrations.AddField(
            model_name="upkeep",
            name="released",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="upkeep",
            name="released_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(nothing_held, migrations.RunPython.noop),
    ]
