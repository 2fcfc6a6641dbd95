"""Executes the notebooks in docs/notebooks and writes them anew with what they show.

The notebooks are their own source: edit a cell, run `make docs`, and the outputs are current. What is written depends on the
cells alone, so that a change of a notebook shows what has changed and nothing else: cells are counted in order, and there are
no times, no random names and nothing about this machine. The step player of `zermelo.show` is left out and its picture kept:
a saved notebook has nobody to answer it, and shows the picture wherever it is read; whoever runs it has the player.

    docs/notebooks.py              all of them
    docs/notebooks.py FILE...      these
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

FOLDER = Path(__file__).parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
LANGUAGE = {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"}
WIDGET = "application/vnd.jupyter.widget-view+json"
SETTINGS = ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_PATH")
LAUNCH = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
SECONDS = 60


def fresh(path: Path) -> str:
    """The notebook, executed by this Python in a process of its own that knows nothing of the user's settings, as it is to
    be written."""
    notebook = nbformat.read(path, as_version=4)
    with TemporaryDirectory() as folder, patch.dict(os.environ, dict.fromkeys(SETTINGS, folder)):
        here = Path(folder, "kernels", KERNEL["name"])  # found before any kernel of that name installed elsewhere
        here.mkdir(parents=True)
        here.joinpath("kernel.json").write_text(json.dumps(KERNEL | {"argv": LAUNCH}), encoding="utf-8")
        by_files = {"KernelManager": {"transport": "ipc", "ip": f"{folder}/kernel"}}  # no port that others could hear
        client = NotebookClient(
            notebook,
            timeout=SECONDS,
            kernel_name=KERNEL["name"],
            resources={"metadata": {"path": str(path.parent)}},
            config=Config(by_files),
            store_widget_state=False,
            coalesce_streams=True,
        )
        client.execute()
    return write(notebook)


def write(notebook: Any) -> str:
    """The text of an executed notebook, without what differs from run to run."""
    notebook.metadata = {"kernelspec": KERNEL, "language_info": LANGUAGE}
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in notebook.cells:
        cell.metadata = {}
    for number, cell in enumerate(code, 1):
        cell.execution_count = number
        for output in cell.outputs:
            output.get("data", {}).pop(WIDGET, None)
            if "metadata" in output:
                output.metadata = {}
            if "execution_count" in output:
                output.execution_count = number
    nbformat.validate(notebook)
    return str(nbformat.writes(notebook)) + "\n"


def main() -> None:
    for path in [Path(name) for name in sys.argv[1:]] or NOTEBOOKS:
        path.write_text(fresh(path), encoding="utf-8")


if __name__ == "__main__":
    main()
