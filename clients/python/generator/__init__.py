"""Generators of the client's modules, of the command line reference and of figures."""
