"""What keeps the house standing: installing, locking, checking, translating. Nothing here is used while playing."""
