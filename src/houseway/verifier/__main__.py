"""Runs the verifier: `python -m houseway.verifier`, or this folder, copied anywhere, as `python verifier`."""

import sys
from importlib import import_module
from pathlib import Path

if not __package__:
    here = Path(__file__).resolve().parent
    sys.path.insert(0, str(here.parent))
    __package__ = here.name
    import_module(__package__)

from .command import main

sys.exit(main())
