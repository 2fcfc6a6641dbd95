"""Tasks on a Ray cluster, one actor for each core: `pip install 'zermelo[cluster]'`.

An actor is a process that stays, so what its tasks keep with `warm` serves the later ones. Actors of a node that has gone start
again where there is a free core. The cluster and its nodes must have the same versions of Python, Ray and Zermelo as the driver.

Anyone who can reach a cluster can run programs on it. So a cluster that is started here listens on loopback only, without dashboard
and usage reports, and admits those who know a random token. Another cluster is asked with the token of RAY_AUTH_TOKEN or of the
file that `ray get-auth-token` writes; RAY_AUTH_MODE=disabled is for clusters without one.
"""

from __future__ import annotations

import os
import secrets
import socket
import sys
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, TypeAlias

from zermelo.cluster.batches import Answer, Batch, describe, own_environment, run_batch
from zermelo.cluster.pool import PooledExecutor, WorkerDied
from zermelo.extras import requires_extra
from zermelo.state import ZermeloError

CONNECT_SECONDS = 5.0
LOOPBACK = "127.0.0.1"
_OBJECT_STORE_BYTES = 200_000_000
"""Batches and answers are small."""
_SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_AUTH_MODE": "token",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # keeps Ray from warning about it
}
"""Settings of Ray for this process and those it starts, unless the environment has others."""
_LOOPBACK_SETTINGS = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""Makes Ray use loopback, on Linux too; otherwise it takes 127.0.0.1 for the address in the network."""
_HTTP2_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"
_HTTP2_SETTINGS = b"\4"
"""The type of the frame with which a server of HTTP/2, as gRPC has it, answers."""

Reference: TypeAlias = Any
"""A `ray.ObjectRef`."""


class RayWorker:
    """The actor."""

    def start(self, environment: Mapping[str, str]) -> list[Answer]:
        """Answer that the worker is ready."""
        os.environ.update(environment)
        return []

    def run(self, batch: Batch) -> list[Answer]:
        """Run a batch."""
        return run_batch(batch)


class RayExecutor(PooledExecutor[Reference]):
    """Runs tasks on a Ray cluster; if this process has connected to one with `ray.init`, on that.

    Parameters
    ----------
    address
        HOST:PORT of the cluster, "auto" for the one on this machine, or "local" to start one here until `close`.
    jobs
        How many tasks run at a time; by default one for each core that the cluster has when the executor is opened.

    Raises
    ------
    ZermeloError
        If Ray is not installed, or if there is no such cluster.
    """

    batch_seconds: ClassVar[float] = 0.1

    def __init__(self, address: str = "local", jobs: int | None = None) -> None:
        if "ray" not in sys.modules:  # Ray reads some of them when it is imported
            for name, setting in (_SETTINGS | _LOOPBACK_SETTINGS if _loopback(address) else _SETTINGS).items():
                os.environ.setdefault(name, setting)
        with requires_extra("cluster"):
            import ray
        self._ray = ray
        # Ray prints about dead workers on standard output, and has no option for it.
        ray._private.worker._worker_logs_enabled = False
        self._connected = not ray.is_initialized()
        if self._connected:
            self._connect(address, jobs)
        super().__init__(jobs or max(1, int(ray.cluster_resources().get("CPU", 1))))
        self._actor_class = ray.remote(num_cpus=1, max_restarts=0)(RayWorker)
        self._actors: dict[int, Any] = {}

    def _connect(self, address: str, jobs: int | None) -> None:
        options: dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
        if address == "local":
            if not {"RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"} & os.environ.keys():
                os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)
            options |= {"num_cpus": jobs, "include_dashboard": False, "object_store_memory": _OBJECT_STORE_BYTES}
            options |= {"_node_ip_address": LOOPBACK}
        elif address != "auto":
            _check_reachable(address)
        try:
            self._ray.init(address, **options)
        except Exception as error:
            self._ray.shutdown()
            place = "on this machine" if address in ("auto", "local") else f"at {address}"
            raise ZermeloError(f"there is no Ray cluster {place}: {_reason(error)}") from None

    def _start(self, lane: int) -> Reference:
        self._actors[lane] = self._actor_class.remote()
        return self._actors[lane].start.remote(own_environment())

    def _submit(self, lane: int, batch: Batch) -> Reference:
        return self._actors[lane].run.remote(batch)

    def _wait(self, handles: Collection[Reference], seconds: float) -> Collection[Reference]:
        waiting = list(handles)
        if not self._ray.wait(waiting, num_returns=1, timeout=seconds)[0]:
            return []
        ended: list[Reference] = self._ray.wait(waiting, num_returns=len(waiting), timeout=0)[0]
        return ended

    def _answers(self, handle: Reference) -> list[Answer]:
        try:
            answers: list[Answer] = self._ray.get(handle)
        except self._ray.exceptions.RayTaskError as error:
            raise ZermeloError(f"a worker of the cluster cannot run tasks: {describe(error.cause)}") from None
        except self._ray.exceptions.RayError as error:
            raise WorkerDied(_reason(error)) from None
        return answers

    def _end(self, lane: int) -> None:
        self._ray.kill(self._actors.pop(lane))

    def close(self) -> None:
        """End the workers, and leave the cluster or end it if it was started here."""
        super().close()
        if self._connected:
            self._ray.shutdown()


def _reason(error: Exception) -> str:
    """Return the first of the several sentences of an error of Ray."""
    return describe(error).partition(". ")[0]


def _loopback(address: str) -> bool:
    return address == "local" or address.rpartition(":")[0] in (LOOPBACK, "localhost")


def _check_reachable(address: str) -> None:
    """Raise ZermeloError unless a server of HTTP/2 answers at the address; Ray itself would try for minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise ZermeloError(f"the address of a Ray cluster is auto, local or HOST:PORT, not {address!r:.80}")
    try:
        with socket.create_connection((host, int(port)), CONNECT_SECONDS) as connection:
            if os.environ.get("RAY_USE_TLS") == "1":
                return
            connection.sendall(_HTTP2_GREETING)
            if connection.recv(4)[3:] != _HTTP2_SETTINGS:
                raise OSError("what answers there is no Ray cluster")
    except (OSError, UnicodeError) as error:
        raise ZermeloError(f"there is no Ray cluster at {address}: {describe(error)}") from None
