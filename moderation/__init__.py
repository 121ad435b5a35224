"""The Django project and its pages. Start reading at `urls.py`, then one surface: lobby, desk, phone or screen."""
