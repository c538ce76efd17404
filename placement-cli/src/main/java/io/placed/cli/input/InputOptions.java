package io.placed.cli.input;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for reading the input. */
public final class InputOptions {
  @Mixin public FormatOptions formats;

  @Mixin SnapshotOptions at;

  @Option(
      names = "--changes",
      paramLabel = "FIRST[:LAST]",
      description = {
        "Instead of a table, the rows that these snapshots of a data set added and removed, with"
            + " the columns _change_type, _commit_version and _commit_timestamp. Numbers or tags;"
            + " without LAST up to the latest."
      })
  public String changes;

  /** Whether a command reads the first rows only; not an option. */
  public boolean fewRows;
}
