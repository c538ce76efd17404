package io.placed.spark.combinations;

import io.placed.spark.SparkTestCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;

/** Writes that add, change and remove rows. */
final class RowSteps extends TableSteps {
  private static final int MOST_OWN_ROWS = 10_000;

  RowSteps(ModelTable table, Random random) {
    super(table, random);
  }

  String insert() throws IOException {
    List<ModelColumn> written = new ArrayList<>(t.columns());
    boolean byPosition = random.nextInt(3) == 0;
    if (!byPosition && random.nextInt(3) == 0) {
      List<ModelColumn> optional =
          t.stored().stream().filter(c -> c.key() != ModelTable.ID).toList();
      ModelColumn omitted = some(optional);
      // Before 4.1 Spark does this for its own sources only.
      if (omitted != null && SparkTestCase.since("4.1")) {
        written.remove(omitted);
      }
    }
    Dataset<Row> rows =
        t.newRows(few(), random)
            .select(written.stream().map(c -> columnOf(c)).toArray(Column[]::new));
    String view = t.view(rows);
    String done =
        run(
            byPosition
                ? "insert into " + t.name + " select " + names(written) + " from " + view
                : insert("insert into", written, names(written), view));
    t.becomes(t.union(t.renamedRows(), rows));
    return done + " /* " + rows.count() + " rows */";
  }

  private String insert(String verb, List<ModelColumn> columns, String values, String from) {
    return verb + " " + t.name + " (" + names(columns) + ") select " + values + " from " + from;
  }

  private static Column columnOf(ModelColumn c) {
    return org.apache.spark.sql.functions.col(c.quoted());
  }

  /** The query reads the table that it writes to. */
  String insertFromItself() throws IOException {
    if (t.count(t.current()) > MOST_OWN_ROWS) {
      return null;
    }
    String condition = condition();
    Dataset<Row> old = t.rows();
    long shift = t.shiftOfIds();
    String id = t.id().quoted();
    List<String> values = new ArrayList<>();
    for (ModelColumn c : t.columns()) {
      values.add(c.key() == ModelTable.ID ? id + " + " + shift + " as " + id : c.quoted());
    }
    String done =
        run(
            insert("insert into", t.columns(), String.join(", ", values), t.name)
                + " where "
                + condition);
    t.becomes(t.union(old, old.where(condition).selectExpr(values.toArray(String[]::new))));
    return done;
  }

  String overwriteByItself() throws IOException {
    String condition = condition();
    Dataset<Row> left = t.rows().where(condition);
    String done =
        run(
            insert("insert overwrite", t.columns(), names(t.columns()), t.name)
                + " where "
                + condition);
    t.becomes(left);
    return done;
  }

  /** Of columns, and of those by which the table is partitioned. */
  String appendNarrowerTypes() throws IOException {
    if (t.inCatalog) {
      return null;
    }
    List<ModelColumn> written = new ArrayList<>();
    for (ModelColumn c : t.columns()) {
      boolean narrower =
          c.key() != ModelTable.ID
              && c.narrower() != null
              && !t.related().has(c)
              && random.nextInt(3) < 2;
      written.add(narrower ? c.widened(c.narrower()) : c);
    }
    if (written.equals(t.columns())) {
      return null;
    }
    long from = t.nextId();
    Dataset<Row> rows = t.newRows(written, from, from + few(), random);
    Dataset<Row> old = t.rows();
    rows.coalesce(1).write().format("placed").mode("append").save(t.path);
    t.becomes(t.union(old, rows));
    return "append " + rows.count() + " rows of " + written;
  }

  /** With an additional column, and without one of the table's: mergeSchema. */
  String appendOtherColumns() throws IOException {
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

  private String condition() {
    return new RandomConditions(t.columns(), t.samples(t.current()), random, "")
        .condition(random.nextInt(3));
  }

  String delete() throws IOException {
    String condition = condition();
    Dataset<Row> left = t.rows().where("not coalesce(" + condition + ", false)");
    String done = run("delete from " + t.name + " where " + condition);
    t.becomes(left);
    return done;
  }

  /** Few rows of every file, so that they are marked. */
  String deleteFew() throws IOException {
    String id = t.id().quoted();
    int modulo = 2 + random.nextInt(60);
    String condition = id + " % " + modulo + " = " + random.nextInt(modulo);
    Dataset<Row> left = t.rows().where("not coalesce(" + condition + ", false)");
    String done = run("delete from " + t.name + " where " + condition);
    t.becomes(left);
    return done;
  }

  String update() throws IOException {
    ModelColumn c = some(t.columns().stream().filter(x -> x.key() != ModelTable.ID).toList());
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

  /** Rows, some of which replace existing ones with the same ids. */
  String merge() throws IOException {
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

  String overwritePartitions() throws IOException {
    if (!PartitionSteps.allFilesAreInPartitions(t)) {
      return null; // Files of another partitioning stay.
    }
    int count = random.nextInt(4);
    Dataset<Row> rows = t.newRows(Math.max(1, count), random).limit(count);
    Dataset<Row> old = t.rows();
    String view = t.view(rows);
    t.spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    String done;
    try {
      done = run(insert("insert overwrite", t.columns(), names(t.columns()), view));
    } finally {
      t.spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
    }
    // Of transforms the partitions are their results.
    List<String> results = PartitionSteps.results(t);
    Column same = org.apache.spark.sql.functions.lit(true);
    Dataset<Row> there = rows;
    for (int i = 0; i < results.size(); i++) {
      old = old.withColumn("old_result_" + i, org.apache.spark.sql.functions.expr(results.get(i)));
      there =
          there.withColumn("new_result_" + i, org.apache.spark.sql.functions.expr(results.get(i)));
    }
    for (int i = 0; i < results.size(); i++) {
      same = same.and(old.col("old_result_" + i).eqNullSafe(there.col("new_result_" + i)));
    }
    // A table without partitions is one.
    t.becomes(results.isEmpty() ? rows : t.union(old.join(there, same, "left_anti"), rows));
    return done + " /* dynamic */";
  }

  String replaceWhere() throws IOException {
    boolean any = random.nextInt(3) > 0;
    long to = t.nextId();
    long from = Math.max(0, to - few());
    Dataset<Row> rows = any ? t.newRows(few(), random) : t.newRows(t.columns(), from, to, random);
    String condition = any ? condition() : t.id().quoted() + " >= " + from;
    Dataset<Row> kept = t.rows().where("not coalesce(" + condition + ", false)");
    // By position.
    String done =
        run(
            "insert into "
                + t.name
                + " replace where "
                + condition
                + " select "
                + names(t.columns())
                + " from "
                + t.view(rows));
    t.becomes(t.union(kept, rows));
    return done;
  }

  String dropPartition() throws IOException {
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
}
