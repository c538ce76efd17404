package io.placed;

import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.scan.FileReader;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.DataSetScan;
import io.placed.table.discovery.OpenedFile;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** What to read. */
public final class ReadBuilder {
  private final String path;
  private List<String> columns;
  private Predicate predicate;
  private long snapshot = -1;
  private Instant asOf;
  private Configuration hadoop;

  ReadBuilder(String path) {
    this.path = path;
  }

  /** Only these columns, in this order; all without it. */
  public ReadBuilder select(String... names) {
    columns = List.of(names);
    return this;
  }

  /** Only rows for which this is true; a second predicate must be true too. */
  public ReadBuilder where(Predicate condition) {
    predicate = predicate == null ? condition : Predicate.and(predicate, condition);
    return this;
  }

  /** The table as it was in this snapshot; the newest without it. */
  public ReadBuilder snapshot(long id) {
    snapshot = id;
    return this;
  }

  /** The table as it was at this moment; as it is now without it. */
  public ReadBuilder asOf(Instant moment) {
    asOf = moment;
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
   * Starts the scan; it sees the snapshot of this moment to its end.
   *
   * @throws java.io.FileNotFoundException if nothing is there
   * @throws IllegalArgumentException if a column does not exist
   */
  public TableScan open() throws IOException {
    DataSet dataSet = dataSet();
    if (snapshot >= 0 || asOf != null) {
      return scan(dataSet, current(), null);
    }
    Set<String> columnsUsed = columnsUsed();
    OpenedFile file = dataSet.openFile(columnsUsed);
    if (file == null) {
      return scan(dataSet, dataSet.current(columnsUsed), null);
    }
    try {
      return scan(dataSet, file.snapshot(), file.reader());
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private TableScan scan(DataSet dataSet, Snapshot s, FileReader opened) {
    Schema wanted = columns == null ? s.schema() : s.schema().select(columns);
    return new TableScan(new DataSetScan(dataSet, s, opened, wanted, predicate), wanted);
  }

  /** Those selected and those of the predicate; null for all. */
  private Set<String> columnsUsed() {
    if (columns == null) {
      return null;
    }
    Set<String> used = new LinkedHashSet<>(columns);
    if (predicate != null) {
      used.addAll(predicate.columns());
    }
    return used;
  }

  private Snapshot current() throws IOException {
    if (snapshot >= 0 && asOf != null) {
      throw new IllegalArgumentException(
          path + ": either snapshot " + snapshot + " or the table as of " + asOf);
    }
    if (asOf != null) {
      return dataSet().asOf(asOf.toEpochMilli());
    }
    return snapshot < 0 ? dataSet().current() : dataSet().snapshot(snapshot);
  }

  private DataSet dataSet() throws IOException {
    FileStores stores = Placed.stores(hadoop, path);
    return DataSet.at(stores, path);
  }
}
