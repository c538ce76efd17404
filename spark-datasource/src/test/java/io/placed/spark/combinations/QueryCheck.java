package io.placed.spark.combinations;

import io.placed.spark.SparkTestCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/** Runs a query on a table and on its model, and compares the results. */
final class QueryCheck {
  private static final String OTHER = "other_rows";
  private static final int SHOWN = 12;

  private final ModelTable table;

  /** Position of each row: by snapshot, then by row id. */
  private final Map<Long, Map<String, String>> places = new HashMap<>();

  private int notComparable;

  QueryCheck(ModelTable table) {
    this.table = table;
  }

  /** Creates the small table for joins: unique keys, some of which are in the table. */
  void prepare(long seed) {
    Random random = new Random(seed);
    long most = Math.max(10, table.nextId());
    List<String> values = new ArrayList<>();
    List<Long> keys = new ArrayList<>();
    for (int k = 0; k < 40; k++) {
      long key = (long) (random.nextDouble() * most * 1.1);
      if (!keys.contains(key)) {
        keys.add(key);
        values.add("(bigint(" + key + "), 'd" + k % 5 + "', " + k % 4 + ")");
      }
    }
    String rows = "select * from values " + String.join(", ", values) + " as v(k, name, flag)";
    String path = table.path + "-other-" + seed;
    table.spark.sql(rows).write().mode("overwrite").parquet(path);
    table.spark.read().parquet(path).createOrReplaceTempView(OTHER);
  }

  /** Number of queries that failed on the model too. */
  int notComparable() {
    return notComparable;
  }

  /** A description of the difference between the results; null if there is none. */
  String fault(Query query) throws Exception {
    return Settings.with(
        table.spark, Settings.ofResult(query.settings()), () -> faultInSession(query));
  }

  private String faultInSession(Query query) throws Exception {
    ModelTable.State state = table.state(query.reading());
    if (state == null) {
      return null; // a history with steps removed may not have this snapshot
    }
    table.spark.read().parquet(state.parquet()).createOrReplaceTempView("model_rows");
    List<Row> all;
    List<Row> expected;
    try {
      all = collect(query.unlimited(), "model_rows");
      expected = query.isLimited() ? collect(query.ofModel(), "model_rows") : all;
    } catch (Exception e) {
      if (e instanceof AnalysisException) {
        throw e;
      }
      // Which rows Spark evaluates before an error is not deterministic, and some rules of its
      // optimizer fail for some queries with any format.
      notComparable++;
      return null;
    }
    List<Row> found;
    try {
      found = Settings.with(table.spark, query.settings(), () -> found(query, open(query, state)));
    } catch (Exception e) {
      return "fails: " + e;
    }
    return compare(query, all, expected, found, state);
  }

  /** The rows of a query, perhaps through a view of what it reads. */
  private List<Row> found(Query query, String of) {
    String view = "read_through";
    String rows = "select * from " + of;
    switch (query.reading().through()) {
      case NOTHING -> {
        return collect(query.sql(), of);
      }
      case CTE -> {
        return collect("with " + view + " as (" + rows + ") " + query.sql(), view);
      }
      case TEXT_VIEW -> table.spark.sql("create or replace temporary view " + view + " as " + rows);
      case PLAN_VIEW -> table.spark.sql(rows).createOrReplaceTempView(view);
      case CACHE -> table.spark.sql("cache table " + view + " as " + rows);
      case STORED_VIEW -> {
        view = "stored_view";
        table.spark.sql("create or replace view " + view + " as " + rows);
      }
    }
    try {
      return collect(query.sql(), view);
    } finally {
      boolean stored = query.reading().through() == Query.Through.STORED_VIEW;
      if (stored) {
        table.spark.sql("drop view " + view);
      } else {
        table.spark.catalog().dropTempView(view);
      }
    }
  }

  private List<Row> collect(String sql, String of) {
    String text = sql.replace("$T", of).replace("$D", OTHER);
    return table.spark.sql(text).collectAsList();
  }

  /** What stands for the table in the query. */
  private String open(Query query, ModelTable.State state) throws IOException {
    DataFrameReader reader = table.spark.read().format("placed");
    String snapshot = String.valueOf(query.reading().snapshot());
    Dataset<Row> rows =
        switch (query.reading().kind()) {
          case NAME, VERSION_AS_OF, TAG_AS_OF, TIMESTAMP_AS_OF, CHANGES -> null;
          case LOAD_CHANGES -> query.reading().changes().load(table);
          case LOAD -> reader.load(table.path);
          case LOAD_MERGED -> reader.option("mergeSchema", "true").load(table.path);
          case LOAD_WITH_SCHEMA -> reader.schema(otherCase(state)).load(table.path);
          case LOAD_SNAPSHOT -> reader.option("snapshot", snapshot).load(table.path);
          case TABLE_SNAPSHOT -> table.spark.read().option("snapshot", snapshot).table(table.name);
        };
    if (rows == null) {
      return switch (query.reading().kind()) {
        case NAME -> table.name;
        case CHANGES -> query.reading().changes().sql(table);
        case TAG_AS_OF -> {
          String tag = table.tagged().get(query.reading().snapshot());
          yield table.name + " version as of '" + tag + "'";
        }
        case TIMESTAMP_AS_OF ->
            table.name
                + " timestamp as of timestamp_millis("
                + table.committedAt(query.reading().snapshot())
                + ")";
        default -> table.name + " version as of " + snapshot;
      };
    }
    rows.createOrReplaceTempView("placed_rows");
    return "placed_rows";
  }

