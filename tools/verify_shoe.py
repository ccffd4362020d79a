#!/usr/bin/env python3
"""Check the proof of a shoe, as `python -m houseway.verifier PROOF.json` does, without houseway being installed."""

import runpy
from pathlib import Path

runpy.run_path(str(Path(__file__).parents[1] / "src" / "houseway" / "verifier"), run_name="__main__")
