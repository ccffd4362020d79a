"""`python -m houseway` is the command `houseway`."""

from houseway.cli import main

main()
