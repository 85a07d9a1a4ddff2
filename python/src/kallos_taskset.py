"""What ``--env.taskset.id kallos-taskset`` finds: verifiers looks for a module at the top."""

from kallos_rl.verifiers import KallosTaskset

__all__ = ["KallosTaskset"]
