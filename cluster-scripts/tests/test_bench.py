"""Sessions with a program, and failures of one that ends or does not respond."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from placed_cluster.bench import Session, SessionLostError, StatementError

PROGRAM = """
import json, sys, time
print("a launcher's greeting", flush=True)
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "end":
        sys.exit("out of memory")
    if request["op"] == "sleep":
        time.sleep(600)
    answer = {"error": "no such table", "trace": "at Main"} if request["op"] == "fail" else {"rows": [["1"]]}
    print(json.dumps(answer), flush=True)
"""


def test_answers_errors_and_ends(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Session("spark", [sys.executable, "-c", PROGRAM], log) as session:
        assert session.ask({"op": "query"}, 30) == {"rows": [["1"]]}
        with pytest.raises(StatementError, match="spark: no such table"):
            session.ask({"op": "fail"}, 30)
        assert session.ask({"op": "query"}, 30) == {"rows": [["1"]]}
        with pytest.raises(SessionLostError, match="spark ended; .*out of memory"):
            session.ask({"op": "end"}, 30)
        # A new one is started by the next request.
        assert session.ask({"op": "query"}, 30) == {"rows": [["1"]]}
        with pytest.raises(SessionLostError, match="no response in 1 s"):
            session.ask({"op": "sleep"}, 1)
        assert session.ask({"op": "query"}, 30) == {"rows": [["1"]]}


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    session = Session("spark", ["/nowhere/bench-spark"], tmp_path / "log")
    with pytest.raises(SessionLostError, match="/nowhere/bench-spark could not be started"):
        session.ask({"op": "query"}, 5)


SETTABLE = """
import json, sys
value = "default"
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "end":
        sys.exit("lost")
    value = request.get("value", value)
    print(json.dumps({"value": value}), flush=True)
"""


def test_settings_are_those_of_a_new_program_too(tmp_path: Path) -> None:
    with Session("spark", [sys.executable, "-c", SETTABLE], tmp_path / "log") as session:
        session.set("buffer", {"op": "conf", "value": "64"})
        assert session.starts == 0  # Nothing is started for a setting alone.
        assert session.ask({"op": "query"}, 30) == {"value": "64"}
        session.set("buffer", {"op": "conf", "value": "128"})
        assert session.ask({"op": "query"}, 30) == {"value": "128"}
        with pytest.raises(SessionLostError, match="lost"):
            session.ask({"op": "end"}, 30)
        session.set("buffer", {"op": "conf", "value": "128"})
        assert session.ask({"op": "query"}, 30) == {"value": "128"}
        assert session.starts == 2


REFUSING = """
import json, sys
from pathlib import Path
left = Path(sys.argv[1])
value = "default"
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "end":
        left.write_text("1")
        sys.exit("lost")
    if request["op"] == "conf" and left.exists():
        left.unlink()
        print(json.dumps({"error": "no connection yet"}), flush=True)
        continue
    value = request.get("value", value)
    print(json.dumps({"value": value}), flush=True)
"""


def test_no_program_runs_without_its_settings(tmp_path: Path) -> None:
    """Such as while the server that it connects to starts again."""
    command = [sys.executable, "-c", REFUSING, str(tmp_path / "left")]
    with Session("hive", command, tmp_path / "log") as session:
        session.set("buffer", {"op": "conf", "value": "64"})
        assert session.ask({"op": "query"}, 30) == {"value": "64"}
        with pytest.raises(SessionLostError, match="lost"):
            session.ask({"op": "end"}, 30)
        with pytest.raises(StatementError, match="no connection yet"):
            session.ask({"op": "query"}, 30)
        session.set("buffer", {"op": "conf", "value": "64"})
        assert session.ask({"op": "query"}, 30) == {"value": "64"}
