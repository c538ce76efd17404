"""The provider existing: a cluster with its own Spark and Hive (YARN, EMR); only data and measurements are ours."""

from __future__ import annotations

from ..errors import ClusterError
from ..experiment import Existing, Experiment
from ..state import Node, State
from .base import Access, Provider, Say


class ExistingProvider(Provider):
    """One node from which drivers are started: this machine, or one that is reached by ssh."""

    installs = False

    def __init__(self, experiment: Experiment, state: State, say: Say) -> None:
        super().__init__(experiment, state, say)
        if experiment.existing is None:
            raise ClusterError("the experiment has no section existing")
        self.existing: Existing = experiment.existing

    def describe(self) -> list[str]:
        e = self.existing
        where = e.ssh or "this machine"
        return [f"nothing; drivers run on {where} with {' '.join(e.spark_submit)}, data goes to {e.hdfs}"]

    def up(self) -> None:
        host = self.existing.ssh or "localhost"
        self.state.nodes = [Node("master", "master", host, host, self.existing.jars)]
        self.state.save()

    def access(self) -> Access:
        return Access(local=self.existing.ssh is None)

    def down(self) -> None:
        """Forgets the cluster; the tables in HDFS are kept."""
        if self.state.nodes:
            self.say(f"kept: tables in {self.existing.hdfs} and jars in {self.existing.jars}")
        self.state.forget()

    def status(self) -> list[str]:
        return self.describe()
