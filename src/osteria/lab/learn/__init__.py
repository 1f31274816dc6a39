"""Training the maestro: search labels positions, a small network learns the labels.

`python -m osteria.lab.learn GAME --folder learned --seed 1` does all of it, in parts of some minutes on one core; broken
off, the same command goes on with the part that was not whole.
"""
