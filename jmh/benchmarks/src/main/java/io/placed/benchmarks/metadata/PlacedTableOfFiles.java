package io.placed.benchmarks.metadata;

import io.placed.io.LocalFileStore;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.DataFilePruning;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableState;
import io.placed.write.RowGroupSummary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/** Placed's log. */
final class PlacedTableOfFiles implements MetadataTable {
  private static final long ROW_GROUPS = 4;
  private static final long DISTINCT = 1000;

  private final Path directory;
  private final Schema schema;
  private final RequestCount store = new RequestCount(new LocalFileStore());

  /** Paths by the number of the file. */
  private final Map<Long, String> paths = new HashMap<>();

  PlacedTableOfFiles(Path directory, int columns) {
    this.directory = directory;
    this.schema =
        Schema.parse(
            String.join(
                ", ",
                IntStream.range(0, columns).mapToObj(c -> "c" + c + ": " + type(c)).toList()));
  }

  private static String type(int column) {
    return column % 3 == 0 ? "int64" : column % 3 == 1 ? "double" : "string";
  }

  @Override
  public String name() {
    return "placed";
  }

  private DataSet open() throws IOException {
    return DataSet.at(path -> store, directory.toString());
  }

  @Override
  public void create() throws IOException {
    Files.createDirectories(directory);
  }

  @Override
  public void append(List<MadeUpFile> files) throws IOException {
    Commit commit = open().begin(schema, List.of(), null);
    List<DataFile> listed = new ArrayList<>();
    for (MadeUpFile f : files) {
      DataFile file = dataFile(commit, f);
      paths.put(f.number(), file.path());
      listed.add(file);
    }
    commit.append(listed);
  }

  private DataFile dataFile(Commit commit, MadeUpFile f) throws IOException {
    Map<String, ColumnStatistics> statistics = new LinkedHashMap<>();
    for (int c = 0; c < schema.size(); c++) {
      Field field = schema.field(c);
      long low = f.low()[c];
      statistics.put(
          field.name(),
          ColumnStatistics.of(
              MadeUpFile.ROWS,
              low % 100,
              0,
              DISTINCT,
              bound(c, low),
              bound(c, low + MadeUpFile.SPAN),
              true,
              true));
    }
    List<RowGroupSummary> groups = new ArrayList<>();
    for (long g = 0; g < ROW_GROUPS; g++) {
      long bytes = MadeUpFile.BYTES / ROW_GROUPS;
      groups.add(new RowGroupSummary(MadeUpFile.ROWS / ROW_GROUPS, g * bytes, bytes));
    }
    return new DataFile(
        commit.relative(commit.dataFilePath(Map.of(), "t" + f.number())),
        MadeUpFile.BYTES,
        MadeUpFile.ROWS,
        new UUID(f.number(), f.number()).toString(),
        Map.of(),
        groups,
        statistics,
        false);
  }

  private static Object bound(int column, long value) {
    return switch (column % 3) {
      case 0 -> value;
      case 1 -> (double) value;
      default -> MadeUpFile.string(value).getBytes(StandardCharsets.UTF_8);
    };
  }

  @Override
  public void delete(MadeUpFile file) throws IOException {
    String path = paths.get(file.number());
    Commit commit = open().begin(schema, List.of(), null);
    commit.replaceFiles(Set.of(path), List.of());
  }

  @Override
  public long plan(int column, Long low, Long high) throws IOException {
    Snapshot snapshot = open().current();
    if (low == null) {
      return snapshot.files().size();
    }
    String name = "c" + column;
    Predicate query = Predicate.and(Predicate.ge(name, low), Predicate.le(name, high));
    return DataFilePruning.prune(snapshot, query.bind(snapshot.schema(), true)).size();
  }

  @Override
  public ReadCost read() {
    return store.cost();
  }

  @Override
  public long bytes() throws IOException {
    TableState state = open().directory().log().newest();
    long bytes = Files.size(Path.of(open().directory().log().pathOf(state.info().id())));
    for (String manifest : state.files().manifestPaths()) {
      bytes += Files.size(directory.resolve(manifest));
    }
    return bytes;
  }
}
