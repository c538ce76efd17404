package io.placed.table.metadata;

import io.placed.table.discovery.TableDirectory;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.source.Moment;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The tables that show the metadata of a table. Columns are named as in Iceberg. */
public enum MetadataTable {
  /** What each commit did; newest first. */
  SNAPSHOTS(false),
  /** Which snapshot was the newest when; newest first. */
  HISTORY(false),
  /** The data files of a snapshot, with statistics. */
  FILES(true),
  /** The manifests that a snapshot lists; the latest files are not in one. */
  MANIFESTS(true),
  /** Sums of the files of a snapshot by partition. */
  PARTITIONS(true),
  /** Names of snapshots. */
  TAGS(false);

  /** Whether it is about one snapshot, and not about all. */
  private final boolean ofSnapshot;

  MetadataTable(boolean ofSnapshot) {
    this.ofSnapshot = ofSnapshot;
  }

  /** As users write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The table of this name, in any case. */
  public static Optional<MetadataTable> find(String name) {
    return Arrays.stream(values()).filter(t -> t.name().equalsIgnoreCase(name)).findFirst();
  }

  /**
   * @throws IllegalArgumentException that names those that there are
   */
  public static MetadataTable of(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + name
                        + "' is not a metadata table; there are "
                        + String.join(", ", names())));
  }

  public static List<String> names() {
    return Arrays.stream(values()).map(MetadataTable::text).toList();
  }

  /**
   * Reads the log.
   *
   * @param paths how the engine spells the path of a file
   * @param declared the table as a catalog has it, until there is something at its path; null if no
   *     catalog has it
   * @throws IllegalArgumentException if a moment is given and this table is about all snapshots
   */
  public MetadataRows open(
      TableDirectory table, Moment moment, UnaryOperator<String> paths, Snapshot declared)
      throws IOException {
    if (!ofSnapshot && !moment.isNow()) {
      throw new IllegalArgumentException(
          table.path()
              + ": "
              + text()
              + " shows all snapshots; a snapshot or a time can be chosen for files, manifests and"
              + " partitions");
    }
    if (!ofSnapshot) {
      return switch (this) {
        case SNAPSHOTS -> LogRows.snapshots(table);
        case HISTORY -> LogRows.history(table);
        default -> LogRows.tags(table);
      };
    }
    Snapshot snapshot = snapshot(table, moment, declared);
    return switch (this) {
      case FILES -> new FileRows(table, snapshot, paths);
      case MANIFESTS -> LogRows.manifests(table, snapshot, paths);
      default -> new PartitionRows(snapshot);
    };
  }

  private static Snapshot snapshot(TableDirectory table, Moment moment, Snapshot declared)
      throws IOException {
    try {
      return moment.of(table);
    } catch (FileNotFoundException e) {
      if (declared == null || !moment.isNow()) {
        throw e;
      }
      return declared;
    }
  }
}
