package io.placed.spark.combinations;

import io.placed.spark.PlacedTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;

/** Does steps, to the table by placed and to the model by Spark's own operators. */
final class Steps {
  private final ModelTable t;
  private final Random random;

  private Steps(ModelTable table, long seed) {
    this.t = table;
    this.random = new Random(seed);
  }

  /**
   * @return what was done, in SQL or nearly so; null if the table is not one to do this to
   */
  static String apply(ModelTable table, Step step) throws Exception {
    Steps s = new Steps(table, step.seed());
    return switch (step.kind()) {
      case INSERT -> s.insert();
      case APPEND_OTHER_COLUMNS -> s.appendOtherColumns();
      case RENAME -> s.rename();
      case DROP -> s.drop();
      case ADD -> s.add(RandomNames.fresh(table, s.random));
      case ADD_AGAIN -> s.addAgain();
      case WIDEN -> s.widen();
      case SWAP_NAMES -> s.swapNames();
      case DELETE -> s.delete();
      case UPDATE -> s.update();
      case MERGE -> s.merge();
      case OVERWRITE_PARTITIONS -> s.overwritePartitions();
      case REPLACE_WHERE -> s.replaceWhere();
      case DROP_PARTITION -> s.dropPartition();
      case REWRITE -> s.rewrite();
      case VACUUM -> s.vacuum();
      case FOREIGN_FILE -> s.foreignFile();
      case ALTER_DURING_WRITE -> new ConcurrentAlteration(table, s.random).run();
    };
  }

  private String run(String sql) {
    t.spark.sql(sql);
    return sql;
  }

  private int few() {
    int[] counts = {1, 20, 400, 2500, 6000};
    return counts[random.nextInt(counts.length)];
  }

  private static String names(List<ModelColumn> columns) {
    return columns.stream().map(ModelColumn::quoted).collect(Collectors.joining(", "));
  }

  private String insert() throws IOException {
    List<ModelColumn> written = new ArrayList<>(t.columns());
    if (random.nextInt(3) == 0) {
      List<ModelColumn> optional =
          t.stored().stream().filter(c -> c.key() != ModelTable.ID).toList();
      if (!optional.isEmpty()) {
        written.remove(optional.get(random.nextInt(optional.size())));
      }
    }
    Dataset<Row> rows =
        t.newRows(few(), random)
            .select(written.stream().map(c -> columnOf(c)).toArray(Column[]::new));
    String done =
        run(
            "insert into "
                + t.name
                + " ("
                + names(written)
                + ") select "
                + names(written)
                + " from "
                + t.view(rows));
    t.becomes(t.union(t.renamedRows(), rows));
    return done + " /* " + rows.count() + " rows */";
  }

  private static Column columnOf(ModelColumn c) {
    return org.apache.spark.sql.functions.col(c.quoted());
  }

  /** With a new column, and without one of the table's: mergeSchema. */
  private String appendOtherColumns() throws IOException {
    if (t.inCatalog) {
      return null;
    }
    Dataset<Row> old = t.rows();
    List<ModelColumn> optional =
        t.stored().stream()
            .filter(c -> c.key() != ModelTable.ID && c.key() != t.sortKey())
            .toList();
    String dropped =
        optional.size() < 2 ? "" : optional.get(random.nextInt(optional.size())).name();
    String type = RandomValues.TYPES.get(random.nextInt(RandomValues.TYPES.size()));
    ModelColumn added =
        new ModelColumn(t.newKey(), RandomNames.fresh(t, random), DataType.fromDDL(type));
    t.add(added);
    Dataset<Row> rows = t.newRows(few(), random);
    if (!dropped.isEmpty()) {
      rows = rows.drop(rows.col("`" + dropped + "`"));
    }
    rows.coalesce(1).write().format("placed").mode("append").save(t.path);
    t.becomes(t.union(old, rows));
    return "append with " + added + (dropped.isEmpty() ? "" : " and without " + dropped);
  }

  private ModelColumn some(List<ModelColumn> of) {
    return of.isEmpty() ? null : of.get(random.nextInt(of.size()));
  }

  private String rename() throws IOException {
    ModelColumn c = some(t.stored());
    List<String> old = t.droppedNames();
    String to =
        !old.isEmpty() && random.nextInt(3) == 0 ? old.get(0) : RandomNames.fresh(t, random);
    String done =
        run("alter table " + t.name + " rename column " + c.quoted() + " to `" + to + "`");
    t.replace(c, c.renamed(to));
    t.becomes(t.renamedRows());
    return done;
  }

