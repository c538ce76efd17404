package io.placed.advise.workload;

import io.placed.io.BoundedCache;
import io.placed.io.IoCounters;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.vector.Batch;
import io.placed.vector.Values;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The distributions of a Placed table's columns, from pages at equal distances. They are kept for
 * the process, and read again once the table has half as many rows more, or less, or new ones in
 * place of others.
 */
public final class TableQuantiles implements QuantileSource {
  /**
   * Bounds of a sample.
   *
   * @param values that are sorted for a column, about
   * @param narrow rows that are read of columns of at most 8 bytes
   * @param wide rows that are read of wider columns
   * @param files that are opened
   * @param bytes of the values in memory; of long values there are fewer
   */
  record Limits(long values, long narrow, long wide, int files, long bytes) {}

  private static final Limits LIMITS = new Limits(1 << 18, 1 << 24, 1 << 21, 256, 64 << 20);

  private static final double GROWTH = 1.5;

  private static final long CACHED_BYTES = 32L << 20;
  private static final BoundedCache<Key, Made> CACHE = new BoundedCache<>(CACHED_BYTES);

  private final DataSet table;
  private final Snapshot snapshot;
  private final Limits limits;

  /** Field ids, because a column may be renamed and another one get its name. */
  private record Key(String table, int id, Type type) {}

  /**
   * @param nextRowId as of the snapshot
   */
  private record Made(long rows, long nextRowId, ColumnQuantiles quantiles) {
    /** Whether the table has changed so much that other quantiles are likely. */
    boolean isOutdated(long rowsNow, long nextRowIdNow) {
      // The newer rows replaced others, or the table is another one, which counts from 0.
      long newer = nextRowIdNow - nextRowId;
      return rowsNow > rows * GROWTH
          || rowsNow * GROWTH < rows
          || newer < 0
          || newer > rowsNow * (GROWTH - 1);
    }
  }

  /**
   * @param snapshot whose column names are used
   */
  public TableQuantiles(DataSet table, Snapshot snapshot) {
    this(table, snapshot, LIMITS);
  }

  TableQuantiles(DataSet table, Snapshot snapshot, Limits limits) {
    this.table = table;
    this.snapshot = snapshot;
    this.limits = limits;
  }

  /** Empty too if the table cannot be read, since ranks are not worth a failure. */
  @Override
  public Optional<ColumnQuantiles> quantiles(String column) {
    int at = snapshot.schema().indexOf(column);
    if (at < 0 || !RankOrder.isOrdered(snapshot.schema().field(at).type())) {
      return Optional.empty();
    }
    Field field = snapshot.schema().field(at);
    Key key = new Key(table.path(), field.id(), field.type());
    long rows = snapshot.rows();
    Made made = CACHE.get(key);
    if (made == null || made.isOutdated(rows, snapshot.nextRowId())) {
      try {
        made = new Made(rows, snapshot.nextRowId(), ColumnQuantiles.of(sample(field)));
      } catch (IOException | RuntimeException e) {
        return Optional.empty();
      }
      CACHE.put(key, made, made.quantiles().memoryBytes());
    }
    return Optional.of(made.quantiles());
  }

  private List<Object> sample(Field field) throws IOException {
    List<DataFile> all = byAge(snapshot.files());
    int step = (all.size() + limits.files() - 1) / limits.files();
    List<DataFile> files = new ArrayList<>();
    long rows = 0;
    for (int i = step / 2; i < all.size(); i += Math.max(1, step)) {
      files.add(all.get(i));
      rows += all.get(i).rows();
    }
    TypeKind kind = field.type().kind();
    boolean wide = kind == TypeKind.STRING || kind == TypeKind.BINARY || kind == TypeKind.DECIMAL;
    long most = wide ? limits.wide() : limits.narrow();
    long blocks = Math.max(1, (rows + most - 1) / most);
    long every = Math.max(1, (rows / blocks + limits.values() - 1) / limits.values());
    Thinned values = new Thinned(limits.bytes());
    long base = 0;
    for (DataFile file : files) {
      read(file, field, new SystematicRows(base, blocks, every), values);
      base += file.rows();
    }
    return values.kept;
  }

  /** Values at equal distances, which grow whenever those that are kept need too much memory. */
  private static final class Thinned {
    private final long limit;
    private List<Object> kept = new ArrayList<>();
    private long bytes;
    private long every = 1;
    private long seen;

    Thinned(long limit) {
      this.limit = limit;
    }

    void add(Object value) {
      if (seen++ % every != 0) {
        return;
      }
      kept.add(value);
      bytes += ColumnQuantiles.memoryBytes(value);
      while (bytes > limit && kept.size() > 1) {
        List<Object> half = new ArrayList<>();
        bytes = 0;
        for (int i = 0; i < kept.size(); i += 2) {
          half.add(kept.get(i));
          bytes += ColumnQuantiles.memoryBytes(kept.get(i));
        }
        kept = half;
        every *= 2;
      }
    }
  }

  /**
   * In the order of the rows' ids, that is, of the commits: values often grow with time, and the
   * order of paths is random. Files that no snapshot lists come last.
   */
  private static List<DataFile> byAge(List<DataFile> files) {
    return files.stream()
        .sorted(Comparator.comparingLong(f -> f.ids() == null ? Long.MAX_VALUE : f.ids().first()))
        .toList();
  }

  private void read(DataFile file, Field field, SystematicRows choice, Thinned values)
      throws IOException {
    ReadRequest asked = ReadRequest.all().withColumns(Schema.of(field)).withChoice(choice);
    try (FileReader reader = FileReader.open(table.input(file), new IoCounters());
        BatchReader batches = reader.read(file.request(snapshot.schema(), asked, null))) {
      while (batches.next()) {
        Batch batch = batches.batch();
        for (int i = 0; i < batch.rows(); i++) {
          values.add(Values.get(batch.column(0), i));
        }
      }
    }
  }
}
