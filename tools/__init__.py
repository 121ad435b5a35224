"""Commands for developers: installing, locking, checking, translating. Nothing here is used while playing."""
