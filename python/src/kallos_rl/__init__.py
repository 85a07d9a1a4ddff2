"""Rewards from a Kallos service, for trainers.

``Client`` asks; ``kallos_rl.trl``, ``.verl``, ``.openrlhf``, ``.slime``, ``.verifiers``, ``.nemo_gym`` and
``.openenv`` each speak to one trainer.
"""

from .client import Client
from .errors import KallosError
from .wire import CHANNELS, REWARD, Group, GroupResult, Item, Result

__all__ = ["CHANNELS", "REWARD", "Client", "Group", "GroupResult", "Item", "KallosError", "Result"]
