"""The provider that an experiment names."""

from __future__ import annotations

from ..experiment import Experiment
from ..state import State
from .base import Provider, Say
from .ec2 import Ec2Provider
from .existing import ExistingProvider
from .hosts import HostsProvider
from .local import LocalProvider

KINDS: dict[str, type[Provider]] = {
    "ec2": Ec2Provider,
    "hosts": HostsProvider,
    "local": LocalProvider,
    "existing": ExistingProvider,
}


def provider_for(experiment: Experiment, state: State, say: Say) -> Provider:
    """Makes the provider, without any request to it."""
    return KINDS[experiment.provider](experiment, state, say)
