"""The command line: plan, up, load, run, collect, report, down, status."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import click
from rich.console import Console
from rich.table import Table

from .cells import describe_grid
from .collect import folder_of
from .cost import estimate
from .errors import ClusterError
from .experiment import Experiment, load_experiment
from .providers.base import Provider
from .providers.choice import provider_for
from .results import Results
from .state import State, now

_console = Console(stderr=True, highlight=False)


def say(text: str) -> None:
    """Prints a progress line with the time."""
    _console.print(f"[dim]{now():%H:%M:%S}[/dim] ", end="")
    _console.print(text, markup=False, soft_wrap=True)


def _terminated(_signal: int, _frame: Any) -> NoReturn:
    raise KeyboardInterrupt


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def cli() -> None:
    """Cluster benchmarks of Placed, ORC and Parquet on Spark and Hive.

    EXPERIMENT is a YAML file, or the name of one in cluster-scripts/experiments: smoke, fig9-today, fig9-2013.
    """


def _verb(function: Callable[..., None]) -> Any:
    """A command on an experiment's cluster."""

    @click.argument("experiment", type=click.Path(path_type=Path))
    @click.option("--name", help="Name of the cluster. Default: the name of the experiment.")
    def command(experiment: Path, name: str | None, **options: Any) -> None:
        loaded = load_experiment(experiment)
        if name:
            loaded = _renamed(loaded, name)
        function(loaded, **options)

    # Options that were declared on the function.
    command.__click_params__ = getattr(function, "__click_params__", []) + command.__click_params__  # type: ignore[attr-defined]
    return cli.command(function.__name__.rstrip("_"), help=function.__doc__)(command)


def _renamed(experiment: Experiment, name: str) -> Experiment:
    from dataclasses import replace

    try:
        return replace(experiment, name=name)
    except ValueError as e:
        raise ClusterError(f"--name: {e}") from e


def _provider(experiment: Experiment) -> Provider:
    return provider_for(experiment, State.of(experiment.name), say)


def _show_plan(experiment: Experiment, provider: Provider) -> None:
    out = Console(highlight=False)
    out.print(f"[bold]{experiment.name}[/bold]  {experiment.description}", soft_wrap=True)
    for text in [*provider.describe(), *describe_grid(experiment)]:
        out.print(f"- {text}", markup=False, soft_wrap=True)
    price = estimate(experiment)
    if not price.lines:
        out.print("- no costs: no machine is rented")
        return
    table = Table(title=f"US dollars, list prices of {price.prices_of}", title_justify="left")
    table.add_column("what")
    for column in ("count", "each per hour", "all per hour"):
        table.add_column(column, justify="right")
    for line in price.lines:
        table.add_row(line.what, str(line.count), f"{line.usd_per_hour:.4f}", f"{line.count * line.usd_per_hour:.2f}")
    table.add_row("all", "", "", f"{price.usd_per_hour:.2f}")
    out.print(table)
    out.print(
        f"At most {price.hours:g} hours until every machine terminates itself: at most ${price.usd:.2f} "
        f"(cap: ${experiment.budget.cap_usd:.2f}), excluding data transfer.",
        soft_wrap=True,
    )
    if price.warning:
        out.print(f"[yellow]{price.warning}[/yellow]", soft_wrap=True)


@_verb
def plan(experiment: Experiment) -> None:
    """Show the resources, the measurements and the maximum costs. Creates nothing."""
    _show_plan(experiment, _provider(experiment))


@_verb
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@click.option("--machines-only", is_flag=True, help="Rent machines, but install nothing.")
def up(experiment: Experiment, yes: bool, machines_only: bool) -> None:
    """Create the cluster: machines, software, services. Resumes an interrupted up."""
    provider = _provider(experiment)
    _show_plan(experiment, provider)
    if not yes and not click.confirm("Create this?", default=False, err=True):
        raise ClusterError("nothing was created")
    if machines_only:
        provider.up()
        return
    from .install import install, prepare

    # Before anything costs money.
    provider.check()
    bundle = prepare(provider, say)
    provider.up()
    try:
        install(provider, bundle, say)
    except BaseException as e:  # Ctrl-C and SIGTERM, too.
        provider.failed(e)
        raise


def _results_option(function: Callable[..., None]) -> Callable[..., None]:
    return click.option(
        "--results", type=click.Path(path_type=Path), help="Folder of results. Default: placed-results/NAME."
    )(function)


@_verb
def load(experiment: Experiment) -> None:
    """Generate the data on the cluster and write them in every format. Resumes an interrupted load."""
    from .load import load as load_data

    load_data(_provider(experiment), say)


@_verb
@_results_option
def run(experiment: Experiment, results: Path | None) -> None:
    """Run all queries that have no result yet; a time counts only if the query result is correct."""
    from .run import Runner

    provider = _provider(experiment)
    failures = Runner(provider, Results(folder_of(experiment.name, results)), say).run()
    if failures:
        raise ClusterError(f"{failures} runs failed or returned a wrong result: repeat them with run, see report")


@_verb
@_results_option
def collect(experiment: Experiment, results: Path | None) -> None:
    """Copy logs and settings of all nodes into the folder of results."""
    from .collect import collect as collect_files

    collect_files(_provider(experiment), Results(folder_of(experiment.name, results)), say)


@_verb
@_results_option
def report(experiment: Experiment, results: Path | None) -> None:
    """Write report.md and charts from the results. Needs no cluster."""
    from .report import report as write_report

    click.echo(write_report(experiment, Results(folder_of(experiment.name, results))))


@_verb
def status(experiment: Experiment) -> None:
    """Show the current state of the cluster."""
    for line in _provider(experiment).status():
        click.echo(line)


@_verb
def down(experiment: Experiment) -> None:
    """Delete the cluster and all its resources. Results are kept."""
    _provider(experiment).down()


def main() -> None:
    """Entry point: errors that the user can act on are printed as one sentence."""
    signal.signal(signal.SIGTERM, _terminated)
    try:
        cli(standalone_mode=False)
    except ClusterError as e:
        _console.print(f"placed-cluster: {e}", style="red", markup=False, soft_wrap=True)
        sys.exit(1)
    except click.ClickException as e:
        e.show()
        sys.exit(e.exit_code)
    except (KeyboardInterrupt, click.Abort):
        _console.print("placed-cluster: interrupted", style="red")
        sys.exit(130)
