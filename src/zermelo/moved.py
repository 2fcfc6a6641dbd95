"""Finds modules under the names that they had when somebody pickled a state: a pickle names the module of what restores it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

MOVED = {
    "zermelo.games.pickles": "zermelo.native.pickles",
    "zermelo.games.foreign": "zermelo.native.foreign",
    "zermelo.games.faces": "zermelo.native.faces",
    "zermelo.games.tree": "zermelo.trees",
    "zermelo.games.tree.nodes": "zermelo.trees.nodes",
    "zermelo.gdl": "zermelo.games.gdl",
    "zermelo.gdl.game": "zermelo.games.gdl.game",
}
"""The name in older pickles -> the name now."""


class _Finder(MetaPathFinder, Loader):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self, is_package=True) if fullname in MOVED else None

    def exec_module(self, module: ModuleType) -> None:
        found = vars(import_module(MOVED[module.__name__]))
        vars(module).update({name: value for name, value in found.items() if not name.startswith("__")})


sys.meta_path.append(_Finder())
