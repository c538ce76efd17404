package io.placed.advise;

import io.placed.advise.check.AdviceMemory;
import io.placed.advise.columns.ColumnSizes;
import io.placed.advise.columns.MeasuredSizes;
import io.placed.advise.cost.Calibration;
import io.placed.advise.cost.DerivedFrom;
import io.placed.advise.cost.ReadCost;
import io.placed.encoding.Profile;
import io.placed.io.IoCounters;
import io.placed.io.ParallelReads;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.FileReader;
import io.placed.scan.RowGroupInfo;
import io.placed.scan.fetch.Devices;
import io.placed.scan.plan.ReadPlan;
import io.placed.scan.plan.StepSize;
import io.placed.scan.request.DeletedRows;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.DataSet;
import io.placed.table.answer.ColumnSummary;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.KeptSettings;
import io.placed.table.snapshot.DataFilePruning;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.source.SourceFile;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A snapshot of a Placed table, or a single file. What queries read is planned by the reader, from
 * footers. Not thread-safe.
 */
public final class PlacedTable implements AdvisedTable {
  /** Files whose footers are in memory. */
  private static final int OPEN_FILES = 256;

  private static final String SINGLE_FILE = ".placed";

  private final DataSet dataSet;
  private final Snapshot snapshot;
  private final Map<String, FileReader> open = new HashMap<>();

  private KeptSettings kept;

  private PlacedTable(DataSet dataSet, Snapshot snapshot) {
    this.dataSet = dataSet;
    this.snapshot = snapshot;
  }

  /** The latest snapshot. */
  public static PlacedTable open(DataSet dataSet) throws IOException {
    return open(dataSet, dataSet.current());
  }

  /** A snapshot. */
  public static PlacedTable open(DataSet dataSet, Snapshot snapshot) {
    return new PlacedTable(dataSet, snapshot);
  }

  @Override
  public String name() {
    return dataSet.path();
  }

  @Override
  public Schema schema() {
    return snapshot.schema();
  }

  @Override
  public List<String> partitionColumns() {
    return snapshot.isInPartitions() ? snapshot.partitionColumns() : List.of();
  }

  @Override
  public PartitionSpec partitioning() {
    return snapshot.partitioning().spec(snapshot.schema());
  }

  @Override
  public boolean canBePartitioned() {
    return !dataSet.path().endsWith(SINGLE_FILE);
  }

  @Override
  public Map<String, String> properties() {
    return snapshot.properties();
  }

  @Override
  public long rows() {
    return snapshot.rows();
  }

  @Override
  public long bytes() {
    return snapshot.bytes();
  }

  @Override
  public double[] bytesPerRow() throws IOException {
    Set<String> elsewhere = new HashSet<>(partitionColumns());
    Schema stored =
        Schema.of(schema().fields().stream().filter(f -> !elsewhere.contains(f.name())).toList());
    ColumnSizes sizes = MeasuredSizes.ofTable(stored, dataSet, snapshot);
    double[] all = new double[schema().size()];
    for (int c = 0; c < stored.size(); c++) {
      all[schema().indexOf(stored.field(c).name())] = sizes.bytesPerRow()[c];
    }
    return all;
  }

  @Override
  public OptionalLong distinct(String column) {
    List<SourceFile> files =
        snapshot.files().stream()
            .map(f -> SourceFile.of(dataSet.path(), f, snapshot, partitionColumns()))
            .toList();
    Type type = schema().field(schema().indexOf(column)).type();
    ColumnStatistics all = ColumnSummary.of(column, type, files);
    return all == null || all.distinctEstimate() < 0
        ? OptionalLong.empty()
        : OptionalLong.of(all.distinctEstimate());
  }

  /** Columns of newer files may be derived from others; those of the first one are taken. */
  @Override
  public Set<String> parents(String column) throws IOException {
    if (snapshot.files().isEmpty() || partitionColumns().contains(column)) {
      return Set.of();
    }
    FileReader first = reader(snapshot.files().get(0));
    Set<String> out = new LinkedHashSet<>();
    DerivedFrom.add(first, column, out);
    out.removeIf(c -> schema().indexOf(c) < 0);
    return out;
  }

  @Override
  public Placement placement() {
    return snapshot.placement();
  }

  @Override
  public WriteOptions writeOptions() {
    return writeOptions(Map.of());
  }

  @Override
  public WriteOptions writeOptions(Profile profile) {
    return writeOptions(Map.of(WriteOptions.PROFILE, profile.text()));
  }

  private WriteOptions writeOptions(Map<String, String> given) {
    try {
      if (kept == null) {
        kept = KeptSettings.of(dataSet.directory(), snapshot);
      }
      return WriteOptions.of(kept.with(given)).withPlacement(placement());
    } catch (IOException | IllegalArgumentException e) {
      // A file that cannot be read, or a property that no rewrite accepts: the rewrite says so.
      return WriteOptions.of(given).withPlacement(placement());
    }
  }

  @Override
  public Device device() throws IOException {
    return snapshot.files().isEmpty()
        ? Device.NVME
        : Devices.of(dataSet.input(snapshot.files().get(0)));
  }

  @Override
  public StepSize steps() throws IOException {
    return StepSize.of(dataSet.input(snapshot.files().get(0)));
  }

  @Override
  public Calibration calibration() throws IOException {
    return AdviceMemory.of(dataSet).calibration();
  }

