"""One worker process, as the server sees it: it runs a job, is told to stop it, and is killed if it does not."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

import msgspec

from zermelo.cluster.child import kill_session
from zermelo.lab.server import frames
from zermelo.lab.server.settings import WorkerOptions

START_SECONDS = 30.0

OnFrame = Callable[[bytes, bytes], None]
End = tuple[bytes, bytes]


class TimedOut(Exception):
    """A job took too long, and the server killed its worker."""


class WorkerDied(Exception):
    """A worker exited in the middle of a job."""


class Worker:
    """One worker process. `end` is set while it has a job, and done once the job has ended."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.jobs = 0
        self.end: asyncio.Future[End] | None = None
        self.alive = True
        self._ready = asyncio.Event()
        self._on_frame: OnFrame = _ignore
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, options: WorkerOptions) -> Worker:
        # -P: files in the current directory must not be imported in place of our modules.
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-P", "-m", "zermelo.lab.worker", msgspec.json.encode(options).decode()),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C goes to the server, which ends its workers itself
        )
        worker = cls(process)
        try:
            await asyncio.wait_for(worker._ready.wait(), START_SECONDS)
        except TimeoutError:
            worker.kill()
        except asyncio.CancelledError:
            await worker.close()
            raise
        return worker

    async def run(self, path: str, body: bytes, on_frame: OnFrame, seconds: float) -> End:
        """Run a job to its end. If this is cancelled the worker still has the job: call `stop`."""
        self.jobs += 1
        self._on_frame = on_frame
        self.end = asyncio.get_running_loop().create_future()
        if self.alive:
            self._write(frames.pack(frames.JOB, self.jobs, path.encode() + b"\n" + body))
        else:
            self.end.set_result((frames.DIED, b""))
        done, _ = await asyncio.wait([self.end], timeout=seconds)
        if not done:
            self.kill()
            raise TimedOut
        kind, payload = self.end.result()
        self.end = None
        if kind == frames.DIED:
            raise WorkerDied
        return kind, payload

    def finish(self, grace: float) -> None:
        """Ask for the answer so far; kill the process if it does not come within `grace` seconds."""
        job = self.jobs
        if self.alive and self.end is not None and not self.end.done():
            self._write(frames.pack(frames.CANCEL, job))
            asyncio.get_running_loop().call_later(grace, lambda: self.kill() if self._has(job) else None)

    async def stop(self, grace: float) -> None:
        """End a job whose answer is no longer wanted; kill the process if the job does not end within `grace` seconds."""
        self._on_frame = _ignore
        if self.end is None:
            return
        if self.alive and not self.end.done():
            self._write(frames.pack(frames.CANCEL, self.jobs))
            await asyncio.wait([self.end], timeout=grace)
        if not self.end.done():
            self.kill()
        self.end = None

    def kill(self) -> None:
        self.alive = False
        if self.process.returncode is None:
            kill_session(self.process)

    async def close(self) -> None:
        self.kill()
        await self.process.wait()
        # The output ends with the process, unless a game has started a process of its own that holds it open.
        await asyncio.wait([self._reading], timeout=1)
        self._reading.cancel()

    def _has(self, job: int) -> bool:
        return self.jobs == job and self.end is not None and not self.end.done()

    def _write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)

    async def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        try:
            while True:
                length, kind, number = frames.HEAD.unpack(await stream.readexactly(frames.HEAD.size))
                payload = await stream.readexactly(length)
                if kind == frames.READY:
                    self._ready.set()
                if number != self.jobs:
                    continue
                if kind not in frames.ENDS:
                    self._on_frame(kind, payload)
                elif self.end is not None and not self.end.done():
                    self.end.set_result((kind, payload))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.alive = False
            self._ready.set()
            if self.end is not None and not self.end.done():
                self.end.set_result((frames.DIED, b""))


def _ignore(kind: bytes, payload: bytes) -> None:
    pass
