"""The lab: see the search and play the games in a browser. The server is here; its pages are in `web/`."""