  private String drop() throws IOException {
    ModelColumn c = some(t.stored().stream().filter(x -> x.key() != ModelTable.ID).toList());
    if (c == null) {
      return null;
    }
    String done = run("alter table " + t.name + " drop column " + c.quoted());
    t.drop(c);
    t.becomes(t.renamedRows());
    return done;
  }

  private String add(String name) throws IOException {
    String type = RandomValues.TYPES.get(random.nextInt(RandomValues.TYPES.size()));
    ModelColumn c = new ModelColumn(t.newKey(), name, DataType.fromDDL(type));
    String done = run("alter table " + t.name + " add column " + c.quoted() + " " + c.type().sql());
    t.add(c);
    t.becomes(t.renamedRows());
    return done;
  }

  private String addAgain() throws IOException {
    List<String> old = t.droppedNames();
    if (old.isEmpty()) {
      String dropped = drop();
      old = t.droppedNames();
      return dropped == null || old.isEmpty() ? dropped : dropped + "; " + add(old.get(0));
    }
    return add(old.get(random.nextInt(old.size())));
  }

  private String widen() throws IOException {
    ModelColumn c =
        some(
            t.stored().stream()
                .filter(x -> x.key() != ModelTable.ID && x.wider() != null)
                .toList());
    if (c == null) {
      return null;
    }
    String done =
        run("alter table " + t.name + " alter column " + c.quoted() + " type " + c.wider().sql());
    t.replace(c, c.widened(c.wider()));
    t.becomes(t.renamedRows());
    return done;
  }

  private String swapNames() throws IOException {
    List<ModelColumn> stored = t.stored();
    if (stored.size() < 2) {
      return null;
    }
    ModelColumn a = stored.get(0);
    ModelColumn b = stored.get(1);
    String rename = "alter table " + t.name + " rename column ";
    run(rename + a.quoted() + " to `in between`");
    try {
      run(rename + b.quoted() + " to " + a.quoted());
    } catch (Exception refused) {
      run(rename + "`in between` to " + a.quoted());
      throw refused;
    }
    run(rename + "`in between` to " + b.quoted());
    t.replace(a, a.renamed(b.name()));
    t.replace(b, b.renamed(a.name()));
    t.becomes(t.renamedRows());
    return "swap the names " + a.quoted() + " and " + b.quoted();
  }

  private String condition() {
    return new RandomConditions(t.columns(), t.samples(t.current()), random, "")
        .condition(random.nextInt(3));
  }

  private String delete() throws IOException {
    String condition = condition();
    Dataset<Row> left = t.rows().where("not coalesce(" + condition + ", false)");
    String done = run("delete from " + t.name + " where " + condition);
    t.becomes(left);
    return done;
  }

  private String update() throws IOException {
    ModelColumn c = some(t.stored().stream().filter(x -> x.key() != ModelTable.ID).toList());
    if (c == null) {
      return null;
    }
    String condition = condition();
    String value =
        c.isNested()
            ? "null"
            : "cast("
                + ModelTable.literal(t.samples(t.current()), c, random)
                + " as "
                + c.type().sql()
                + ")";
    Dataset<Row> rows = t.rows();
    String replaced = "if(" + condition + ", " + value + ", " + c.quoted() + ")";
    String[] select =
        t.columns().stream()
            .map(x -> (x.equals(c) ? replaced : x.quoted()) + " as " + x.quoted())
            .toArray(String[]::new);
    String done =
        run("update " + t.name + " set " + c.quoted() + " = " + value + " where " + condition);
    t.becomes(rows.selectExpr(select));
    return done;
  }

  /** Rows of which some have ids of rows that are there: these are replaced. */
  private String merge() throws IOException {
    long from = Math.max(0, t.nextId() - few());
    Dataset<Row> source = t.newRows(t.columns(), from, t.nextId() + random.nextInt(50), random);
    String view = t.view(source);
    String id = t.id().quoted();
    boolean deletes = random.nextInt(3) == 0;
    String matched =
        deletes
            ? "when matched and s." + id + " % 3 = 0 then delete when matched then update set *"
            : "when matched then update set *";
    Dataset<Row> rows = t.rows();
    String done =
        run(
            "merge into "
                + t.name
                + " t using "
                + view
                + " s on t."
                + id
                + " = s."
                + id
                + " "
                + matched
                + " when not matched then insert *");
    Dataset<Row> kept = rows.join(source, rows.col(id).equalTo(source.col(id)), "left_anti");
    Dataset<Row> merged = source;
    if (deletes) {
      Dataset<Row> gone =
          source
              .join(
                  rows.select(rows.col(id).as("there")),
                  source.col(id).equalTo(org.apache.spark.sql.functions.col("there")),
                  "left_semi")
              .where(id + " % 3 = 0")
              .select(source.col(id).as("gone"));
      merged =
          source.join(
              gone,
              source.col(id).equalTo(org.apache.spark.sql.functions.col("gone")),
              "left_anti");
    }
    t.becomes(t.union(kept, merged));
    return done;
  }

