"""A real service, which tests may start, wound and kill."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

CLI = os.environ.get("KALLOS_CLI", str(Path(__file__).parents[2] / "dist" / "cli" / "main.js"))
"""What is run with node: the build of this repository, or another one."""


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


class Service:
    """``kallos serve`` on a port that stays its own, however often it is started again."""

    def __init__(self, *flags: str) -> None:
        self._flags = ["--concurrency", "1", *flags]
        self._port = free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Service:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        command = ["node", CLI, "serve", "--port", str(self._port), "--quiet", *self._flags]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)  # noqa: S603
        while not self._answers():
            if self._process.poll() is not None:
                raise RuntimeError(f"{' '.join(command)} ended with {self._process.returncode}")
            time.sleep(0.1)

    def kill(self) -> None:
        """As the kernel does when memory is short: without a word, whatever is under way."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def kill_browsers(self) -> int:
        """Kills every browser process; how many there were."""
        browsers = [pid for pid in descendants(self.pid) if "chrom" in command_of(pid)]
        for pid in browsers:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        return len(browsers)

    def wait_for_work(self, seconds: float = 60) -> bool:
        """Waits until a page is being judged; whether one was."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.figure("kallos_queue_running") > 0:
                return True
            time.sleep(0.02)
        return False

    def figure(self, name: str) -> float:
        """One figure of ``/metrics``, summed over its labels; 0 where the service does not answer."""
        try:
            with urllib.request.urlopen(f"{self.url}/metrics", timeout=10) as answer:  # noqa: S310
                lines = answer.read().decode().splitlines()
        except OSError:
            return 0
        return sum(
            float(line.rsplit(" ", 1)[1]) for line in lines if line.split("{")[0].split(" ")[0] == name
        )

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=10):  # noqa: S310
                return True
        except OSError:
            return False


def descendants(pid: int) -> list[int]:
    """Processes that a process started, and those that they started."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parent = int(stat.rsplit(")", 1)[1].split()[1])
            parents.setdefault(parent, []).append(int(entry.name))
    found: list[int] = []
    waiting = [pid]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found += children
        waiting += children
    return found


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text()
    except OSError:
        return ""