  @Override
  public Rows scan(List<String> columns) {
    List<FileRows> all = new ArrayList<>();
    snapshot.files().forEach(f -> all.add(new FileRows(f, null)));
    return rows(columns, all);
  }

  private Rows rows(List<String> columns, List<FileRows> files) {
    List<DataFile> order = files.stream().map(FileRows::file).toList();
    return new PlacedRows(dataSet, snapshot, files, partitions(order), schema().select(columns));
  }

  /** The number of the partition of each file. */
  private int[] partitions(List<DataFile> files) {
    Map<Map<String, String>, Integer> numbers = new HashMap<>();
    snapshot.files().forEach(f -> numbers.putIfAbsent(f.partition(), numbers.size()));
    return files.stream().mapToInt(f -> numbers.get(f.partition())).toArray();
  }

  /**
   * Rows of a file.
   *
   * @param numbers of rows, ascending; null = all
   */
  record FileRows(DataFile file, long[] numbers) {}

  @Override
  public Rows sample(List<String> columns, long rows) throws IOException {
    if (rows >= rows()) {
      return scan(columns);
    }
    long pages = 0;
    Map<DataFile, List<RowGroupInfo>> groups = new LinkedHashMap<>();
    for (DataFile f : snapshot.files()) {
      List<RowGroupInfo> of = reader(f).rowGroups();
      groups.put(f, of);
      pages += of.stream().mapToLong(PlacedTable::pages).sum();
    }
    PageSampling sampling = PageSampling.of(pages, rows);
    List<FileRows> chosen = new ArrayList<>();
    for (Map.Entry<DataFile, List<RowGroupInfo>> e : groups.entrySet()) {
      long[] numbers = sampling.of(e.getValue());
      if (numbers.length > 0) {
        chosen.add(new FileRows(e.getKey(), numbers));
      }
    }
    return rows(columns, chosen);
  }

  private static long pages(RowGroupInfo g) {
    return (g.rows() + g.pageRows() - 1) / g.pageRows();
  }

  @Override
  public ReadCost read(List<String> columns, Predicate filter, Device device) throws IOException {
    return read(List.of(new Scan(columns, filter)), device).get(0);
  }

  @Override
  public List<ReadCost> read(List<Scan> scans, Device device) throws IOException {
    Map<DataFile, BitSet> scansOf = new LinkedHashMap<>();
    for (int s = 0; s < scans.size(); s++) {
      Predicate filter = scans.get(s).filter();
      List<DataFile> kept =
          filter == null
              ? snapshot.files()
              : DataFilePruning.prune(snapshot, filter.bind(schema(), true));
      for (DataFile f : kept) {
        scansOf.computeIfAbsent(f, file -> new BitSet()).set(s);
      }
    }
    ReadCost[] sums = new ReadCost[scans.size()];
    Arrays.fill(sums, ReadCost.NONE);
    List<DataFile> files = List.copyOf(scansOf.keySet());
    for (int from = 0; from < files.size(); from += OPEN_FILES) {
      List<DataFile> some = files.subList(from, Math.min(files.size(), from + OPEN_FILES));
      List<Map<Integer, ReadCost>> costs =
          ParallelReads.all(some, f -> read(f, scansOf.get(f), scans, device));
      costs.forEach(of -> of.forEach((s, cost) -> sums[s] = sums[s].plus(cost)));
    }
    return List.of(sums);
  }

  /** What some of the scans read of a file, which is opened once. */
  private Map<Integer, ReadCost> read(DataFile f, BitSet some, List<Scan> scans, Device device)
      throws IOException {
    DeletedRows deleted = dataSet.directory().deleted(f);
    Map<Integer, ReadCost> out = new HashMap<>();
    try (FileReader reader = FileReader.open(dataSet.input(f), new IoCounters(), device)) {
      for (int s : some.stream().toArray()) {
        Scan scan = scans.get(s);
        ReadRequest request = ReadRequest.all().withColumns(schema().select(scan.columns()));
        ReadRequest asked = scan.filter() == null ? request : request.withFilter(scan.filter());
        ReadPlan plan = reader.plan(f.request(schema(), asked, deleted));
        out.put(
            s,
            new ReadCost(
                plan.bytesNeeded(),
                plan.bytesRead(),
                plan.requests().size(),
                rows(plan, reader.rowGroups()),
                plan.parts().isEmpty() ? 0 : 1));
      }
    }
    return out;
  }

  private static double rows(ReadPlan plan, List<RowGroupInfo> groups) {
    long rows = 0;
    for (ReadPlan.PlannedRowGroup g : plan.rowGroups()) {
      RowGroupInfo info = groups.get(g.number());
      for (int page : g.pages()) {
        rows += Math.min(info.pageRows(), info.rows() - (long) page * info.pageRows());
      }
    }
    return rows;
  }

  private FileReader reader(DataFile file) throws IOException {
    FileReader reader = open.get(file.path());
    if (reader == null) {
      if (open.size() >= OPEN_FILES) {
        close();
      }
      reader = FileReader.open(dataSet.input(file), new IoCounters());
      open.put(file.path(), reader);
    }
    return reader;
  }

  @Override
  public void close() throws IOException {
    for (FileReader r : open.values()) {
      r.close();
    }
    open.clear();
  }
}
