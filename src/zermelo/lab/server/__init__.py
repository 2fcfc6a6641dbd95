"""The lab's server: HTTP, the WebSocket and the worker processes. It knows no game and no search; workers answer."""
