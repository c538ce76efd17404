package io.placed.cli.store;

import io.placed.cli.error.CliException;
import io.placed.formats.BatchSource;
import io.placed.formats.FileFormat;
import io.placed.formats.Schemas;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.DataSetScan;
import io.placed.table.OpenTable;
import io.placed.table.changes.ChangeRange;
import io.placed.table.discovery.SnapshotHistory;
import io.placed.table.snapshot.Snapshot;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Placed data sets and files. Each is read in the snapshot from which its schema was taken. */
public final class PlacedFormat implements FileFormat {
  private record Opened(DataSet dataSet, Snapshot snapshot) {}

  private final FileStores stores;
  private final Moment moment;
  private final String changes;
  private final boolean stopsEarly;
  private final Map<String, Opened> opened = new HashMap<>();
  private Predicate filter;

  /**
   * @param changes {@code FIRST[:LAST]}, snapshots whose changes are read; null = a state is read
   * @param stopsEarly whether probably only the first rows are read
   */
  public PlacedFormat(FileStores stores, Moment moment, String changes, boolean stopsEarly) {
    this.stores = stores;
    this.moment = moment;
    this.changes = changes;
    this.stopsEarly = stopsEarly;
  }

  /** From now on, only rows for which a condition is true are read. */
  public void filter(Predicate condition) {
    filter = condition;
  }

  private Opened opened(String path) throws IOException {
    Opened known = opened.get(path);
    if (known == null) {
      DataSet dataSet = DataSet.at(stores, path);
      known = new Opened(dataSet, changes == null ? moment.of(stores, dataSet) : changes(dataSet));
      opened.put(path, known);
    }
    return known;
  }

  private Snapshot changes(DataSet dataSet) throws IOException {
    String[] ends = changes.split(":", 2);
    SnapshotHistory history = dataSet.directory().history();
    boolean open = ends.length == 1 || ends[1].isBlank();
    try {
      return dataSet.changes(
          new ChangeRange(history.id(ends[0]), open ? null : Long.valueOf(history.id(ends[1]))));
    } catch (IllegalArgumentException e) {
      throw new CliException("--changes " + changes + ": " + e.getMessage());
    }
  }

  @Override
  public Schema schema(List<String> paths) throws IOException {
    Schema schema = null;
    for (String path : paths) {
      Schema here = opened(path).snapshot().schema();
      schema = schema == null ? here : Schemas.merge(paths.get(0), schema, path, here);
    }
    return schema;
  }

  /** Bytes of the files of the state that is read. */
  public long bytes(String path) throws IOException {
    return opened(path).snapshot().bytes();
  }

  @Override
  public long rows(String path) {
    Opened known = opened.get(path);
    return known == null ? -1 : known.snapshot().rows();
  }

  @Override
  public BatchSource open(String path, Schema wanted) throws IOException {
    Opened o = opened(path);
    DataSetScan scan = new DataSetScan(o.dataSet(), o.snapshot(), wanted, filter);
    return new Source(stopsEarly ? scan.stopsEarly() : scan, wanted, o);
  }

  /**
   * Rows by number, in the order asked: positions in a single file, row ids in a data set.
   *
   * @throws IllegalArgumentException that names a number which no row has
   */
  public Batch rows(String path, Schema wanted, long[] numbers) throws IOException {
    Opened o = opened(path);
    try (OpenTable table = new OpenTable(o.dataSet(), o.snapshot(), wanted)) {
      return table.rows(numbers);
    }
  }

  private static final class Source implements BatchSource {
    private final DataSetScan scan;
    private final Schema schema;
    private final long totalRows;
    private long done;

    Source(DataSetScan scan, Schema schema, Opened o) {
      this.scan = scan;
      this.schema = schema;
      this.totalRows = o.snapshot().rows();
    }

    @Override
    public Schema schema() {
      return schema;
    }

    @Override
    public boolean next() throws IOException {
      boolean more = scan.next();
      done += more ? scan.batch().rows() : 0;
      return more;
    }

    @Override
    public Batch batch() {
      return scan.batch();
    }

    @Override
    public double fraction() {
      return totalRows == 0 ? 1 : (double) done / totalRows;
    }

    @Override
    public void close() throws IOException {
      scan.close();
    }
  }
}
