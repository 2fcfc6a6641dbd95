"""The games that come with Zermelo, one module each."""
