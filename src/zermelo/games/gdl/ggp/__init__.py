"""The protocol of the GGP competitions: our player as a server, players at an address, and the manager of a match."""
