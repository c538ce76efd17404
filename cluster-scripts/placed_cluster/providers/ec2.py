"""The provider ec2: rented machines in a network of their own, which terminate themselves at a deadline."""

from __future__ import annotations

import contextlib
import functools
import shlex
import urllib.error
import urllib.request
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from ..cost import check_cap
from ..errors import CapacityError, ClusterError
from ..experiment import Ec2, Experiment
from ..state import Node, Spending, State, now, parse_stamp, stamp
from .base import Access, Provider, Say
from .ec2_api import DEADLINE_TAG, HOLDING, ROLE_TAG, Ec2Api, one_of, tag_of
from .ec2_key import check_key, ensure_key
from .ec2_machines import Hardware, await_running, ensure_template, hardware, launch, machine_data
from .ec2_network import (
    Network,
    check_zones,
    checked_operator,
    deadline_tag,
    ensure_security_group,
    ensure_subnet,
    ensure_vpc,
    remove_subnet,
)
from .ec2_removal import left, remove_all, terminate
from .ec2_resumed import check_template, is_complete, tables_lost, with_running

_ADDRESS_SERVICE = "https://checkip.amazonaws.com"
_LEAST_LEFT = timedelta(minutes=10)


@dataclass(frozen=True)
class _Checked:
    """What the checks before an up found out."""

    since: datetime
    deadline: datetime
    spending: Spending
    operator: str
    hard: Hardware


