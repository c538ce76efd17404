package io.placed;

import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.DataSetScan;
import io.placed.table.OpenTable;
import io.placed.table.changes.ChangeRange;
import io.placed.table.discovery.OpenedFile;
import io.placed.table.file.RowIdColumns;
import io.placed.table.snapshot.Snapshot;
import io.placed.vector.Batch;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** Describes a scan: columns, filter and snapshot. */
public final class ReadBuilder {
  private final String path;
  private List<String> columns;
  private Predicate predicate;
  private Long snapshot;
  private Instant asOf;
  private ChangeRange changes;
  private Configuration hadoop;

  ReadBuilder(String path) {
    this.path = path;
  }

  /**
   * Reads only these columns, in this order. Default: all columns of the table. {@code _row_id} and
   * {@code _row_version} are columns, too: a number that no other row of the table ever has, and
   * the snapshot that last changed the row; null in files that no snapshot lists.
   */
  public ReadBuilder select(String... names) {
    columns = List.of(names);
    return this;
  }

  /** Reads only rows that match the predicate; several predicates are combined with AND. */
  public ReadBuilder where(Predicate condition) {
    predicate = predicate == null ? condition : Predicate.and(predicate, condition);
    return this;
  }

  /**
   * Reads this snapshot. Default: the latest.
   *
   * @throws IllegalArgumentException if the id is negative
   */
  public ReadBuilder snapshot(long id) {
    if (id < 0) {
      throw new IllegalArgumentException(
          path + ": the id of a snapshot must not be negative, found " + id);
    }
    snapshot = id;
    return this;
  }

  /** Reads the snapshot that was the latest at this time. Default: the latest. */
  public ReadBuilder asOf(Instant moment) {
    asOf = moment;
    return this;
  }

  /**
   * Reads the rows that snapshots added and removed, instead of a state. Columns {@code
   * _change_type} ({@code insert} or {@code delete}), {@code _commit_version} and {@code
   * _commit_timestamp} say how, by which snapshot and when. An updated row is deleted and inserted;
   * rewrites change no row.
   *
   * @param first id of the first snapshot; the one before it must not have expired
   * @param last id of the last snapshot, whose columns the rows have
   */
  public ReadBuilder changes(long first, long last) {
    changes = new ChangeRange(first, last);
    return this;
  }

  /**
   * The same up to the latest snapshot.
   *
   * @param first may be the one that is committed next: then there are no changes yet
   */
  public ReadBuilder changesFrom(long first) {
    changes = new ChangeRange(first, null);
    return this;
  }

  /** The configuration for file systems other than the local one. */
  public ReadBuilder hadoop(Configuration configuration) {
    hadoop = configuration;
    return this;
  }

  /** The columns of the table. */
  public Schema schema() throws IOException {
    return current().schema();
  }

  /**
   * Starts the scan. It reads the same snapshot until its end.
   *
   * @throws java.io.FileNotFoundException if the table does not exist
   * @throws IllegalArgumentException if a column does not exist
   */
  public TableScan open() throws IOException {
    DataSet dataSet = dataSet();
    OpenedFile file = isCurrent() ? dataSet.openFile(columnsUsed()) : null;
    if (file == null) {
      Snapshot s = snapshotToRead(dataSet);
      Schema wanted = wanted(s);
      return new TableScan(new DataSetScan(dataSet, s, wanted, predicate), wanted);
    }
    try {
      Schema wanted = wanted(file.snapshot());
      return new TableScan(new DataSetScan(dataSet, file, wanted, predicate), wanted);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Opens the table for many small reads, of rows by number or by filter. Filters are given to the
   * reader.
   *
   * @throws java.io.FileNotFoundException if the table does not exist
   * @throws IllegalArgumentException if a column does not exist, or a filter or changes were asked
   *     for
   */
  public TableReader openReader() throws IOException {
    if (predicate != null || changes != null) {
      throw new IllegalArgumentException(
          path
              + (changes != null
                  ? ": changes are read by a scan; use open()"
                  : ": give the filter " + predicate + " to the reader's scan()"));
    }
    DataSet dataSet = dataSet();
    // A filter may use any column.
    OpenedFile file = isCurrent() ? dataSet.openFile(null) : null;
    if (file == null) {
      Snapshot s = snapshotToRead(dataSet);
      return new TableReader(new OpenTable(dataSet, s, wanted(s)), wanted(s));
    }
    try {
      Schema wanted = wanted(file.snapshot());
      return new TableReader(new OpenTable(dataSet, file, wanted), wanted);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Reads rows by their numbers: positions in a single file, {@code _row_id} in a table; see {@link
   * TableReader#rows}. For many reads use {@link #openReader}.
   */
  public Batch rows(long... numbers) throws IOException {
    try (TableReader reader = openReader()) {
      return reader.rows(numbers);
    }
  }

  private boolean isCurrent() {
    return snapshot == null && asOf == null && changes == null;
  }

  private Snapshot snapshotToRead(DataSet dataSet) throws IOException {
    return isCurrent() ? dataSet.current(columnsUsed()) : current();
  }

  private Schema wanted(Snapshot s) {
    return columns == null ? s.schema() : RowIdColumns.with(s.schema(), columns).select(columns);
  }

  /** The selected columns and those of the predicate; null for all, or if they may be others. */
  private Set<String> columnsUsed() {
    if (columns == null) {
      return null;
    }
    Set<String> used = new LinkedHashSet<>(columns);
    if (predicate != null) {
      used.addAll(predicate.columns());
    }
    return used.stream().anyMatch(RowIdColumns::isName) ? null : used;
  }

  private Snapshot current() throws IOException {
    if (snapshot != null && asOf != null) {
      throw new IllegalArgumentException(
          path + ": set either snapshot " + snapshot + " or asOf " + asOf + ", not both");
    }
    if (changes != null) {
      if (snapshot != null || asOf != null) {
        throw new IllegalArgumentException(
            path + ": changes are read of a range of snapshots; do not set snapshot or asOf, too");
      }
      return dataSet().changes(changes);
    }
    if (asOf != null) {
      return dataSet().asOf(asOf.toEpochMilli());
    }
    return snapshot == null ? dataSet().current() : dataSet().snapshot(snapshot);
  }

  private DataSet dataSet() throws IOException {
    FileStores stores = Placed.stores(hadoop, path);
    return DataSet.at(stores, path);
  }
}
