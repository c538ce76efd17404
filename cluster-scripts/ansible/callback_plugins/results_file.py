"""An Ansible callback plugin that writes the results of a playbook as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from ansible.plugins.callback import CallbackBase

DOCUMENTATION = """
name: results_file
type: aggregate
short_description: writes failures, counts and reports of a playbook into a JSON file
description:
  - The file has the failures in their order, each with host, task and result, the counts of each host, and what
    tasks with set_stats report of it.
options:
  path:
    description: the file to write
    required: true
    env:
      - name: PLACED_ANSIBLE_RESULTS
"""


class CallbackModule(CallbackBase):
    """Collects failed and unreachable hosts, and writes the file when the playbook ends."""

    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "aggregate"
    CALLBACK_NAME = "results_file"
    CALLBACK_NEEDS_ENABLED = True

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.failures = []

    def _add(self, result):
        # The names with an underscore are those of all versions of ansible-core from 2.16 on.
        self.failures.append(
            {
                "host": result._host.get_name(),
                "task": result._task.get_name(),
                "result": self._dump_results(result._result),
            }
        )

    def v2_runner_on_failed(self, result, ignore_errors=False):
        if not ignore_errors:
            self._add(result)

    def v2_runner_item_on_failed(self, result):
        if not result._task.ignore_errors:
            self._add(result)

    def v2_runner_on_unreachable(self, result):
        self._add(result)

    def v2_playbook_on_stats(self, stats):
        hosts = {host: stats.summarize(host) for host in sorted(stats.processed)}
        reports = {host: dict(stats.custom[host]) for host in hosts if host in stats.custom}
        content = {"failures": self.failures, "hosts": hosts, "reports": reports}
        Path(self.get_option("path")).write_text(json.dumps(content, indent=1) + "\n")
