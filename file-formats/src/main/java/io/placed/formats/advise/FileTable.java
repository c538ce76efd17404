package io.placed.formats.advise;

import io.placed.advise.AdvisedTable;
import io.placed.advise.Rewriting;
import io.placed.advise.cost.ReadCost;
import io.placed.formats.zones.FileZones;
import io.placed.formats.zones.RowIntervals;
import io.placed.formats.zones.Zone;
import io.placed.formats.zones.ZonePruning;
import io.placed.formats.zones.ZonedFormat;
import io.placed.io.ByteRange;
import io.placed.io.FileStores;
import io.placed.io.InputFile;
import io.placed.io.ReadPlanner;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.fetch.Devices;
import io.placed.scan.plan.StepSize;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.statistics.StatisticsCollector;
import io.placed.vector.Column;
import io.placed.vector.Values;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table of Parquet or ORC files. Not thread-safe. */
final class FileTable implements AdvisedTable {
  /** Footers that stay in memory, so that queries are planned without reading them again. */
  private static final int OPEN_FILES = 256;

  /** Files that are decoded for a sample, and of which sizes are taken. */
  private static final int SAMPLED_FILES = 64;

  /** Rows of a run of a sample: shorter ones represent a clustered table better. */
  private static final int RUN_ROWS = 512;

  /** For so few rows it does not matter which. */
  private static final int FEW_ROWS = 4096;

  private static final int MAX_REQUEST = 1 << 30;

  private final TableDescription table;
  private final ZonedFormat format;
  private final FileStores stores;
  private final Map<Object, Integer> partitions = new HashMap<>();
  private final Rewriting rewriting;
  private final Map<String, FileZones> open = new LinkedHashMap<>(16, 0.75f, true);

  FileTable(TableDescription table, FileStores stores) {
    this.table = table;
    this.format = table.format();
    this.stores = stores;
    this.rewriting = table.rewriting();
    table.parts().forEach(p -> partitions.putIfAbsent(p.group(), partitions.size()));
  }

  @Override
  public String name() {
    return table.path();
  }

  @Override
  public Schema schema() {
    return table.schema();
  }

  @Override
  public List<String> partitionColumns() {
    return table.partitionColumns();
  }

  @Override
  public long rows() {
    return table.rows();
  }

  @Override
  public long bytes() {
    return table.parts().stream().mapToLong(TablePart::length).sum();
  }

  @Override
  public Placement placement() {
    return table.placement();
  }

  @Override
  public WriteOptions writeOptions() {
    return WriteOptions.defaults().withPlacement(placement());
  }

  @Override
  public Rewriting rewriting() {
    return rewriting;
  }

  @Override
  public Device device() throws IOException {
    return Devices.of(first());
  }

  @Override
  public StepSize steps() throws IOException {
    return StepSize.of(first());
  }

  private InputFile first() throws IOException {
    String path = table.parts().get(0).path();
    return stores.forPath(path).input(path);
  }

  ZonedFormat format() {
    return format;
  }

  int partition(TablePart part) {
    return partitions.get(part.group());
  }

  /** Files at equal distances. */
  private List<TablePart> some() {
    List<TablePart> all = table.parts();
    int n = Math.min(SAMPLED_FILES, all.size());
    List<TablePart> out = new ArrayList<>();
    for (int k = 0; k < n; k++) {
      out.add(all.get((int) ((k + 0.5) * all.size() / n)));
    }
    return out;
  }

  @Override
  public double[] bytesPerRow() throws IOException {
    double[] out = new double[schema().size()];
    long rows = 0;
    for (TablePart p : some()) {
      rows += p.rows();
      for (int c = 0; c < out.length; c++) {
        String name = p.inFile(schema().field(c).name());
        out[c] += name == null ? 0 : bytes(p, List.of(name));
      }
    }
    for (int c = 0; c < out.length; c++) {
      out[c] /= Math.max(1, rows);
    }
    return out;
  }

  /** Stored bytes of some columns of a file, by their names in the file. */
  long bytes(TablePart part, List<String> columns) throws IOException {
    FileZones zones = zones(part);
    long sum = 0;
    for (int g = 0; g < zones.groups(); g++) {
      for (String c : columns) {
        sum += zones.bytes(g, c);
      }
    }
    return sum;
  }

