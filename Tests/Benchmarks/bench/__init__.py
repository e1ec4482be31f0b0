"""pagerd beside bare libzmq and tmux: one run, one table, every figure with its baseline.

`python3 -m bench` measures, `python3 -m bench compare` holds a saved run against another, and
`python3 -m bench scale` draws cost against size. Load is made by the C programs in `../bare`, so
that both sides have the same client; what is here starts them, counts and writes.
"""
