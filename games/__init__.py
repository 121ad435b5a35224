"""The games and their record. Knows nothing of the web: it never imports `moderation`."""