  private String overwritePartitions() throws IOException {
    if (t.partitions().isEmpty()) {
      return null;
    }
    Dataset<Row> rows = t.newRows(1 + random.nextInt(3), random);
    Dataset<Row> old = t.rows();
    String view = t.view(rows);
    t.spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    String done;
    try {
      done =
          run(
              "insert overwrite "
                  + t.name
                  + " ("
                  + names(t.columns())
                  + ") select "
                  + names(t.columns())
                  + " from "
                  + view);
    } finally {
      t.spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
    }
    Column same = org.apache.spark.sql.functions.lit(true);
    for (ModelColumn p : t.partitions()) {
      same = same.and(old.col(p.quoted()).eqNullSafe(rows.col(p.quoted())));
    }
    t.becomes(t.union(old.join(rows, same, "left_anti"), rows));
    return done + " /* dynamic */";
  }

  private String replaceWhere() throws IOException {
    long to = t.nextId();
    long from = Math.max(0, to - few());
    Dataset<Row> rows = t.newRows(t.columns(), from, to, random);
    String condition = t.id().quoted() + " >= " + from;
    Dataset<Row> kept = t.rows().where("not (" + condition + ")");
    // By position, in the order that the catalog has given them.
    String inOrder =
        Arrays.stream(t.spark.table(t.name).columns())
            .map(c -> "`" + c + "`")
            .collect(Collectors.joining(", "));
    String done =
        run(
            "insert into "
                + t.name
                + " replace where "
                + condition
                + " select "
                + inOrder
                + " from "
                + t.view(rows));
    t.becomes(t.union(kept, rows));
    return done;
  }

  private String dropPartition() throws IOException {
    if (t.partitions().isEmpty()) {
      return null;
    }
    ModelColumn p = t.partitions().get(0);
    List<Row> samples = t.samples(t.current());
    String value = ModelTable.literal(samples, p, new Random(1));
    Dataset<Row> kept = t.rows().where("not (" + p.quoted() + " <=> " + value + ")");
    String done = run("delete from " + t.name + " where " + p.quoted() + " <=> " + value);
    t.becomes(kept);
    return done;
  }

  private String rewrite() throws Exception {
    List<String> placements = List.of("orc", "cf", "albis", "parquet", "default");
    String placement =
        random.nextInt(3) == 0
            ? "reorder=sort(" + Creation.sortKey(t, random) + ")"
            : placements.get(random.nextInt(placements.size()));
    PlacedTables.rewrite(t.spark, t.path, placement);
    if (t.inCatalog) {
      run("refresh table " + t.name);
    }
    t.stays();
    return "rewrite as " + placement;
  }

  private String vacuum() throws Exception {
    int keep = 1 + random.nextInt(3);
    run(
        "call placed.system.vacuum(path => '"
            + t.path
            + "', older_than_hours => 0, keep => "
            + keep
            + ")");
    t.stays();
    return "vacuum that keeps " + keep;
  }

  /** As {@code hdfs dfs -put} does: a file that the snapshots do not know. */
  private String foreignFile() throws IOException {
    Dataset<Row> rows = t.newRows(1 + random.nextInt(200), random);
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
      for (Path file : files.filter(Steps::isData).sorted().toList()) {
        Path to =
            target
                .resolve(elsewhere.relativize(file.getParent()).toString())
                .resolve("put-" + t.nextId() + "-" + number++ + ".placed");
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    if (t.inCatalog) {
      run("refresh table " + t.name);
    }
    t.becomes(t.union(old, rows));
    return "put " + number + " files of other writers into the table";
  }

  private static boolean isData(Path file) {
    return file.toString().endsWith(".placed")
        && Files.isRegularFile(file)
        && !file.toString().contains("/_placed/");
  }
}
