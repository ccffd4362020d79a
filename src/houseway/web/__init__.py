"""The card room in the browser: pages, the commands of a table and its live stream. The rules are the room's."""

from houseway.web.app import create_app, serve

__all__ = ["create_app", "serve"]
