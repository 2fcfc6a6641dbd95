"""A Ray cluster of a head and two nodes of one core each, on loopback: prints its address; a line on standard input kills a node.

It ends with its standard input.
"""

from __future__ import annotations

import sys


def main() -> None:
    from ray.cluster_utils import Cluster

    store = {"object_store_memory": 100_000_000}
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False, **store})
    nodes = [cluster.add_node(num_cpus=1, **store) for _ in range(2)]
    print(cluster.address, flush=True)
    for _ in sys.stdin:
        cluster.remove_node(nodes.pop(), allow_graceful=False)
        print("killed", flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
