"""How the documentation becomes a site: `make site`. Everything is local; a warning is an error.

Sphinx reads the pages as they are (MyST), executes the notebooks (MyST-NB) and takes the reference from the docstrings.
"""

import re
from pathlib import Path

from sphinx.application import Sphinx

from houseway import __version__

ROOT = Path(__file__).parent.parent

project = "Houseway"
author = "the Houseway authors"
project_copyright = "MIT licence"
release = version = __version__
extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["theme"]

# Pages: plain Markdown, whose headings are addresses as they are where the files are read by themselves.
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # a page of questions may begin with its third level

# Notebooks are executed at every build: what they show is what the code now says.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 900
nb_merge_streams = True

# The reference.
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True

html_theme = "furo"
html_title = f"Houseway {version}"
html_static_path = ["theme"]
html_css_files = ["houseway.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_use_opensearch = ""
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0f5132", "color-brand-content": "#0f5132"},
    "dark_css_variables": {"color-brand-primary": "#8fd3ac", "color-brand-content": "#8fd3ac"},
}
pygments_style = "friendly"

LINK = re.compile(r"\[([^\]]+)\]\(\.\./([^)#\s]+)(#[^)]*)?\)")
FROM_ABOVE = re.compile(r"\]\(docs/([^)]+)\)")


def within_the_site(text: str) -> str:
    """What leads out of the folder of the documentation: to the page on contributing, or told by its place."""

    def told(link: re.Match[str]) -> str:
        says, place, anchor = link[1], link[2].rstrip("/"), link[3] or ""
        if place == "CONTRIBUTING.md":
            return f"[{says}](contributing.md{anchor})"
        return says if says.strip("`") == place else f"{says} (`{place}`)"

    return LINK.sub(told, text)


def with_the_rest(contents: str) -> str:
    """The contents with every page that they do not name, so that a new page is on the site at once."""
    pages = sorted(page.stem for page in Path(__file__).parent.glob("*.md"))
    rest = [page for page in pages if page != "index" and not re.search(rf"^{page}$", contents, re.MULTILINE)]
    return (
        contents + "\n".join(["\n```{toctree}", ":caption: More", ":maxdepth: 1", "", *rest, "```", ""])
        if rest
        else contents
    )


def read(_app: Sphinx, name: str, source: list[str]) -> None:
    source[0] = within_the_site(source[0])
    if name == "index":
        source[0] = with_the_rest(source[0])


def included(_app: Sphinx, _path: Path, _name: str, source: list[str]) -> None:
    source[0] = FROM_ABOVE.sub(r"](\1)", source[0])


def setup(app: Sphinx) -> None:
    app.connect("source-read", read)
    app.connect("include-read", included)
