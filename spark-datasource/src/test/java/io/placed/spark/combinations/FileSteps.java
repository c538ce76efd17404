package io.placed.spark.combinations;

import static io.placed.table.snapshot.TableProperties.FOREIGN_FILES;

import io.placed.io.FileStores;
import io.placed.spark.PlacedTables;
import io.placed.table.DataSet;
import io.placed.table.snapshot.TableProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/** Steps that change files: rewrites of the same rows, and foreign files. */
final class FileSteps extends TableSteps {
  FileSteps(ModelTable table, Random random) {
    super(table, random);
  }

  String rewrite() throws Exception {
    if (random.nextInt(3) == 0) {
      run("call placed.system.rewrite(table => '" + t.path + "')");
      return rewritten("rewrite into the partitions of now");
    }
    List<String> placements = List.of("orc", "cf", "albis", "parquet", "default");
    String placement =
        random.nextInt(3) == 0
            ? "reorder=sort(" + Creation.sortKey(t, random) + ")"
            : placements.get(random.nextInt(placements.size()));
    PlacedTables.rewrite(t.spark, t.path, placement);
    return rewritten("rewrite as " + placement);
  }

  private String rewritten(String how) throws Exception {
    PartitionSteps.requireMoved(t);
    if (t.inCatalog) {
      run("refresh table " + t.name);
    }
    t.stays();
    return how;
  }

  String optimize() throws Exception {
    String size = random.nextInt(1, 100) + "KiB";
    run(
        "call placed.system.optimize(table => '"
            + t.path
            + "', file_size => '"
            + size
            + "', overlap => '"
            + random.nextInt(6) / 10.0
            + "')");
    if (t.inCatalog) {
      run("refresh table " + t.name);
    }
    t.stays();
    return "optimize to " + size;
  }

  String vacuum() throws Exception {
    int keep = 1 + random.nextInt(3);
    run(
        "call placed.system.vacuum(table => '"
            + t.path
            + "', older_than_hours => 0, keep => "
            + keep
            + ")");
    t.stays();
    return "vacuum that keeps " + keep;
  }

  /**
   * A state without files that no snapshot lists, whose rows the snapshots do not know; null if the
   * one that is chosen has some.
   */
  private ModelTable.State someState() throws IOException {
    List<ModelTable.State> states = t.states().stream().filter(s -> s.snapshot() > 0).toList();
    if (states.isEmpty()) {
      return null;
    }
    ModelTable.State state = states.get(random.nextInt(states.size()));
    DataSet dataSet = DataSet.at(FileStores.local(), t.path);
    boolean foreign =
        showsForeignFiles()
            || TableProperties.showForeignFiles(dataSet.snapshot(state.snapshot()).properties());
    return foreign ? null : state;
  }

  /** By the rows of a state with the same columns in the same order. */
  String overwriteByPast() throws IOException {
    ModelTable.State state = someState();
    if (state == null
        || state.columns().size() != t.columns().size()
        || state.columns().stream().anyMatch(c -> !hasTypeOf(c))
        || !keys(t.inOrder(state)).equals(keys(t.columns()))) {
      return null;
    }
    Dataset<Row> rows = t.renamedRows(state);
    String done =
        run(
            "insert overwrite "
                + t.name
                + " select * from "
                + t.name
                + " version as of "
                + state.snapshot());
    t.becomes(rows);
    return done;
  }

  /** A table at a path has the order of then. */
  private static List<Object> keys(List<ModelColumn> columns) {
    return columns.stream().map(c -> (Object) c.key()).toList();
  }

  private boolean hasTypeOf(ModelColumn past) {
    ModelColumn now = past.in(t.columns());
    return now != null && now.type().equals(past.type());
  }

  String rollback() throws IOException {
    ModelTable.State state = someState();
    if (state == null || !t.hasDefaults(state)) {
      return null; // a column that comes back has no default
    }
    String done =
        run(
            "call placed.system.rollback(table => '"
                + (t.inCatalog ? t.name : t.path)
                + "', snapshot => "
                + state.snapshot()
                + ")");
    if (t.inCatalog) {
      run("refresh table " + t.name);
    }
    t.restore(state);
    return done;
  }

  /** A name for some snapshot, which a vacuum keeps then; or another one for that of before. */
  String tag() throws IOException {
    ModelTable.State state = someState();
    if (state == null) {
      return null;
    }
    String tag = "tag-" + random.nextInt(3);
    String done =
        run(
            "call placed.system.create_tag(table => '"
                + (t.inCatalog ? t.name : t.path)
                + "', tag => '"
                + tag
                + "', snapshot => "
                + state.snapshot()
                + ", replace => true)");
    t.tag(tag, state.snapshot());
    t.stays();
    return done;
  }

  /** Whether row-level operations mark rows or rewrite files. */
  String maxDeletedShare() throws IOException {
    String share = List.of("0", "0.1", "0.5", "1").get(random.nextInt(4));
    String done =
        run(
            "alter table "
                + t.name
                + " set tblproperties ('"
                + TableProperties.DELETES_MAX_SHARE
                + "' = '"
                + share
                + "')");
    t.stays();
    return done;
  }

  /** Adds a foreign file, as {@code hdfs dfs -put} does. */
  String foreignFile() throws IOException {
    Dataset<Row> rows = t.newRows(1 + random.nextInt(200), random);
    for (ModelColumn p : t.partitions()) {
      if (p.type().sql().equals("STRING")) {
        // The name of a directory cannot tell it from null.
        rows = rows.withColumn(p.name(), functions.expr("nullif(" + p.quoted() + ", '')"));
      }
    }
    Dataset<Row> old = t.rows();
    Path elsewhere = Path.of(t.path + "-put-" + t.nextId());
    Path target = Path.of(t.path);
    Dataset<Row> stored = rows;
    if (!t.partitions().isEmpty()) {
      List<String> partitions = t.partitions().stream().map(ModelColumn::name).toList();
      rows.coalesce(1)
          .write()
          .format("placed")
          .partitionBy(partitions.toArray(String[]::new))
          .save(elsewhere.toString());
    } else {
      stored.coalesce(1).write().format("placed").save(elsewhere.toString());
    }
    int number = 0;
    try (var files = Files.walk(elsewhere)) {
      for (Path file : files.filter(FileSteps::isData).sorted().toList()) {
        Path to =
            target
                .resolve(elsewhere.relativize(file.getParent()).toString())
                .resolve("put-" + t.nextId() + "-" + number++ + ".placed");
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    int how = random.nextInt(3);
    if (how == 0) {
      run("call placed.system.add_files(table => '" + t.path + "', source => '" + t.path + "')");
    } else if (!showsForeignFiles()) {
      run("alter table " + t.name + " set tblproperties ('" + FOREIGN_FILES + "' = 'true')");
    }
    if (t.inCatalog) {
      run("refresh table " + t.name);
    }
    t.becomes(t.union(old, rows));
    if (how == 1) {
      // The log lists them from now on.
      run("alter table " + t.name + " set tblproperties ('" + FOREIGN_FILES + "' = 'false')");
      t.stays();
    }
    return "put "
        + number
        + " files of other writers into the table, "
        + List.of("added", "foreign for a while", "foreign").get(how);
  }

  private boolean showsForeignFiles() throws IOException {
    DataSet dataSet = DataSet.at(FileStores.local(), t.path);
    return TableProperties.showForeignFiles(dataSet.current().properties());
  }

  private static boolean isData(Path file) {
    return file.toString().endsWith(".placed")
        && Files.isRegularFile(file)
        && !file.toString().contains("/_placed/");
  }
}