  private FileZones zones(TablePart part) throws IOException {
    FileZones known = open.get(part.path());
    if (known == null) {
      if (open.size() >= OPEN_FILES) {
        String eldest = open.keySet().iterator().next();
        open.remove(eldest).close();
      }
      known = format.zones(part.path());
      open.put(part.path(), known);
    }
    return known;
  }

  @Override
  public Rows sample(List<String> columns, long rows) {
    if (rows >= rows() || rows <= FEW_ROWS) {
      return scan(columns);
    }
    List<TablePart> chosen = some();
    long all = chosen.stream().mapToLong(TablePart::rows).sum();
    long runs = Math.max(1, rows / RUN_ROWS);
    long step = Math.max(RUN_ROWS, all / runs);
    return new FileRows(
        this, chosen, schema().select(columns), new FileRows.Choice(step, RUN_ROWS));
  }

  @Override
  public Rows scan(List<String> columns) {
    return new FileRows(this, table.parts(), schema().select(columns), FileRows.Choice.ALL);
  }

  @Override
  public ReadCost read(List<String> columns, Predicate filter, Device device) throws IOException {
    ZonePruning pruning = new ZonePruning(schema());
    ReadCost sum = ReadCost.NONE;
    for (TablePart part : table.parts()) {
      if (part.rows() == 0 || filter != null && isSkipped(part, filter, pruning)) {
        continue;
      }
      FileZones zones = zones(part);
      List<ByteRange> ranges = new ArrayList<>();
      long rows = 0;
      for (int g = 0; g < zones.groups(); g++) {
        RowIntervals kept = rows(part, zones, g, filter, pruning);
        rows += kept.count();
        for (String c : kept.isEmpty() ? List.<String>of() : columns) {
          String name = part.inFile(c);
          if (name != null) {
            zones.ranges(g, name, kept, ranges);
          }
        }
      }
      ranges.removeIf(r -> r.length() == 0);
      ranges.sort(Comparator.comparingLong(ByteRange::offset));
      long bytes = ranges.stream().mapToLong(ByteRange::length).sum();
      int requests = ReadPlanner.plan(ranges, 0, MAX_REQUEST).size();
      sum = sum.plus(new ReadCost(bytes, bytes, requests, rows, ranges.isEmpty() ? 0 : 1));
    }
    return sum;
  }

  /** By the values that all rows of a file have. */
  private boolean isSkipped(TablePart part, Predicate filter, ZonePruning pruning)
      throws IOException {
    return pruning.rows(filter, part.rows(), c -> ofPartition(part, c, part.rows())).isEmpty();
  }

  private RowIntervals rows(
      TablePart part, FileZones zones, int group, Predicate filter, ZonePruning pruning)
      throws IOException {
    long rows = zones.rows(group);
    if (filter == null) {
      return RowIntervals.first(rows);
    }
    RowIntervals kept = RowIntervals.first(rows);
    // Row groups come first: their statistics are in the footer, those of pages are not.
    for (boolean pages : table.pages() ? new boolean[] {false, true} : new boolean[] {false}) {
      kept =
          pruning.rows(
              filter,
              rows,
              c -> {
                String name = part.inFile(c);
                return name == null ? ofPartition(part, c, rows) : zones.zones(group, name, pages);
              });
      if (kept.isEmpty()) {
        return kept;
      }
    }
    return kept;
  }

  /** Null for columns that the file has. */
  private List<Zone> ofPartition(TablePart part, String column, long rows) {
    if (part.inFile(column) != null) {
      return null;
    }
    Field field = schema().require(column);
    return List.of(new Zone(0, rows, constant(field.type(), part.partition().get(column), rows)));
  }

  private static ColumnStatistics constant(Type type, Object value, long rows) {
    if (value == null) {
      return ColumnStatistics.ofConstant(type, null, rows);
    }
    Column one = Column.of(type);
    Values.append(one, Field.of("value", type), value);
    StatisticsCollector collector = new StatisticsCollector(type);
    collector.add(one, 0, 1);
    return collector.result();
  }

  @Override
  public void close() throws IOException {
    for (FileZones z : open.values()) {
      z.close();
    }
    open.clear();
  }
}
