package io.placed.table.vacuum;

import java.util.List;

/**
 * What a vacuum did, or with a dry run would do.
 *
 * @param snapshotsExpired how many snapshots are gone
 * @param snapshotsKept how many there are
 * @param filesRemoved paths relative to the data set
 * @param bytesRemoved length of these files
 * @param filesUnfinished files of writes that are in progress or failed not long ago, which stay
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
