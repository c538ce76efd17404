"""The maximum costs of an experiment on EC2, from the dated price list prices.yaml."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

import yaml

from . import HOME
from .errors import BudgetError, ClusterError
from .experiment import Ec2, Experiment, Machines
from .state import Spending, now, parse_stamp, stamp

HOURS_PER_MONTH = 730
"""AWS bills a GiB-month of a volume by the hour as this many hours."""


_FRESH_DAYS = 365
"""List prices seldom rise, but estimates from a table older than this carry a warning."""


@dataclass(frozen=True)
class Line:
    """One line of an estimate."""

    what: str
    count: int
    usd_per_hour: float


@dataclass(frozen=True)
class Estimate:
    """The hourly price of all machines."""

    lines: list[Line]
    hours: float
    prices_of: str

    @property
    def usd_per_hour(self) -> float:
        """All lines together."""
        return sum(line.count * line.usd_per_hour for line in self.lines)

    @property
    def usd(self) -> float:
        """The price if all machines run until they terminate themselves."""
        return self.usd_per_hour * self.hours

    @property
    def warning(self) -> str | None:
        """A warning if the prices are old."""
        days = (now().date() - date.fromisoformat(self.prices_of)).days
        if not self.lines or days <= _FRESH_DAYS:
            return None
        return (
            f"The prices are of {self.prices_of}, {days} days ago: look them up again, and write them and their date "
            "into cluster-scripts/prices.yaml"
        )


class Prices:
    """The price list of the repository, or another one."""

    def __init__(self, path: Path = HOME / "prices.yaml") -> None:
        content = yaml.safe_load(path.read_text())
        self.path = path
        self.date = str(content["date"])
        try:
            date.fromisoformat(self.date)
        except ValueError as e:
            raise ClusterError(f"{path}: date '{self.date}' is not a date such as 2026-01-31") from e
        self._regions = content["regions"]

    def machine(self, region: str, kind: str) -> float:
        """US dollars for an hour of one machine."""
        return self._price(region, "machines", kind)

    def volume(self, region: str, kind: str, gib: int) -> float:
        """US dollars for an hour of one volume."""
        return self._price(region, "volumes", kind) * gib / HOURS_PER_MONTH

    def address(self, region: str) -> float:
        """US dollars for an hour of one public address."""
        return float(self._region(region)["address"])

    def _price(self, region: str, what: str, kind: str) -> float:
        table = self._region(region)[what]
        if kind not in table:
            raise ClusterError(f"{self.path} has no price of {kind} in {region}: add it, or choose another type")
        return float(table[kind])

    def _region(self, region: str) -> dict[str, Any]:
        if region not in self._regions:
            known = ", ".join(self._regions)
            raise ClusterError(f"{self.path} has no prices of region {region} (it has {known}): add them")
        found: dict[str, Any] = self._regions[region]
        return found


def estimate(experiment: Experiment, prices: Prices | None = None) -> Estimate:
    """The price of the machines: the most expensive of alternative types, spot at the on-demand price."""
    table = prices or Prices()
    ec2 = experiment.ec2
    if experiment.provider != "ec2" or ec2 is None:
        return Estimate([], experiment.budget.hours, table.date)
    lines = [line for role in ("master", "workers") for line in _lines(ec2, role, table)]
    nodes = ec2.master.count + ec2.workers.count
    lines.append(Line("public addresses", nodes, table.address(ec2.region)))
    return Estimate(lines, experiment.budget.hours, table.date)


def _lines(ec2: Ec2, role: str, prices: Prices) -> list[Line]:
    machines: Machines = getattr(ec2, role)
    most_expensive = max(machines.types, key=lambda t: prices.machine(ec2.region, t))
    lines = [Line(f"{role}: {most_expensive}", machines.count, prices.machine(ec2.region, most_expensive))]
    root = prices.volume(ec2.region, "gp3", machines.root_gib)
    lines.append(Line(f"{role}: root volume, {machines.root_gib} GiB gp3", machines.count, root))
    for disk in machines.disks:
        price = prices.volume(ec2.region, disk.type, disk.gib)
        lines.append(Line(f"{role}: data volume, {disk.gib} GiB {disk.type}", machines.count, price))
    return lines


def check_cap(experiment: Experiment, deadline: datetime, since: datetime, earlier: list[Spending]) -> Spending:
    """What renting all machines from ``since`` to ``deadline`` can cost at most, if the cap allows that.

    Counts what earlier clusters of the same name can have cost, and the same cluster as it was before an edit of the
    experiment. Machines end themselves at the deadline, so no bill is higher than this, but for data transfer, and for
    prices that the table does not know.
    """
    price = estimate(experiment)
    same = [s for s in earlier if parse_stamp(s.start) == since]
    usd_per_hour = max(price.usd_per_hour, *(s.usd_per_hour for s in same), 0)
    spending = Spending(stamp(since), stamp(deadline), usd_per_hour)
    before = sum(s.usd() for s in earlier if s not in same)
    cap = experiment.budget.cap_usd
    if before + spending.usd() > cap:
        raise BudgetError(
            f"until {spending.end} this would cost up to ${spending.usd():.2f} (prices of {price.prices_of})"
            + (f" after ${before:.2f} before" if before else "")
            + f", more than budget.cap_usd of ${cap:.2f}: nothing was created; lower budget.hours or the machines, "
            "or raise the cap"
        )
    return spending
