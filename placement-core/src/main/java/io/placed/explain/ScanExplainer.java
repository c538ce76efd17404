package io.placed.explain;

import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.placement.Device;
import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.fetch.Devices;
import io.placed.scan.plan.ReadPlan;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.DataFilePruning;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Explains and measures the I/O of a query on a snapshot of a table. */
public final class ScanExplainer {
  private final DataSet dataSet;
  private final Snapshot snapshot;
  private final Device device;
  private final ReadRequest request;

  private final ReadRequest everything;

  private final List<DataFile> kept;

  /**
   * @param columns names, null for all
   * @param predicate null for all rows
   * @param device assumed cost of reading; null for that of the files' storage
   * @throws IllegalArgumentException if a column does not exist or the predicate does not fit
   */
  public ScanExplainer(
      DataSet dataSet,
      Snapshot snapshot,
      List<String> columns,
      Predicate predicate,
      Device device) {
    this.dataSet = dataSet;
    this.snapshot = snapshot;
    this.device = device;
    Schema schema = snapshot.schema();
    Schema wanted = columns == null ? schema : schema.select(columns);
    ReadRequest all = ReadRequest.all();
    if (predicate == null) {
      this.kept = snapshot.files();
      this.request = all.withColumns(wanted);
      this.everything = request;
    } else {
      this.kept = DataFilePruning.prune(snapshot, predicate.bind(schema, true));
      this.request = all.withColumns(wanted).withFilter(predicate);
      this.everything = all.withColumns(used(schema, wanted, predicate));
    }
  }

  private static Schema used(Schema schema, Schema wanted, Predicate predicate) {
    Set<String> names = new LinkedHashSet<>();
    wanted.fields().forEach(f -> names.add(f.name()));
    List<Field> fields = new ArrayList<>(wanted.fields());
    for (String name : predicate.columns()) {
      if (names.add(name)) {
        fields.add(schema.require(name));
      }
    }
    return Schema.of(fields);
  }

  /** The assumed device as text; for a table in several file systems that of the first. */
  public String device() throws IOException {
    if (device != null) {
      return device.toString();
    }
    return snapshot.files().isEmpty()
        ? "no device: there are no files"
        : Devices.of(dataSet.input(snapshot.files().get(0))).toString();
  }

  /** Plans the query; reads footers, but no data. */
  public ReadWaterfall explain() throws IOException {
    Sums sums = new Sums();
    Set<String> read = new HashSet<>();
    kept.forEach(f -> read.add(f.path()));
    for (DataFile f : snapshot.files()) {
      sums.table += f.totalLength();
      explain(f, read.contains(f.path()), sums);
    }
    return sums.waterfall(snapshot.files().size(), kept.size());
  }

  private void explain(DataFile f, boolean isRead, Sums sums) throws IOException {
    IoCounters counters = new IoCounters();
    InputFile input = dataSet.input(f);
    try (FileReader reader = FileReader.open(input, counters)) {
      if (isRead) {
        ReadPlan plan = reader.plan(of(request, f));
        sums.footers += counters.bytesRead();
        sums.footerRequests += counters.requests();
        sums.add(plan, reader.plan(of(everything, f)));
        Device d = device != null ? device : Devices.of(input);
        long requests = plan.requests().size() + counters.requests();
        long bytes = plan.bytesRead() + counters.bytesRead();
        sums.seconds += requests * (d.seekNanos() / 1e9) + (double) bytes / d.bytesPerSecond();
      } else {
        sums.columns += reader.plan(of(everything, f)).bytesNeeded();
      }
    }
  }

  /**
   * Runs the query in this thread and discards its rows.
   *
   * @param cold run it once to warm up the JVM, and empty the page cache before the measured run
   * @throws IOException also if the page cache cannot be emptied for a cold run
   */
  public ReadMeasurement measure(boolean cold) throws IOException {
    if (cold) {
      run(new IoCounters());
      ProcessIo.emptyPageCache();
    }
    IoCounters counters = new IoCounters();
    long before = ProcessIo.deviceBytes();
    long start = System.nanoTime();
    long rows = run(counters);
    long nanos = System.nanoTime() - start;
    long after = ProcessIo.deviceBytes();
    return new ReadMeasurement(
        counters.bytesNeeded(),
        counters.bytesRead(),
        counters.bytesInGaps(),
        counters.requests(),
        before < 0 || after < 0 ? -1 : after - before,
        rows,
        nanos,
        cold);
  }

  private long run(IoCounters counters) throws IOException {
    long rows = 0;
    for (DataFile f : kept) {
      try (FileReader reader = FileReader.open(dataSet.input(f), counters);
          BatchReader batches = reader.read(of(request, f))) {
        while (batches.next()) {
          rows += batches.batch().rows();
        }
      }
    }
    return rows;
  }

  private ReadRequest of(ReadRequest query, DataFile f) throws IOException {
    return dataSet.directory().request(f, snapshot.schema(), query);
  }

  private static final class Sums {
    long table;
    long columns;
    long inFiles;
    long inRowGroups;
    long needed;
    long planned;
    long footers;
    long rowGroups;
    long rowGroupsRead;
    long pages;
    long pagesRead;
    long requests;
    long footerRequests;
    double seconds;

    void add(ReadPlan plan, ReadPlan all) {
      Set<Integer> read = new HashSet<>();
      for (ReadPlan.PlannedRowGroup g : plan.rowGroups()) {
        rowGroups++;
        if (!g.pages().isEmpty()) {
          read.add(g.number());
          rowGroupsRead++;
          pages += g.allPages();
          pagesRead += g.pages().size();
        }
      }
      columns += all.bytesNeeded();
      inFiles += all.bytesNeeded();
      for (ReadPlan.Part p : all.parts()) {
        inRowGroups += read.contains(p.rowGroup()) ? p.length() : 0;
      }
      needed += plan.bytesNeeded();
      planned += plan.bytesRead();
      requests += plan.requests().size();
    }

    ReadWaterfall waterfall(long files, long filesRead) {
      return new ReadWaterfall(
          table,
          columns,
          inFiles,
          inRowGroups,
          needed,
          planned,
          footers,
          files,
          filesRead,
          rowGroups,
          rowGroupsRead,
          pages,
          pagesRead,
          requests,
          footerRequests,
          seconds);
    }
  }
}
