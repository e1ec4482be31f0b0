"""The protocol's state, without sockets, clocks and threads: what both pagers are made of."""
