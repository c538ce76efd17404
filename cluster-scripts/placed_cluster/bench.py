"""Sessions with the programs that run statements on the cluster: a line per request and per response."""

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

_SETTING_S = 300


class StatementError(ClusterError):
    """The engine rejected or failed a statement; the session can be used further."""


class SessionLostError(ClusterError):
    """The program ended or did not respond in time; a new session is needed."""


class Session:
    """A program that responds to each line with one line. Its standard error goes to a log file."""

    def __init__(self, name: str, command: list[str], log: Path) -> None:
        self.name = name
        self._command = command
        self._log = log
        self._process: subprocess.Popen[str] | None = None
        self.starts = 0
        """Number of starts of the program: each starts without compiled code."""
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._settings: dict[str, dict[str, Any]] = {}
        """Requests by what they set, which each start of the program repeats."""

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
        started = self._process
        try:
            for setting in self._settings.values():
                self._ask(started, setting, _SETTING_S)
        except BaseException:
            self.close()  # The next request would run without the settings.
            raise
        return started

    def ask(self, request: dict[str, Any], timeout: float) -> dict[str, Any]:
        """The response to a request; starts the program if it is not running.

        Raises StatementError if the answer is an error, SessionLostError if there is none in ``timeout`` seconds.
        """
        process = self._process if self._process and self._process.poll() is None else self._start()
        return self._ask(process, request, timeout)

    def set(self, what: str, request: dict[str, Any]) -> None:
        """Makes a setting, unless it is as it was; a new program, after this one was lost, gets it too."""
        if self._settings.get(what) == request:
            return
        if self._process and self._process.poll() is None:
            self._ask(self._process, request, _SETTING_S)
        self._settings[what] = request

    def _ask(self, process: subprocess.Popen[str], request: dict[str, Any], timeout: float) -> dict[str, Any]:
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            line = self._answers.get(timeout=timeout)
        except queue.Empty:
            self.close()
            raise SessionLostError(f"{self.name}: no response in {timeout:.0f} s") from None
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
        """Ends the program; its input is closed first, so that it can clean up in the cluster."""
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
        if line.startswith("{"):  # The engine's launcher may print lines before.
            answers.put(line)
    answers.put(None)


def _tail(log: Path) -> str:
    return " | ".join(log.read_text(errors="replace").splitlines()[-8:])[-1500:]
