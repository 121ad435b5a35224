"""The games and their journal.

This package knows nothing of the web. It never imports `moderation`.
"""
