"""The same training with PyTorch, on a GPU where there is one: for millions of decisions."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import torch

from osteria.bots.maestro.network import Network
from osteria.lab.learn.labels import Labels
from osteria.lab.learn.training import EPOCHS, HIDDEN, SCALE, Heard, folded, judge, split, statistics

BATCH = 1024
RATE = 0.002
DECAY = 1e-4


def train(
    labels: Labels, seed: int, hidden: tuple[int, ...] = HIDDEN, epochs: int = EPOCHS, heard: Heard = lambda *_: None
) -> Network:
    """A network that learned these labels."""
    torch.manual_seed(seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    mean, spread = statistics(labels.rows)
    data = Data(labels, device, mean, spread)
    layers = layers_of((labels.rows.shape[1], *hidden, 1), device)
    optimiser = torch.optim.AdamW(layers.parameters(), RATE, weight_decay=DECAY)
    taught, held = split(labels)
    steps = epochs * (len(taught) // BATCH + 1)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    rng = np.random.default_rng(seed)
    for epoch in range(epochs):
        for some in np.array_split(rng.permutation(taught), len(taught) // BATCH + 1):
            loss = data.loss(layers, torch.from_numpy(some).to(device))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
        heard(epoch, judge(network_of(layers, mean, spread), labels, held))
    return network_of(layers, mean, spread)


def layers_of(sizes: tuple[int, ...], device: Any) -> torch.nn.Sequential:
    """Layers with a ramp between them."""
    pairs = [(torch.nn.Linear(*pair), torch.nn.ReLU()) for pair in itertools.pairwise(sizes)]
    return torch.nn.Sequential(*list(itertools.chain(*pairs))[:-1]).to(device)


def network_of(layers: torch.nn.Sequential, mean: Any, spread: Any) -> Network:
    """The same as arrays, for features as they are."""
    found = [
        (layer.weight.detach().cpu().numpy().T.copy(), layer.bias.detach().cpu().numpy().copy())
        for layer in layers
        if isinstance(layer, torch.nn.Linear)
    ]
    return folded(found, mean, spread)


class Data:
    """The labels where the layers are."""

    def __init__(self, labels: Labels, device: Any, mean: Any, spread: Any) -> None:
        self.rows, self.values = torch.from_numpy(labels.rows).to(device), torch.from_numpy(labels.values).to(device)
        self.mean, self.spread = torch.from_numpy(mean).to(device), torch.from_numpy(spread).to(device)
        self.starts = torch.from_numpy(labels.starts).to(device)
        self.sizes = torch.diff(self.starts, append=torch.tensor([len(self.values)], device=device))

    def loss(self, layers: torch.nn.Sequential, some: torch.Tensor) -> torch.Tensor:
        """As `training.errors`: squared errors of the differences between the options of each decision."""
        sizes = self.sizes[some]
        owner = torch.repeat_interleave(torch.arange(len(some), device=some.device), sizes)
        before = torch.cumsum(sizes, 0) - sizes
        places = (self.starts[some] - before)[owner] + torch.arange(len(owner), device=some.device)
        found = layers((self.rows[places].float() - self.mean) * self.spread)[:, 0]
        wrong = found - SCALE * self.values[places]
        means = torch.zeros(len(some), device=some.device).index_add(0, owner, wrong) / sizes * (sizes > 1)
        return ((wrong - means[owner]) ** 2 / sizes[owner]).sum() / len(some)
