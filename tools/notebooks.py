"""Takes outputs and traces of whoever ran them out of the notebooks, so that git keeps what people wrote alone.

.venv/bin/python tools/notebooks.py            writes them
.venv/bin/python tools/notebooks.py --check    says which hold outputs
"""

import json
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def stripped(notebook: dict[str, Any]) -> str:
    """A notebook as it is kept."""
    cells = []
    for number, cell in enumerate(notebook["cells"]):
        kept = {"cell_type": cell["cell_type"], "id": f"cell-{number}", "metadata": {}}
        if cell["cell_type"] == "code":
            kept |= {"execution_count": None, "outputs": []}
        cells.append(kept | {"source": "".join(cell["source"]).splitlines(keepends=True)})
    whole = {"cells": cells, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    late = []
    for path in sorted(FOLDER.glob("*.ipynb")):
        text = path.read_text(encoding="utf-8")
        kept = stripped(json.loads(text))
        if kept != text:
            late.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(kept, encoding="utf-8")
    if "--check" in sys.argv and late:
        sys.exit(f"run tools/notebooks.py: {', '.join(late)}")


if __name__ == "__main__":
    main()
