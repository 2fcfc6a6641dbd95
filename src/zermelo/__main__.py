"""`python -m zermelo` is the program `zermelo`."""

from zermelo.cli import main

main()
