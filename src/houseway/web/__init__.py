"""The card room in the browser: pages, the commands of a table and its live stream. The rules are the room's."""

from houseway.web.app import Outside, create_app, serve

__all__ = ["Outside", "create_app", "serve"]
