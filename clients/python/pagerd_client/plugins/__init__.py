"""Plugins that are useful as they are: `python -m pagerd_client.plugins.clock --help`."""
