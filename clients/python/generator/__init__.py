"""What `generate.py` writes, module by module."""
