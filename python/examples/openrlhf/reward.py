"""What ``--reward.remote_url reward.py`` reads."""

from kallos_rl.openrlhf import reward_func

__all__ = ["reward_func"]
