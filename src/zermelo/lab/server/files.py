"""The built pages: the files that Vite writes into the package. The server reads them all beforehand, so no address can
reach any other file; it reads them again when the pages are rebuilt."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from zermelo.lab.server.guard import refuse

STATIC = Path(__file__).parent.parent / "static"
INDEX = "index.html"
_TEXT = (".js", ".css", ".html", ".svg", ".json", ".map", ".webmanifest", ".txt")
_TYPES = {".js": "text/javascript", ".css": "text/css", ".webmanifest": "application/manifest+json"}
NOT_BUILT = "the pages are not built yet: in a checkout of Zermelo run make lab, which needs npm (apt-get install npm)"


class File(NamedTuple):
    body: bytes
    zipped: bytes | None
    kind: str
    tag: str
    hashed: bool


class Files:
    """The files of a folder, by address."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or STATIC
        self._files: dict[str, File] = {}
        self._stamp: float | None = None

    @property
    def built(self) -> bool:
        return (self.folder / INDEX).is_file()

    def answer(self, request: Request) -> Response:
        self.refresh()
        path = request.url.path.lstrip("/")
        # The address of a page has no file of its own: all pages are one document, whose script reads the address.
        file = self._files.get(path) or (self._files.get(INDEX) if "." not in PurePosixPath(path).name else None)
        if file is None:
            return refuse(404, "there is no such page") if self._files else refuse(503, NOT_BUILT)
        headers = {
            "ETag": file.tag,
            "Cache-Control": "public, max-age=31536000, immutable" if file.hashed else "no-cache",
            "Vary": "Accept-Encoding",
        }
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        body = file.body
        if file.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = file.zipped
            headers["Content-Encoding"] = "gzip"
        return Response(body, headers=headers, media_type=file.kind)

    def refresh(self) -> None:
        """Read the files, unless they are those that were read already."""
        index = self.folder / INDEX
        stamp = index.stat().st_mtime if index.is_file() else None
        if stamp == self._stamp:
            return
        self._files = {
            path.relative_to(self.folder).as_posix(): _read(path, path.parent != self.folder)
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and not path.is_symlink()
        }
        self._stamp = stamp


def _read(path: Path, hashed: bool) -> File:
    """Read a file. Those below the top folder are assets: Vite puts the hash of their content into their names."""
    body = path.read_bytes()
    is_text = path.suffix in _TEXT
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(
        body=body,
        zipped=gzip.compress(body, 6, mtime=0) if is_text and len(body) > 1000 else None,
        kind=f"{kind}; charset=utf-8" if is_text else kind,
        tag=f'"{hashlib.sha256(body).hexdigest()[:16]}"',
        hashed=hashed,
    )
