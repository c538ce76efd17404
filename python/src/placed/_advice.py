"""What the adviser found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._html import frame

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, repr=False)
class Advice:
    """The placement that a table should have for a workload, and what each query gains.

    ``text`` is what ``placed advise`` prints, ``json`` what it prints with ``--json``, as a
    dictionary, and ``html`` its page.
    """

    text: str
    json: dict[str, Any]
    html: str

    @property
    def change(self) -> bool:
        """Whether a rewrite pays."""
        return self.json["change"]

    @property
    def placement(self) -> str:
        """The best placement found, also if a rewrite does not pay."""
        return self.json["best"]

    @property
    def profile(self) -> str:
        """The profile that goes with it: ``fast``, ``balanced`` or ``compact``."""
        return self.json["then"]["profile"]

    @property
    def partitioning(self) -> str:
        """The partitions that go with it, as in SQL; empty for none."""
        return self.json["then"]["partitioning"]

    @property
    def reason(self) -> str:
        """One sentence about the decision."""
        return self.json["reason"]

    @property
    def queries(self) -> list[dict[str, Any]]:
        """What each query reads now and under the best placement.

        Bytes are those of needed pages, ``ms`` milliseconds of one thread; ``low`` and ``high`` are
        the ends of the 90 % bars.
        """
        return [self._query(q) for q in self.json["queries"]]

    @staticmethod
    def _query(query: dict[str, Any]) -> dict[str, Any]:
        row = {name: query[name] for name in ("name", "runs", "weight", "share", "text", "copy")}
        for when in ("before", "after"):
            reads = query[when]
            row[f"requests_{when}"] = reads["requests"]
            for name, unit, factor in (("bytes", "bytes", 1), ("seconds", "ms", 1000)):
                estimate = reads[name]
                row[f"{unit}_{when}"] = factor * estimate["mean"]
                row[f"{unit}_{when}_low"] = factor * estimate["low"]
                row[f"{unit}_{when}_high"] = factor * estimate["high"]
        return row

    def to_pandas(self) -> pandas.DataFrame:
        """The queries as a frame of pandas, which has to be installed."""
        import pandas

        return pandas.DataFrame(self.queries)

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return frame(self.html, _height(len(self.json["queries"])), self.text)


@dataclass(frozen=True, repr=False)
class Check:
    """What an advice predicted that was followed, and what scans counted since.

    ``text``, ``json`` and ``html`` are those of ``placed advise --check``.
    """

    text: str
    json: dict[str, Any]
    html: str

    @property
    def queries(self) -> list[dict[str, Any]]:
        """Predicted and counted bytes, requests and milliseconds of each query.

        ``ms_predicted`` is None if the advice did not know how long the query took before.
        """
        return [
            {
                "name": q["name"],
                "scans": q["scans"],
                "bytes_predicted": q["predicted"]["bytes"]["mean"],
                "bytes_low": q["predicted"]["bytes"]["low"],
                "bytes_high": q["predicted"]["bytes"]["high"],
                "bytes_counted": q["bytes"],
                "requests_predicted": q["predicted"]["requests"],
                "requests_counted": q["requests"],
                "ms_predicted": 1000 * q["predicted"]["seconds"]["mean"] if q["timed"] else None,
                "ms_measured": 1000 * q["seconds"],
                "within_bar": q["withinBar"],
            }
            for q in self.json["queries"]
        ]

    def to_pandas(self) -> pandas.DataFrame:
        """The queries as a frame of pandas, which has to be installed."""
        import pandas

        return pandas.DataFrame(self.queries)

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return frame(self.html, _height(len(self.json["queries"])), self.text)


def _height(queries: int) -> int:
    return 60 * min(queries, 20) + 500
