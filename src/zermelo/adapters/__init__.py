"""Adapters between Zermelo and other libraries, one module each.

An adapter is imported only when it is asked for. Each library is an extra, such as `pip install '.[open_spiel]'`.
"""