class Ec2Provider(Provider):
    """Machines of EC2, all carrying the cluster's tag."""

    boot_s = 600

    def __init__(self, experiment: Experiment, state: State, say: Say) -> None:
        super().__init__(experiment, state, say)
        if experiment.ec2 is None:
            raise ClusterError("the experiment has no section ec2")
        self.ec2: Ec2 = experiment.ec2
        self._complete = False
        """Whether an earlier up had made all machines."""

    @functools.cached_property
    def api(self) -> Ec2Api:
        """EC2 of the experiment's region.

        :raises ClusterError: if the cluster was made in another region, where it may still cost money
        """
        made_in = self.state.facts.get("region", self.ec2.region)
        if made_in != self.ec2.region:
            raise ClusterError(
                f"the cluster was made in {made_in}, but the experiment says {self.ec2.region}: "
                f"set region to {made_in} again, run down, and then change it"
            )
        return Ec2Api(self.ec2.region, self.experiment.name)

    def describe(self) -> list[str]:
        e = self.ec2
        return [
            f"in {e.region}, the first of {', '.join(e.zones)} that has the machines: a network, a subnet, a "
            "gateway, a security group (ssh from your address only), a key pair, two launch templates"
            + (f", a placement group ({e.placement_group})" if e.placement_group != "none" else ""),
            f"1 master ({' or '.join(e.master.types)}) and {e.workers.count} workers ({' or '.join(e.workers.types)}, "
            f"at least {e.workers.fewest}), {e.market}, with encrypted volumes",
        ]

    def check(self) -> None:
        self._checked()

    def _checked(self) -> _Checked:
        api = self.api
        begun = deadline_tag(api)
        self._complete = begun is not None and is_complete(api, self.state.nodes)
        start = now()
        deadline = parse_stamp(begun) if begun else start + timedelta(hours=self.experiment.budget.hours)
        if deadline - start < _LEAST_LEFT:
            raise ClusterError(f"the cluster of an earlier up ends at {stamp(deadline)}: run down, then up again")
        since = parse_stamp(self.state.facts["since"]) if begun and "since" in self.state.facts else start
        rented = replace(self.experiment, ec2=with_running(api, self.ec2))
        spending = check_cap(rented, deadline, since, self.state.spending)
        check_key(api, self.ec2, self._key_file())
        operator = self._operator()
        check_zones(api, self.ec2.zones)
        hard = hardware(api, self.ec2)
        for role in ("master", "workers"):
            check_template(api, self.ec2, role, machine_data(self.ec2, role, hard, self._placement()))
        return _Checked(since, deadline, spending, operator, hard)

    def up(self) -> None:
        """Creates missing resources. If a first up fails or is interrupted, see ``failed``."""
        checked = self._checked()  # Also if ``check`` was called: software may have been built since then.
        self._remember(checked)
        try:
            self._create(self.api, checked)
        except BaseException as e:
            # Ctrl-C and SIGTERM, too. After a kill -9 the next up goes on, and down finds everything by its tag.
            self.failed(e)
            raise

    def failed(self, error: BaseException) -> None:
        """Deletes everything that a first up created. Machines of an earlier one go on, and what they cost is said."""
        if self._complete:
            self.say(f"up failed: {self._costs()}; down deletes them")
            return
        self.say(f"up failed ({str(error) or type(error).__name__}): deleting all created resources")
        try:
            self.down()
        except ClusterError as more:
            raise ClusterError(f"{error}; and the removal failed, too: {more}") from error

    def _costs(self) -> str:
        """The machines that run, for which money is due, and until when."""
        count = len(self.state.nodes)
        with contextlib.suppress(ClusterError):  # The reason why up failed may be that EC2 does not respond.
            count = len({i["InstanceId"] for i in self.api.instances("pending", "running")} | self.api.started)
        usd = self.state.spending[-1].usd_per_hour  # Those before are of earlier clusters.
        return f"{count} machines go on costing up to ${usd:.2f} an hour until {self.state.facts['deadline']}"

    def _create(self, api: Ec2Api, checked: _Checked) -> None:
        ec2 = self.ec2
        network = ensure_vpc(api, stamp(checked.deadline))
        group = ensure_security_group(api, network.vpc, checked.operator)
        key = ensure_key(api, ec2, self._key_file())
        placement = self._ensure_placement(api)
        templates = {
            role: ensure_template(api, ec2, role, checked.deadline, checked.hard, group, key, placement)
            for role in ("master", "workers")
        }
        self._collect_nodes(await_running(api, self._launch(api, network, templates)))

    def _launch(self, api: Ec2Api, network: Network, templates: dict[str, str]) -> set[str]:
        """All machines in one zone: the one that an earlier up began in, then the others in order.

        A cluster that was complete stays in its zone: in another one all its machines would end, with their data. If it
        has lost them all, there is nothing to stay with.
        """
        begun = [s["AvailabilityZone"] for s in api.find("describe_subnets", "Subnets")]
        zones = [*begun, *(z for z in self.ec2.zones if z not in begun)]
        if self._complete and begun and api.instances(*HOLDING):
            zones = begun
        for zone in zones:
            subnet = ensure_subnet(api, network, zone)
            try:
                master = launch(api, self.ec2.master, "master", templates["master"], subnet, self.say)
                return master | launch(api, self.ec2.workers, "workers", templates["workers"], subnet, self.say)
            except CapacityError as e:
                self.say(f"{zone}: {e}")
                if zone == zones[-1]:
                    raise
                terminate(api, self.say)
                remove_subnet(api, subnet)
        raise AssertionError  # There is a zone, and the last one raises.

    def _placement(self) -> str | None:
        return None if self.ec2.placement_group == "none" else f"placed-{self.api.cluster}"

    def _ensure_placement(self, api: Ec2Api) -> str | None:
        name = self._placement()
        if name is None:
            return None
        one_of(
            api.find("describe_placement_groups", "PlacementGroups"),
            lambda: api.call(
                "create_placement_group",
                GroupName=name,
                Strategy=self.ec2.placement_group,
                TagSpecifications=api.tags("placement-group"),
            ),
        )
        return name

    def _collect_nodes(self, instances: list[dict[str, Any]]) -> None:
        nodes = []
        number = 0
        for instance in sorted(instances, key=lambda i: str(i["InstanceId"])):
            role = "master" if tag_of(instance, ROLE_TAG) == "master" else "worker"
            number += role == "worker"
            nodes.append(_node(instance, role, "master" if role == "master" else f"worker{number:03}"))
        before, self.state.nodes = self.state.nodes, sorted(nodes, key=lambda n: n.name)
        advice = tables_lost(before, self.state.nodes, self.experiment.software.replication)
        if advice:
            forgotten = [self.state.facts.pop(fact, None) for fact in ("loaded", "tables")]
            if any(forgotten):
                self.say(f"the tables were lost with their machines: {advice}")
        self.state.save()

    def _remember(self, checked: _Checked) -> None:
        spending = checked.spending
        self.state.spending = [s for s in self.state.spending if s.start != spending.start] + [spending]
        self.state.facts.update(since=stamp(checked.since), deadline=stamp(checked.deadline), region=self.ec2.region)
        self.state.save()

    def _operator(self) -> str:
        if self.ec2.operator != "auto":
            return checked_operator(self.ec2.operator)
        try:
            with urllib.request.urlopen(_ADDRESS_SERVICE, timeout=10) as answer:
                return checked_operator(answer.read().decode() + "/32")
        except (urllib.error.URLError, TimeoutError) as e:
            raise ClusterError(
                f"ec2.operator: auto asks {_ADDRESS_SERVICE} for your address, which failed ({e}): write the address"
            ) from e

    def _key_file(self) -> Path:
        return self.state.folder / "ssh-key"

    def access(self) -> Access:
        known = self.state.folder / "known_hosts"
        # The quotes are for ssh: the option takes several files.
        options = ["-o", f'UserKnownHostsFile="{known}"', "-o", "StrictHostKeyChecking=accept-new"]
        if not self.ec2.public_key:
            options += ["-i", str(self._key_file()), "-o", "IdentitiesOnly=yes"]
        variables: dict[str, Any] = {
            "ansible_user": self.ec2.user,
            "ansible_python_interpreter": "/usr/bin/python3",
            "ansible_become": True,
            "ansible_ssh_common_args": shlex.join(options),
            "manage_system": True,
        }
        return Access(variables, [*options, "-l", self.ec2.user])

    def down(self) -> None:
        """Removes by tag, not by the state file, which may be lost or on another machine."""
        remove_all(self.api, self.say)
        ended = min(now(), parse_stamp(self.state.facts["deadline"])) if "deadline" in self.state.facts else now()
        for spending in self.state.spending:
            if parse_stamp(spending.end) > ended:
                spending.end = stamp(ended)
        # What was spent is remembered: the cap counts it the next time.
        self.state.nodes, self.state.facts = [], {}
        if self.state.folder.exists():
            self.state.save()
            for name in ("ssh-key", "ssh-key.pub", "known_hosts"):
                with contextlib.suppress(FileNotFoundError):
                    (self.state.folder / name).unlink()

    def status(self) -> list[str]:
        api = self.api
        instances = api.instances()
        lines = []
        for role, wanted in (("master", 1), ("workers", self.ec2.workers.count)):
            states: dict[str, int] = {}
            for i in instances:
                if tag_of(i, ROLE_TAG) == role:
                    states[i["State"]["Name"]] = states.get(i["State"]["Name"], 0) + 1
            shown = ", ".join(f"{n} {s}" for s, n in sorted(states.items())) or "none"
            lost = wanted - states.get("running", 0) - states.get("pending", 0)
            lines.append(
                f"{role}: {shown}" + (f"; up starts the {lost} that are missing" if instances and lost > 0 else "")
            )
        deadlines = sorted({str(tag_of(i, DEADLINE_TAG)) for i in instances})
        if deadlines:
            lines.append(f"ends itself at {', '.join(deadlines)}")
        spent = sum(s.usd() for s in self.state.spending)
        lines.append(f"machines rented so far cost at most ${spent:.2f} by their deadlines")
        others = [x for x in left(api) if not x.startswith("instance ")]
        lines.append(f"{len(others)} other resources" + (f": {', '.join(others)}" if others else ""))
        return lines


def _node(instance: dict[str, Any], role: str, name: str) -> Node:
    return Node(name, role, instance["PublicIpAddress"], instance["PrivateIpAddress"], "/opt/placed", ["/data"])
