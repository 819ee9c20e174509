"""The two nets while they are trained, and how they are written for `webapp/photo/nets.py`, which computes the same."""

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

RANK_CLASSES = 15
"""The thirteen ranks, the joker, none."""
NONE = 14


class Conv(nn.Module):
    """A convolution of 3 by 3 with its normalisation."""

    def __init__(self, into: int, out: int, stride: int = 1, apart: int = 1) -> None:
        super().__init__()
        self.conv = nn.Conv2d(into, out, 3, stride, apart, apart, bias=False)
        self.norm = nn.BatchNorm2d(out)

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(self.norm(self.conv(x)), inplace=True)

    def written(self) -> tuple[np.ndarray, np.ndarray]:
        scale = self.norm.weight / torch.sqrt(self.norm.running_var + self.norm.eps)
        weight = (self.conv.weight * scale[:, None, None, None]).permute(2, 3, 1, 0)
        bias = self.norm.bias - self.norm.running_mean * scale
        return weight.reshape(-1, weight.shape[3]).detach().numpy(), bias.detach().numpy()


class Finder(nn.Module):
    """Finds corner indices: see `found` in webapp/photo/nets.py."""

    def __init__(self) -> None:
        super().__init__()
        self.c1, self.c2, self.c3 = Conv(3, 16, 2), Conv(16, 32, 2), Conv(32, 32)
        self.c4, self.c5, self.c6 = Conv(32, 64, 2), Conv(64, 64), Conv(64, 64, apart=2)
        self.near, self.far = nn.Conv2d(32, 32, 1), nn.Conv2d(64, 32, 1)
        self.c8, self.head = Conv(32, 32), nn.Conv2d(32, 6, 1)
        nn.init.constant_(self.head.bias[:1], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        near = self.c3(self.c2(self.c1(x)))
        far = self.far(self.c6(self.c5(self.c4(near))))
        both = self.near(near) + functional.interpolate(far, scale_factor=2, mode="nearest")
        return self.head(self.c8(functional.relu(both)))


class Reader(nn.Module):
    """Reads a patch: see `read` in webapp/photo/nets.py."""

    def __init__(self) -> None:
        super().__init__()
        self.r1, self.r2, self.r3 = Conv(3, 16, 2), Conv(16, 32), Conv(32, 48, 2)
        self.r4, self.r5 = Conv(48, 48), Conv(48, 96, 2)
        self.all, self.rank, self.suit = nn.Linear(96 * 40, 96), nn.Linear(96, RANK_CLASSES), nn.Linear(96, 4)
        self.drop = nn.Dropout(0.2)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        mean, spread = x.mean((1, 2, 3), keepdim=True), x.std((1, 2, 3), keepdim=True, correction=0)
        x = self.r5(self.r4(self.r3(self.r2(self.r1((x - mean) / (spread + 0.05))))))
        x = self.drop(functional.relu(self.all(x.permute(0, 2, 3, 1).flatten(1))))
        return self.rank(x), self.suit(x)


def written(net: nn.Module, name: str) -> dict[str, np.ndarray]:
    """Returns the numbers of a net as they lie in the file of weights."""
    found: dict[str, np.ndarray] = {}
    for part, layer in net.named_children():
        if isinstance(layer, Conv):
            weight, bias = layer.written()
        elif isinstance(layer, nn.Conv2d | nn.Linear):
            weight = layer.weight.detach().flatten(1).T.numpy()
            bias = layer.bias.detach().numpy()
        else:
            continue
        found[f"{name}.{part}.weight"], found[f"{name}.{part}.bias"] = (
            weight.astype(np.float16),
            bias.astype(np.float16),
        )
    return found
