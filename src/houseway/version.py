"""The version of the engine: a record and a result name it."""

__version__ = "0.2.0"
