"""Training the maestro: playouts label positions, a small network learns the labels.

`python -m osteria.lab.learn GAME --folder learned --seed 1` does all of it, in parts of a minute or two on one core
(`--workers`: on several; `--torch`: trained with PyTorch); broken off, the same command goes on with the parts that are missing.
"""
