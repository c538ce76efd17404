"""What goes wrong in a way that a person can do something about."""


class ClusterError(Exception):
    """Shown as one sentence and an exit code of 1, without a stack trace."""


class CapacityError(ClusterError):
    """The cloud has no more machines of the kinds that were asked for, for now."""


class BusyError(ClusterError):
    """What should be removed is still used by something that is on its way out."""


class BudgetError(ClusterError):
    """What was asked for might cost more than the experiment allows."""
