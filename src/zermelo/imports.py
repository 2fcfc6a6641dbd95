"""Import a user's objects by name: `module:name` or `file.py:name`.

Processes that are started later find the same modules: their folders stand in an environment variable, and are searched last.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module, invalidate_caches
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from zermelo.audit.explanations import describe_error
from zermelo.state import State, ZermeloError

FOLDERS = "ZERMELO_FOLDERS"
"""The environment variable with the folders of users' modules."""
_FILE = "file "
"""What the name of a module begins with that is named after the path of its file."""
A_GAME = "a game: write module:Class, as in zermelo.games.nim:Nim, or file.py:Class"


def import_object(name: str, expected: str = A_GAME) -> Any:
    """Return what `module:name` or `file.py:name` refers to; the current directory is searched first.

    Parameters
    ----------
    name
        The module or file and the name of an object in it.
    expected
        What the name should refer to and how to write it, for the error message.

    Raises
    ------
    ZermeloError
        If the name is malformed, the module is missing or fails when it is imported, or has no such object.

    >>> import_object("zermelo.games.nim:Nim").__name__
    'Nim'
    """
    module_name, _, attribute = name.rpartition(":")
    in_file = module_name.endswith(".py")
    if not (in_file or all(map(str.isidentifier, module_name.split(".")))) or not attribute.isidentifier():
        raise ZermeloError(f"{name!r} does not name {expected}{_suggestion(module_name, attribute)}")
    if in_file and not os.path.isfile(module_name):
        raise ZermeloError(f"there is no file called {module_name}")
    kind = "file" if in_file else "module"
    try:
        with _first_on_path(os.getcwd()):
            module = _import_file(Path(module_name).resolve()) if in_file else import_module(module_name)
    except (Exception, SystemExit) as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) and not in_file else None
        if missing is not None and f"{module_name}.".startswith(f"{missing}."):
            hint = _suggestion(module_name, attribute)
            raise ZermeloError(f"there is no module called {missing}, here or installed{hint}") from None
        raise ZermeloError(f"the {kind} {module_name} could not be imported: {_message(error)}") from None
    try:
        return getattr(module, attribute)
    except AttributeError:
        shadowed = "" if in_file else _shadowed(module, os.getcwd())
        raise ZermeloError(f"the {kind} {module_name} has no {attribute}{shadowed}") from None


def start_state(game: Any, name: str) -> State:
    """Return the first state of a game that is given as its class, a function without arguments, or a state."""
    if isinstance(game, State) and not isinstance(game, type):
        return game
    if not callable(game):
        raise ZermeloError(f"{name} is neither a class nor a state of a game")
    try:
        state: State = game()
    except (Exception, SystemExit) as error:
        needs_arguments = isinstance(error, TypeError) and "argument" in str(error)
        problem = "cannot be started without arguments" if needs_arguments else "could not be started"
        raise ZermeloError(f"{name} {problem}: {_message(error)}") from None
    return state


def load_python_file(name: str) -> State:
    """Return the first state of the game `file.py:Class`."""
    if ":" not in name:
        raise ZermeloError(f"{name} is a file: say which class in it is the game, as in {name}:Class")
    return start_state(import_object(name), name)


@contextmanager
def _first_on_path(folder: str) -> Iterator[None]:
    sys.path.insert(0, folder)
    invalidate_caches()
    try:
        yield
    finally:
        # The imported module may have changed sys.path: remove the entry wherever it is now.
        if folder in sys.path:
            sys.path.remove(folder)
    if folder not in user_folders():
        os.environ[FOLDERS] = os.pathsep.join([*user_folders(), folder])


def user_folders() -> list[str]:
    """Return the folders that users' modules were imported from, here or in the process that started this one."""
    return list(filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)))


class _UserModules(MetaPathFinder):
    """Finds users' modules that Python's own finders do not find: those of the folders, and files by their paths."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if fullname.startswith(_FILE):
            return spec_from_file_location(fullname, unquote(fullname.removeprefix(_FILE)))
        return PathFinder.find_spec(fullname, user_folders(), target) if path is None else None


sys.meta_path.append(_UserModules())


def _import_file(path: Path) -> Any:
    """Import a file as part of its package, if it has one. The path serves as the module's name where the file's own name is
    taken by another module or is not an identifier."""
    folder, names = path.parent, [path.stem]
    while (folder / "__init__.py").is_file():
        folder, names = folder.parent, [folder.name, *names]
    with _first_on_path(str(folder)):
        if all(map(str.isidentifier, names)):
            module = import_module(".".join(names))
            if getattr(module, "__file__", None) == str(path):
                return module
        return import_module(_FILE + quote(str(path)).replace(".", "%2E"))


def _message(error: BaseException) -> str:
    return str(error) if isinstance(error, ZermeloError) else describe_error(error)


def _suggestion(module_name: str, attribute: str) -> str:
    """Suggest a.b:Class where the user wrote a/b:Class."""
    parts = Path(module_name).parts
    dotted = f"{'.'.join(parts)}:{attribute}"
    if dotted.startswith(module_name + ":") or not all(part.isidentifier() for part in (*parts, attribute)):
        return ""
    return f" (did you mean {dotted}?)"


def _shadowed(module: Any, folder: str) -> str:
    """Explain that an installed module was found instead of a file of the same name in the folder."""
    file, imported = f"{module.__name__}.py", getattr(module, "__file__", None)
    if "." in module.__name__ or not Path(folder, file).is_file() or imported == str(Path(folder, file)):
        return ""
    return f": Python has a module of that name, which hides your {file}; give the file another name"
