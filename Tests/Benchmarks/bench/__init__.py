"""Benchmarks of pagerd against bare libzmq and tmux. A run prints one table with all baselines.

`python3 -m bench` measures, `python3 -m bench compare` compares a saved run with another, and
`python3 -m bench scale` draws cost against size. The C programs in `../bare` generate the load, so
that both sides have the same client. This package starts them and evaluates their results.
"""
