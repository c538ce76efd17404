"""Conversations with the programs that run statements on the cluster: a line out, a line back."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
from pathlib import Path
from types import TracebackType
from typing import Any

from .errors import ClusterError


class StatementError(ClusterError):
    """The engine refused or failed; the conversation can go on."""


class SessionLostError(ClusterError):
    """The program ended or did not answer in time; a new one is needed."""


class Session:
    """A program that answers each request of one line with one line. Its complaints go to a log file."""

    def __init__(self, name: str, command: list[str], log: Path) -> None:
        self.name = name
        self._command = command
        self._log = log
        self._process: subprocess.Popen[str] | None = None
        self.starts = 0
        """How often the program was started: each time it has everything to compile again."""
        self._answers: queue.Queue[str | None] = queue.Queue()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _start(self) -> subprocess.Popen[str]:
        log = self._log.open("a")
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        except OSError as e:
            raise SessionLostError(f"{self.name}: {self._command[0]} could not be started: {e}") from e
        finally:
            log.close()
        self.starts += 1
        self._answers = queue.Queue()
        threading.Thread(target=_pump, args=(self._process, self._answers), daemon=True).start()
        return self._process

    def ask(self, request: dict[str, Any], timeout: float) -> dict[str, Any]:
        """The answer to a request; the program is started if it does not run.

        Raises StatementError if the answer is an error, SessionLostError if there is none in ``timeout`` seconds.
        """
        process = self._process if self._process and self._process.poll() is None else self._start()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            line = self._answers.get(timeout=timeout)
        except queue.Empty:
            self.close()
            raise SessionLostError(f"{self.name}: no answer in {timeout:.0f} s") from None
        except OSError as e:
            line = None
            del e
        if line is None:
            self.close()
            raise SessionLostError(f"{self.name} ended; the end of {self._log}: {_tail(self._log)}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            with self._log.open("a") as log:
                log.write(answer.get("trace", "") + "\n")
            raise StatementError(f"{self.name}: {answer['error'][:1500]}")
        return answer

    def close(self) -> None:
        """Ends the program; its input ends first, so that it can leave the cluster in order."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _pump(process: subprocess.Popen[str], answers: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("{"):  # An engine's own launcher may say something before.
            answers.put(line)
    answers.put(None)


def _tail(log: Path) -> str:
    return " | ".join(log.read_text(errors="replace").splitlines()[-8:])[-1500:]
