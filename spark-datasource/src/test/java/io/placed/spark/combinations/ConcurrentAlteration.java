package io.placed.spark.combinations;

import io.placed.error.CommitConflictException;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.partition.PartitionSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/**
 * Alters the columns of a table while a write computes its rows, by a function that the write calls
 * at the first row. Afterwards the table is as if the write had followed the alteration, or the
 * write has failed and only the alteration took effect.
 */
final class ConcurrentAlteration {
  private static final String FUNCTION = "and_then_alter";

  private static Callable<Void> pending;

  private final ModelTable t;
  private final Random random;

  ConcurrentAlteration(ModelTable table, Random random) {
    this.t = table;
    this.random = random;
  }

  private static synchronized void alterOnce() throws Exception {
    if (pending != null) {
      Callable<Void> now = pending;
      pending = null;
      now.call();
    }
  }

  private static synchronized void prepare(Callable<Void> alteration) {
    pending = alteration;
  }

  private static synchronized boolean isPending() {
    return pending != null;
  }

  String run() throws Exception {
    if (t.inCatalog) {
      return null; // the session's catalog has columns of its own
    }
    List<ModelColumn> stored =
        t.stored().stream()
            .filter(c -> c.key() != ModelTable.ID && !PartitionSteps.isSource(t, c))
            .toList();
    if (stored.isEmpty()) {
      return null;
    }
    t.spark
        .udf()
        .register(
            FUNCTION,
            (UDF1<Long, Long>)
                id -> {
                  alterOnce();
                  return id;
                },
            DataTypes.LongType);
    ModelColumn c = stored.get(random.nextInt(stored.size()));
    List<ColumnChange> changes = new ArrayList<>();
    ModelColumn after = null;
    ModelColumn added = null;
    String fresh = RandomNames.fresh(t, random);
    PartitionSpec spec =
        random.nextInt(5) == 0 && !PartitionSteps.current(t).hasForeign()
            ? PartitionSteps.random(t, random)
            : null;
    switch (random.nextInt(5)) {
      case 0, 1 -> {
        changes.add(new ColumnChange.Rename(c.name(), fresh));
        after = c.renamed(fresh);
      }
      case 2 -> changes.add(new ColumnChange.Drop(c.name()));
      case 3 -> {
        changes.add(new ColumnChange.Drop(c.name()));
        changes.add(
            new ColumnChange.Add(List.of(c.name()), Type.parse("string"), ColumnChange.LAST));
        added = new ModelColumn(t.newKey(), c.name(), DataTypes.StringType);
      }
      default -> {
        changes.add(new ColumnChange.Rename(c.name(), fresh));
        changes.add(
            new ColumnChange.Add(List.of(c.name()), Type.parse("string"), ColumnChange.LAST));
        after = c.renamed(fresh);
        added = new ModelColumn(t.newKey(), c.name(), DataTypes.StringType);
      }
    }
    Dataset<Row> old = t.rows();
    List<ModelColumn> before = List.copyOf(t.columns());
    prepare(
        () -> {
          DataSet table = DataSet.at(new HadoopFileStores(new Configuration()), t.path);
          if (spec != null) {
            table.alter(spec);
          } else {
            table.alter(changes, Map.of());
          }
          return null;
        });
    String done;
    boolean written = false;
    Dataset<Row> result = null;
    String why = "";
    try {
      if (random.nextInt(3) > 0) {
        Dataset<Row> rows = t.newRows(20 + random.nextInt(300), random);
        result = t.union(old, rows);
        done = insert(rows, before);
      } else {
        result = old;
        done = update();
      }
      written = true;
    } catch (Exception e) {
      if (isPending() || !isConflict(e)) {
        throw e;
      }
      done = "a write that fails";
      why = " (" + firstLine(e) + ")";
    }
    boolean altered = !isPending();
    prepare(null);
    Dataset<Row> rows = written ? result : old;
    if (!altered || spec != null) {
      t.becomes(rows);
      return altered ? done + " while the table is partitioned by [" + spec + "]" + why : done;
    }
    if (after != null) {
      rows = rows.withColumnRenamed(c.name(), after.name());
      t.replace(c, after);
    } else {
      rows = rows.drop(rows.col(c.quoted()));
      t.drop(c);
    }
    if (added != null) {
      t.add(added);
    }
    // Rows are stored in the columns of their old names, which may have been renamed.
    t.becomes(rows);
    return "while " + changes + ": " + done + why;
  }

  private String insert(Dataset<Row> rows, List<ModelColumn> columns) {
    String id = t.id().quoted();
    String select =
        columns.stream()
            .map(c -> c.key() == ModelTable.ID ? FUNCTION + "(" + id + ") as " + id : c.quoted())
            .collect(Collectors.joining(", "));
    String names = columns.stream().map(ModelColumn::quoted).collect(Collectors.joining(", "));
    String sql =
        "insert into " + t.name + " (" + names + ") select " + select + " from " + t.view(rows);
    t.spark.sql(sql);
    return sql;
  }

  /** Updates every row without changing it. */
  private String update() {
    String id = t.id().quoted();
    String sql =
        "update " + t.name + " set " + id + " = " + FUNCTION + "(" + id + ") where " + id + " >= 0";
    t.spark.sql(sql);
    return sql;
  }

  private static boolean isConflict(Throwable e) {
    return e != null && (e instanceof CommitConflictException || isConflict(e.getCause()));
  }

  private static String firstLine(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage()).lines().findFirst().orElse("");
  }
}
