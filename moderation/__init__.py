"""The Django project and its pages. Start reading at docs/architecture.md."""
