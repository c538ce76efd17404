package io.placed.table.vacuum;

import java.util.List;

/**
 * The result of a vacuum, or what it would be for a dry run.
 *
 * @param snapshotsExpired number of snapshots removed
 * @param snapshotsKept number of snapshots retained
 * @param filesRemoved paths relative to the data set
 * @param bytesRemoved length of these files
 * @param filesUnfinished files of writes that are running or failed recently, which are kept
 * @param bytesUnfinished length of these files
 */
public record VacuumResult(
    long snapshotsExpired,
    long snapshotsKept,
    List<String> filesRemoved,
    long bytesRemoved,
    long filesUnfinished,
    long bytesUnfinished) {

  public VacuumResult {
    filesRemoved = List.copyOf(filesRemoved);
  }
}