  private static StructType otherCase(ModelTable.State state) {
    List<ModelColumn> columns = new ArrayList<>(state.columns());
    Collections.reverse(columns);
    StructType schema = new StructType();
    for (ModelColumn c : columns) {
      String name =
          c.key() % 2 == 0 ? c.name().toLowerCase(Locale.ROOT) : c.name().toUpperCase(Locale.ROOT);
      schema = schema.add(name, c.type());
    }
    return schema;
  }

  private String compare(
      Query query, List<Row> all, List<Row> expected, List<Row> found, ModelTable.State state)
      throws Exception {
    int width = query.select().size();
    boolean exact = query.groupBy().isEmpty() && query.second() == null;
    List<String> foundRows = texts(found, width, exact);
    if (query.sampled()) {
      return contained(foundRows, texts(all, width, exact));
    }
    if (query.isLimited()) {
      if (found.size() != expected.size()) {
        return "expected " + expected.size() + " rows, found " + found.size();
      }
      if (query.total()) {
        return same(texts(expected, width, exact), foundRows);
      }
      String fault = contained(foundRows, texts(all, width, exact));
      if (fault != null) {
        return fault;
      }
    } else {
      String fault = same(sorted(texts(expected, width, exact)), sorted(foundRows));
      if (fault != null) {
        return fault;
      }
    }
    if (!query.order().isEmpty()) {
      String fault = same(keys(query, expected), keys(query, found));
      if (fault != null) {
        return "in the order of the rows, " + fault;
      }
    }
    return query.metadata() ? placesFault(query, found, state) : null;
  }

  /** The values of the sort keys. */
  private static List<String> keys(Query query, List<Row> rows) {
    List<String> out = new ArrayList<>();
    for (Row r : rows) {
      StringBuilder key = new StringBuilder();
      for (String o : query.order()) {
        key.append(SparkTestCase.text(zero(r.get(r.fieldIndex(o.split(" ")[0]))))).append('|');
      }
      out.add(key.toString());
    }
    return out;
  }

  /** Checks that the position of each row does not depend on the query. */
  private String placesFault(Query query, List<Row> found, ModelTable.State state)
      throws Exception {
    if (!query.select().get(0).endsWith(" as rid") || query.source().contains(" join ")) {
      return null;
    }
    Map<String, String> known = places.get(state.snapshot());
    if (known == null || known.size() != count(state)) {
      known = new HashMap<>();
      Set<Long> ids = new HashSet<>();
      boolean twice = false;
      String id = query.select().get(0);
      String name = open(query, state);
      for (Row r :
          table
              .spark
              .sql(
                  "select "
                      + id
                      + ", t._metadata.file_path, t._metadata.row_index, t._row_id from "
                      + name
                      + " t")
              .collectAsList()) {
        known.put(String.valueOf(r.get(0)), r.get(1) + "#" + r.get(2) + "#" + r.get(3));
        twice |= !r.isNullAt(3) && !ids.add(r.getLong(3));
      }
      if (twice || known.values().stream().distinct().count() != known.size()) {
        return "two rows have the same path and number, or the same id";
      }
      places.put(state.snapshot(), known);
    }
    int width = query.select().size();
    for (Row r : found) {
      String place = r.get(width) + "#" + r.get(width + 1) + "#" + r.get(width + 2);
      if (!place.equals(known.get(String.valueOf(r.get(0))))) {
        String expected = known.get(String.valueOf(r.get(0)));
        return "row " + r.get(0) + " lies at " + expected + ", found " + place;
      }
    }
    return null;
  }

  private long count(ModelTable.State state) {
    return table.spark.read().parquet(state.parquet()).count();
  }

  /**
   * @param exact whether signs of zeros are compared; Spark's groups and sets do not preserve them
   */
  static List<String> texts(List<Row> rows, int width, boolean exact) {
    List<String> out = new ArrayList<>(rows.size());
    for (Row r : rows) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < width; i++) {
        text.append(i == 0 ? "" : ", ");
        text.append(SparkTestCase.text(exact ? r.get(i) : zero(r.get(i))));
      }
      out.add(text.toString());
    }
    return out;
  }

  private static Object zero(Object value) {
    if (value instanceof Double d && d == 0) {
      return 0.0;
    }
    return value instanceof Float f && f == 0 ? (Object) 0.0f : value;
  }

  static List<String> sorted(List<String> rows) {
    List<String> out = new ArrayList<>(rows);
    Collections.sort(out);
    return out;
  }

  static String same(List<String> expected, List<String> found) {
    if (expected.equals(found)) {
      return null;
    }
    List<String> lacking = minus(expected, found);
    List<String> wrong = minus(found, expected);
    return "expected "
        + expected.size()
        + " rows, found "
        + found.size()
        + (lacking.isEmpty() && wrong.isEmpty() ? " in another order" : "")
        + "\n  lacking: "
        + shown(lacking)
        + "\n  wrong:   "
        + shown(wrong);
  }

  private static String contained(List<String> found, List<String> all) {
    List<String> wrong = minus(found, all);
    return wrong.isEmpty() ? null : "rows that the table does not have: " + shown(wrong);
  }

  private static List<String> minus(List<String> a, List<String> b) {
    Map<String, Integer> counts = new HashMap<>();
    b.forEach(r -> counts.merge(r, 1, Integer::sum));
    List<String> out = new ArrayList<>();
    for (String r : a) {
      if (counts.merge(r, -1, Integer::sum) < 0) {
        out.add(r);
      }
    }
    return out;
  }

  private static String shown(List<String> rows) {
    List<String> some = rows.subList(0, Math.min(SHOWN, rows.size()));
    return rows.size() + " " + String.join("\n    ", some);
  }
}
