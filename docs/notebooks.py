"""Execute the notebooks in docs/notebooks and save them with their outputs.

The notebooks are their own source: edit a cell, run `make docs`, and the outputs are current. The saved file depends only on
the cells, so that diffs stay small: cells are numbered in order, and there are no times, random names or details of this
machine. The interactive player of `zermelo.show` is dropped and its picture kept: a saved notebook has no kernel to drive the
player, but shows the picture everywhere. Running the notebook brings the player back.

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
    """Execute the notebook with this Python, in a separate process without the user's settings, and return its text."""
    notebook = nbformat.read(path, as_version=4)
    with TemporaryDirectory() as folder, patch.dict(os.environ, dict.fromkeys(SETTINGS, folder)):
        here = Path(folder, "kernels", KERNEL["name"])  # takes precedence over installed kernels of that name
        here.mkdir(parents=True)
        here.joinpath("kernel.json").write_text(json.dumps(KERNEL | {"argv": LAUNCH}), encoding="utf-8")
        by_files = {"KernelManager": {"transport": "ipc", "ip": f"{folder}/kernel"}}  # no open port
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
    """Return the text of an executed notebook, without anything that differs from run to run."""
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
