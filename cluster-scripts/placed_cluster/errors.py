"""Errors that the user can act on."""


class ClusterError(Exception):
    """Shown as one sentence and an exit code of 1, without a stack trace."""


class CapacityError(ClusterError):
    """The cloud currently has no capacity for the requested machines."""


class BusyError(ClusterError):
    """A resource to delete is still in use by another one that is being deleted."""


class BudgetError(ClusterError):
    """The request might cost more than the budget of the experiment."""
