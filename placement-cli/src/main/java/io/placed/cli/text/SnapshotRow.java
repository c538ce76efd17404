package io.placed.cli.text;

import io.placed.table.snapshot.SnapshotInfo;
import io.placed.text.Amounts;
import java.time.Instant;
import java.util.List;

/** A snapshot as a row of a table. */
public final class SnapshotRow {
  /** Names of the columns; one that begins with {@code >} is right-aligned. */
  public static final List<String> COLUMNS =
      List.of(
          ">snapshot",
          "time",
          "operation",
          ">files added",
          ">removed",
          ">rows added",
          ">bytes added",
          ">rows marked");

  private SnapshotRow() {}

  public static List<String> of(SnapshotInfo s) {
    return List.of(
        String.valueOf(s.id()),
        Instant.ofEpochMilli(s.timestampMillis()).toString(),
        s.restored() > 0 ? s.operation() + " to " + s.restored() : s.operation(),
        Amounts.count(s.filesAdded()),
        Amounts.count(s.filesRemoved()),
        Amounts.count(s.rowsAdded()),
        Amounts.bytes(s.bytesAdded()),
        Amounts.count(s.rowsMarked()));
  }
}
