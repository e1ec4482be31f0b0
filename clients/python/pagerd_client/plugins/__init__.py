"""Ready-made plugins. Run one with `python -m`, such as `pagerd_client.plugins.clock --help`."""
