"""Cluster benchmarks of Placed, ORC and Parquet on Spark and Hive."""

from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
"""The folder cluster-scripts of the checkout that this package is installed from."""
