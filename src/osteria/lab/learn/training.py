"""Training a small network by gradient descent (Adam), in NumPy; `torch_training` does the same with PyTorch."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from osteria.bots.maestro.network import Floats, Network
from osteria.core.schema import Table
from osteria.lab.learn.labels import Labels

HIDDEN = (256, 64)
EPOCHS = 6
BATCH = 256
"""Decisions in a step."""
RATE = 0.004
SCALE = 10.0
"""Values are trained in tenths."""
HELD_OUT, TOGETHER = 20, 64
"""Every such decision is not trained on, so many in a row: by those it is judged."""
MOST_JUDGED = 30_000
FIRST, SECOND, TINY = 0.9, 0.999, 1e-8
Layers = list[tuple[Floats, Floats]]


@dataclass(frozen=True)
class Judged:
    """How well a network knows decisions that it was not trained on.

    Attributes:
        loss: mean squared error of the differences between the options of a decision, in tenths.
        gain: by how much its choices are better than those of the rules of thumb, by the labels.
        error: the standard error of that.
    """

    loss: float
    gain: float
    error: float


Heard = Callable[[int, Judged], None]


def train(
    labels: Labels, seed: int, hidden: tuple[int, ...] = HIDDEN, epochs: int = EPOCHS, heard: Heard = lambda *_: None
) -> Network:
    """A network that learned these labels; the same from the same seed."""
    rng = np.random.default_rng(seed)
    mean, spread = statistics(labels.rows)
    layers = first_layers((labels.rows.shape[1], *hidden, 1), rng)
    moments = [(np.zeros_like(part), np.zeros_like(part)) for layer in layers for part in layer]
    taught, held = split(labels)
    steps, step = epochs * (len(taught) // BATCH + 1), 0
    for epoch in range(epochs):
        for some in np.array_split(rng.permutation(taught), len(taught) // BATCH + 1):
            rows, values, starts = batch(labels, np.sort(some))
            slopes = gradients(layers, (rows - mean) * spread, values, starts)
            step += 1
            descend(layers, slopes, moments, step, RATE * 0.5 * (1 + np.cos(np.pi * step / steps)))
        heard(epoch, judge(folded(layers, mean, spread), labels, held))
    return folded(layers, mean, spread)


def split(labels: Labels) -> tuple[Table, Table]:
    """Decisions to train on, and those to judge by."""
    decisions = np.arange(len(labels.starts))
    is_held = decisions // TOGETHER % HELD_OUT == 0
    return decisions[~is_held], decisions[is_held][:MOST_JUDGED]


def statistics(rows: Table) -> tuple[Floats, Floats]:
    """The mean of each feature, and one over its spread; 0 where it is always the same."""
    some = rows[:: max(1, len(rows) // 100_000)].astype(np.float32)
    mean, deviation = some.mean(axis=0), some.std(axis=0)
    return mean, np.where(deviation > 0, 1 / np.maximum(deviation, 0.05), 0).astype(np.float32)


def first_layers(sizes: tuple[int, ...], rng: np.random.Generator) -> Layers:
    """Weights at random."""
    return [
        (rng.normal(0, np.sqrt(2 / size), (size, after)).astype(np.float32), np.zeros(after, np.float32))
        for size, after in itertools.pairwise(sizes)
    ]


def batch(labels: Labels, decisions: Table) -> tuple[Floats, Floats, Table]:
    """The options of some decisions: rows, values, and where each decision starts among them."""
    ends = np.append(labels.starts[1:], len(labels.values))[decisions]
    sizes = ends - labels.starts[decisions]
    starts = np.cumsum(sizes) - sizes
    places = np.repeat(labels.starts[decisions] - starts, sizes) + np.arange(int(sizes.sum()))
    return labels.rows[places].astype(np.float32), labels.values[places] * np.float32(SCALE), starts


def errors(found: Floats, values: Floats, starts: Table) -> tuple[Floats, Floats]:
    """What is wrong with the differences between the options of each decision, and how much each option weighs.

    What a decision is worth in all is luck for the most part, and says nothing of what to choose. One option alone has
    nothing to differ from: there it is what counts.
    """
    wrong, sizes = found - values, np.diff(np.append(starts, len(values)))
    means = np.repeat(np.add.reduceat(wrong, starts) / sizes * (sizes > 1), sizes)
    return np.asarray(wrong - means, np.float32), np.asarray(1 / np.repeat(sizes, sizes) / len(sizes), np.float32)


def gradients(layers: Layers, signal: Floats, values: Floats, starts: Table) -> list[Floats]:
    """The slopes of the loss: for each layer those of its weights and of its biases."""
    signals = [signal]
    for weights, biases in layers[:-1]:
        signals.append(np.maximum(signals[-1] @ weights + biases, 0))
    found = (signals[-1] @ layers[-1][0] + layers[-1][1])[:, 0]
    differences, shares = errors(found, values, starts)
    back: Floats = (differences * shares)[:, None]
    slopes: list[Floats] = []
    for (weights, _), given in zip(reversed(layers), reversed(signals), strict=True):
        slopes[:0] = [given.T @ back, back.sum(axis=0)]
        back = (back @ weights.T) * (given > 0)
    return slopes


def descend(layers: Layers, slopes: list[Floats], moments: list[tuple[Floats, Floats]], step: int, rate: float) -> None:
    """One step of Adam."""
    parts = [part for layer in layers for part in layer]
    for part, slope, (first, second) in zip(parts, slopes, moments, strict=True):
        first += (1 - FIRST) * (slope - first)
        second += (1 - SECOND) * (slope * slope - second)
        size = rate * np.sqrt(1 - SECOND**step) / (1 - FIRST**step)
        part -= (size * first / (np.sqrt(second) + TINY)).astype(np.float32)


def folded(layers: Layers, mean: Floats, spread: Floats) -> Network:
    """The same network for features as they are."""
    weights, biases = layers[0]
    plain = weights * spread[:, None]
    return Network(((plain, biases - mean @ plain), *layers[1:]))


def judge(network: Network, labels: Labels, decisions: Table) -> Judged:
    """How well it knows these decisions."""
    rows, values, starts = batch(labels, decisions)
    found = network.values(rows)
    differences, shares = errors(found, values, starts)
    ends = np.append(starts[1:], len(values))
    gains = np.array(
        [
            values[a + found[a:b].argmax()] - values[a + rows[a:b, -1].argmax()]
            for a, b in zip(starts, ends, strict=True)
        ]
    )
    error = gains.std() / np.sqrt(len(gains))
    return Judged(float((differences**2 * shares).sum()), float(gains.mean()) / SCALE, float(error) / SCALE)
