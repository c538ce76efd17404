package io.placed.table.rewrite;

import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.placement.Reordering;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.write.FileWriter;
import io.placed.write.RowGroupSummary;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Encodes a sample of a table in another placement, into a temporary file, to estimate size and
 * time. The sample is the first rows of row groups at equal distances; the effect of sorting is
 * observed on the sample only.
 */
final class RewriteSample {
  /** Stored bytes to read: some seconds of encoding. */
  private static final long BYTES = 32L << 20;

  private static final int SAMPLED_GROUPS = 8;

  /** A first round this short was dominated by JIT compilation; a second one measures the speed. */
  private static final double WARM_SECONDS = 2;

  /** The first rows of a row group. */
  private record GroupRows(DataFile file, int rowGroup, long rows) {}

  private final TableDirectory table;
  private final Schema tableSchema;
  private final Schema fileSchema;
  private final WriteOptions options;
  private long rows;
  private long bytes;
  private long rowBytes;
  private double seconds;

  private RewriteSample(
      TableDirectory table, Schema tableSchema, Schema fileSchema, WriteOptions options) {
    this.table = table;
    this.tableSchema = tableSchema;
    this.fileSchema = fileSchema;
    this.options = options;
  }

  /**
   * @param scope all files to be replaced
   * @param newFiles expected rows of each file to be written
   */
  static RewriteEstimate estimate(
      TableDirectory table,
      Schema tableSchema,
      List<DataFile> scope,
      List<Long> newFiles,
      List<RewriteJournal.Entry> reused,
      Schema fileSchema,
      Map<String, String> settings)
      throws IOException {
    WriteOptions options = WriteOptions.of(settings);
    RewriteSample sample = new RewriteSample(table, tableSchema, fileSchema, options);
    long rowsDone = reused.stream().mapToLong(RewriteJournal.Entry::rows).sum();
    long left = scope.stream().mapToLong(DataFile::liveRows).sum() - rowsDone;
    Set<String> done = new HashSet<>();
    reused.stream().filter(e -> e.ranges().isEmpty()).forEach(e -> done.addAll(e.sources()));
    List<DataFile> files = scope.stream().filter(f -> !done.contains(f.identity())).toList();
    sample.take(files);
    double share = sample.rows == 0 ? 0 : (double) left / sample.rows;
    List<DataFile> written = reused.stream().flatMap(e -> e.files().stream()).toList();
    long bytesDone = written.stream().mapToLong(DataFile::totalLength).sum();
    long largest = newFiles.stream().mapToLong(Long::longValue).max().orElse(left);
    return new RewriteEstimate(
        left + rowsDone,
        rowsDone,
        scope.size(),
        newFiles.size() + written.size(),
        scope.stream().mapToLong(DataFile::totalLength).sum(),
        bytesDone + Math.round(sample.bytes * share),
        sample.memory(largest),
        sample.seconds * share,
        sample.rows,
        0);
  }

  /**
   * The memory that {@link WriteOptions} allow, or the data of a task if that is less: encoded
   * pages of a row group, twice the rows of a page (read and being encoded), and the rows of a
   * reordering.
   */
  private long memory(long taskRows) {
    if (rows == 0) {
      return 0;
    }
    long encoded = Math.round((double) bytes / rows * taskRows);
    long memory = Math.min(options.effectiveWriteMemory(), encoded);
    memory += 2L * Math.min(taskRows, options.pageRows()) * rowBytes;
    if (!(options.placement().reorder() instanceof Reordering.None)) {
      memory += Math.min(options.sortMemory(), taskRows * rowBytes);
    }
    return memory;
  }

  private void take(List<DataFile> files) throws IOException {
    List<GroupRows> chosen = choose(files);
    if (chosen.isEmpty()) {
      return;
    }
    round(chosen);
    if (seconds < WARM_SECONDS) {
      round(chosen);
    }
  }

  private static List<GroupRows> choose(List<DataFile> files) {
    List<GroupRows> groups = new ArrayList<>();
    long stored = 0;
    long all = 0;
    for (DataFile f : files) {
      stored += f.totalLength();
      all += f.rows();
      List<RowGroupSummary> of = f.rowGroups();
      for (int g = 0; g < of.size(); g++) {
        groups.add(new GroupRows(f, g, of.get(g).rows()));
      }
    }
    if (stored <= BYTES) {
      return groups;
    }
    long wanted = Math.max(1, Math.round((double) all * BYTES / stored));
    int count = Math.min(SAMPLED_GROUPS, groups.size());
    List<GroupRows> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      GroupRows s = groups.get((int) ((long) i * groups.size() / count));
      chosen.add(new GroupRows(s.file(), s.rowGroup(), Math.min(s.rows(), wanted / count + 1)));
    }
    return chosen;
  }

  private void round(List<GroupRows> chosen) throws IOException {
    String parent = options.temporaryDirectory();
    Path directory =
        parent == null
            ? Files.createTempDirectory("placed-sample")
            : Files.createTempDirectory(Path.of(parent), "placed-sample");
    Path file = directory.resolve("sample.placed");
    FileStore store = FileStores.local().forPath(file.toString());
    rows = 0;
    rowBytes = 1;
    long start = System.nanoTime();
    try {
      try (FileWriter out = FileWriter.create(store, file.toString(), fileSchema, options)) {
        for (GroupRows s : chosen) {
          copy(s, out);
        }
        out.finish();
      }
      seconds = (System.nanoTime() - start) / 1e9;
      bytes = store.list(directory.toString(), true).stream().mapToLong(f -> f.length()).sum();
    } finally {
      store.delete(directory.toString(), true);
    }
  }

  private void copy(GroupRows s, FileWriter out) throws IOException {
    ReadRequest request =
        table.request(
            s.file(),
            tableSchema,
            ReadRequest.all()
                .withColumns(fileSchema)
                .withRowGroups(s.rowGroup(), s.rowGroup() + 1));
    long left = s.rows();
    try (FileReader file = FileReader.open(table.input(s.file()), new IoCounters());
        BatchReader batches = file.read(request)) {
      while (left > 0 && batches.next()) {
        int n = batches.batch().rows();
        rowBytes = Math.max(rowBytes, batches.batch().memoryBytes() / n);
        out.write(batches.batch());
        rows += n;
        left -= n;
      }
    }
  }
}
