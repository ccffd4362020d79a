"""Parts of houseway that a plain install leaves out, and the sentence that says how to add them."""

from collections.abc import Iterator
from contextlib import contextmanager

from houseway.errors import MissingExtra

EXTRAS = {
    "numpy": "lab",
    "numba": "lab",
    "altair": "lab",
    "vl_convert": "lab",
    "pandas": "notebook",
    "fastapi": "web",
    "uvicorn": "web",
    "jinja2": "web",
    "sqlalchemy": "web",
    "argon2": "web",
    "psycopg": "postgres",
    "typst": "reports",
    "distributed": "cluster",
    "numba_cuda": "cuda",
    "xlsxwriter": "reports",
    "ortools": "design",
    "mcp": "mcp",
    "gymnasium": "envs",
    "pettingzoo": "envs",
}
"""Which extra brings each library."""


@contextmanager
def extras_named() -> Iterator[None]:
    """Where a library of an extra is missing, say what to install."""
    try:
        yield
    except ModuleNotFoundError as missing:
        library = (missing.name or "").split(".")[0]
        if library not in EXTRAS:
            raise
        raise MissingExtra(
            f"this needs {library}, which a plain install leaves out: pip install 'houseway[{EXTRAS[library]}]', "
            f"or in a checkout: .venv/bin/pip install -c constraints.txt -e '.[{EXTRAS[library]}]'"
        ) from None
