"""One executor for work that has many independent parts: serial, in processes, or on a Ray cluster.

Knows no game, so that table building, training, analysis and the arena can all be handed one. What `Executor.run` yields is
also its progress: one `Done` for each task, as it ends.

    >>> with open_executor(jobs=2) as executor:
    ...     sum(done.value for done in executor.run(abs, range(-1000, 1)) if done.error is None)
    500500
"""

from __future__ import annotations

from zermelo.cluster.executor import Cancel, Done, Executor, in_order
from zermelo.cluster.warm import warm
from zermelo.state import ZermeloError

__all__ = ["MOST_JOBS", "Cancel", "Done", "Executor", "in_order", "open_executor", "warm"]

MOST_JOBS = 256


def open_executor(jobs: int = 1, ray: str | None = None) -> Executor:
    """Return an executor for a `with` block.

    Parameters
    ----------
    jobs
        How many processes of this machine run tasks; with 1 they run in this one.
    ray
        Run them on a Ray cluster instead: its address, "auto" for the one on this machine, or "local" to start one of `jobs`
        workers here, of one for each core if `jobs` is 1.

    Raises
    ------
    ZermeloError
        If `jobs` is not from 1 to 256, if Ray is not installed, or if there is no cluster at the address.

    >>> open_executor(0)
    Traceback (most recent call last):
    zermelo.state.ZermeloError: jobs must be from 1 to 256, not 0
    """
    if isinstance(jobs, bool) or not isinstance(jobs, int) or not 1 <= jobs <= MOST_JOBS:
        raise ZermeloError(f"jobs must be from 1 to {MOST_JOBS}, not {jobs!r:.40}")
    if ray is not None:
        from zermelo.cluster.ray_cluster import RayExecutor

        return RayExecutor(ray, jobs if jobs > 1 else None)
    if jobs > 1:
        from zermelo.cluster.processes import ProcessExecutor

        return ProcessExecutor(jobs)
    from zermelo.cluster.serial import SerialExecutor

    return SerialExecutor()
