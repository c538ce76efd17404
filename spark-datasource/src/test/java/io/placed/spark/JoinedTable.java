package io.placed.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A table with two keys, an id and a text, and a random history; and the rows that it must have,
 * which come from Spark alone.
 */
final class JoinedTable {
  /** What a table may refuse, as parts of the messages. */
  private static final String REFUSALS =
      String.join(
          "|",
          "partition column \\w+ cannot be renamed or dropped",
          "cannot be dropped: the table is partitioned by",
          "the type of partition column \\w+ cannot be changed",
          "cannot be (renamed or )?dropped: the p\\w+ of the table contain",
          "columns cannot be renamed or dropped while the table has foreign files",
          "the partitioning cannot be changed while the table has foreign files",
          "cannot become a partition column, which files do not store",
          "and create the table in the catalog again");

  /** A type of keys: its name, values by number, partitionings, and a wider type. */
  record KeyType(String type, String value, String transforms, String wider) {}

  /** The values 3 to 6 are at the edges of the type, or equal by SQL only. */
  static final List<KeyType> TYPES =
      Stream.of(
              new KeyType("tinyint", "case x when 3 then -128 else x % 120 - 20 end", "BT", "int"),
              new KeyType(
                  "smallint", "case x when 3 then -32768 else x * 9 - 20 end", "IBT", "int"),
              new KeyType(
                  "int", "case x when 3 then -2147483648 else (x - 20) * 7 end", "IBT", "bigint"),
              new KeyType(
                  "bigint",
                  "case x when 3 then -9223372036854775808 else (x - 20) * 100000000007 end",
                  "IBT",
                  null),
              new KeyType(
                  "decimal(9,2)",
                  "case x when 3 then -9999999.99 else (x - 20) / 8 end",
                  "IBT",
                  "decimal(12,2)"),
              new KeyType(
                  "decimal(20,4)",
                  "case x when 3 then -9999999999999999.9999 else (x - 20) * 12345678901.1234 end",
                  "IBT",
                  null),
              new KeyType(
                  "string",
                  "case x when 3 then '' when 4 then 'k' when 5 then 'n😀2'"
                      + " else 'köl' || x end",
                  "IBT",
                  null),
              new KeyType(
                  "string collate UTF8_LCASE", "if(x % 2 = 0, 'a', 'A') || x % 9", "BT", null),
              new KeyType("binary", "cast('b' || x as binary)", "BT", null),
              new KeyType("boolean", "x % 2 = 0", "I", null),
              new KeyType(
                  "double",
                  "case x when 3 then double('NaN') when 4 then -0.0d when 5 then 0.0d else x / 4 end",
                  "I",
                  null),
              new KeyType(
                  "float",
                  "case x when 3 then float('NaN') when 4 then -0.0f when 5 then 0.0f else x / 4 end",
                  "I",
                  null),
              new KeyType(
                  "date",
                  "case x when 3 then date'0001-01-01' else date_add(date'1969-12-25', x) end",
                  "IBYMD",
                  "timestamp_ntz"),
              new KeyType(
                  "timestamp",
                  "case x when 3 then timestamp_seconds(-62135596800)"
                      + " else timestamp_seconds((x - 20) * 5400) end",
                  "IBYMDH",
                  null),
              new KeyType(
                  "timestamp_ntz",
                  "case x when 3 then timestamp_ntz'9999-12-31 23:59:59.999999'"
                      + " else timestamp_ntz'1970-01-01 00:00:00' + make_dt_interval(0, x - 20) end",
                  "IBYMDH",
                  null))
          // Spark 3.5 has no collations.
          .filter(t -> SparkTestCase.since("4.0") || !t.type().contains("collate"))
          .toList();

  private static int number;

  private final SparkSession spark;
  private final Random random;
  private final String name;
  private final List<KeyType> types;
  private final int domain;
  private final List<String> log = new ArrayList<>();

  /** Names of the columns now. */
  private final List<String> columns = new ArrayList<>(List.of("k", "k2", "id", "v"));

  private final List<String> columnTypes;
  private List<String> by;
  private String path;

  /** A path that is read together with the table; null = none. */
  private String other;

  private boolean ofPath = true;
  private Dataset<Row> rows;
  private long nextId;

  /** A tag and the rows that it stands for, under the names of that time. */
  private String tag;

  private Dataset<Row> tagged;
  private boolean isPast;

  /**
   * @param name of the views
   * @param types of the two keys
   * @param domain how many values a key has
   */
  JoinedTable(
      SparkSession spark, Random random, String name, List<KeyType> types, int domain, long from) {
    this.spark = spark;
    this.random = random;
    this.name = name;
    this.types = types;
    this.domain = domain;
    this.nextId = from;
    columnTypes =
        new ArrayList<>(List.of(types.get(0).type(), types.get(1).type(), "bigint", "string"));
  }

  private Dataset<Row> sql(String text) {
    try {
      return SparkTestCase.sql(spark, text);
    } catch (Exception e) {
      throw new AssertionError(text + "\n" + this, e);
    }
  }

  private void run(String text) {
    log.add(text);
    sql(text);
  }

  /** The rows themselves, without the plan that computed them. */
  private Dataset<Row> local(Dataset<Row> of) {
    return spark.createDataFrame(of.collectAsList(), of.schema());
  }

  /** Partition terms, in SQL, as CREATE TABLE takes them: of different columns. */
  static List<String> created(List<KeyType> types, Random random) {
    List<String> terms = partitioning(types, random);
    for (String key : List.of("k", "k2")) {
      List<String> same =
          terms.stream().filter(t -> t.equals(key) || t.matches(".*\\b" + key + "\\)")).toList();
      terms.removeAll(same.subList(Math.min(1, same.size()), same.size()));
    }
    return terms;
  }

  /** Partition terms, in SQL. */
  static List<String> partitioning(List<KeyType> types, Random random) {
    List<String> terms = new ArrayList<>();
    for (int n = random.nextInt(12) == 0 ? 0 : 1 + random.nextInt(2); n > 0; n--) {
      int key = random.nextInt(5) == 0 ? 1 : 0;
      terms.add(term(types.get(key).transforms(), key == 0 ? "k" : "k2", random));
    }
    return new ArrayList<>(terms.stream().distinct().toList());
  }

  private static String term(String transforms, String column, Random random) {
    return switch (transforms.charAt(random.nextInt(transforms.length()))) {
      case 'I' -> column;
      case 'B' -> "bucket(" + (2 + random.nextInt(3)) + ", " + column + ")";
      case 'T' -> "truncate(" + List.of(4, 50).get(random.nextInt(2)) + ", " + column + ")";
      case 'Y' -> "years(" + column + ")";
      case 'M' -> "months(" + column + ")";
      case 'D' -> "days(" + column + ")";
      default -> "hours(" + column + ")";
    };
  }

  static String sort(List<String> partitioning, Random random) {
    List<String> keys = new ArrayList<>(List.of("k", "k2", "id", "v"));
    if (random.nextInt(2) == 0) {
      Collections.shuffle(keys, random);
    }
    keys.removeAll(partitioning);
    List<String> some = new ArrayList<>();
    for (String key : keys.subList(0, 1 + random.nextInt(keys.size()))) {
      some.add(
          key
              + List.of("", "", " desc").get(random.nextInt(3))
              + List.of("", "", " nulls first", " nulls last").get(random.nextInt(4)));
    }
    return "sort(" + String.join(", ", some) + (random.nextBoolean() ? ")" : "; per-task)");
  }

  /**
   * Makes the table and its history.
   *
   * @param inCatalog whether it is a table of the session's catalog and not a path
   * @param once whether the rows are written at once, and nothing else is done
   */
  void make(Path directory, boolean inCatalog, List<String> partitioning, String sort, boolean once)
      throws IOException {
    path = inCatalog ? SparkTestCase.table() : directory.resolve("t" + number++).toString();
    ofPath = !inCatalog;
    by = partitioning;
    create(table(), by, sort);
    rows = local(newRows(0));
    if (once) {
      insert(table());
      return;
    }
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      insert(table());
    }
    for (int n = random.nextInt(3); n > 0; n--) {
      step();
    }
    if (ofPath && random.nextInt(6) == 0 && columns.get(0).equals("k")) {
      other = directory.resolve("t" + number++).toString();
      log.add("read with " + other);
      columnTypes.set(0, random.nextBoolean() ? types.get(0).type() : columnTypes.get(0));
      List<String> identities = by.stream().filter(t -> t.indexOf('(') < 0).toList();
      create("placed.`" + other + "`", random.nextBoolean() ? by : identities, sort);
      insert("placed.`" + other + "`");
    } else if (ofPath && random.nextInt(5) == 0 && columns.get(0).equals("k")) {
      foreignFile(directory, sort);
    }
    isPast = tag != null && other == null && random.nextBoolean();
  }

  private void create(String table, List<String> terms, String sort) {
    String ddl = "";
    for (int i = 0; i < 4; i++) {
      ddl += (i == 0 ? "" : ", ") + columns.get(i) + " " + columnTypes.get(i);
    }
    run(
        "create table "
            + table
            + " ("
            + ddl
            + ") using placed"
            + (terms.isEmpty() ? "" : " partitioned by (" + String.join(", ", terms) + ")")
            + " tblproperties ('placed.deletes.max-share' = '"
            + random.nextInt(2)
            + "'"
            + (sort == null ? "" : ", 'placement.reorder' = '" + sort + "'")
            + (random.nextBoolean() ? "" : ", 'placement.row-group' = '100 rows'")
            + ")");
  }

  private String table() {
    return ofPath ? "placed.`" + path + "`" : path;
  }

  /** New rows under the names and types of now. */
  private Dataset<Row> newRows(int count) {
    IntFunction<String> key =
        i -> {
          KeyType t = types.get(i);
          String value = "cast(cast(" + t.value() + " as " + t.type() + ")";
          String x = "pmod(hash(id, " + random.nextInt() + "), " + domain + ")";
          return "transform(array("
              + x
              + "), x -> if(x = 6, null, "
              + value
              + " as "
              + columnTypes.get(i)
              + ")))[0] as "
              + columns.get(i);
        };
    long from = nextId;
    nextId += count;
    return spark
        .range(from, nextId)
        .selectExpr(
            key.apply(0),
            key.apply(1),
            "id as " + columns.get(2),
            "'v' || id % 5 as " + columns.get(3));
  }

  private void insert(String table) {
    int count = List.of(1, 40, 150).get(random.nextInt(3));
    Dataset<Row> some = local(newRows(count));
    int tasks = 1 + 2 * random.nextInt(2);
    some.repartition(tasks).createOrReplaceTempView("new_rows");
    run("insert into " + table + " select * from new_rows");
    log.add("  " + count + " rows in " + tasks + " tasks");
    rows = local(rows.unionAll(some));
  }

  /** Whether the table allows a change. */
  private boolean allows(String text) {
    try {
      SparkTestCase.sql(spark, text);
      log.add(text);
      return true;
    } catch (Exception e) {
      String why = SparkTestCase.message(e);
      if (!why.matches("(?s).*(" + REFUSALS + ").*")) {
        throw e;
      }
      log.add("refused: " + text + ": " + why);
      return false;
    }
  }

  private void step() {
    String k = columns.get(0);
    String condition =
        List.of("id % 7 = 2", "id % 3 = 0", k + " is null", "k2 is null or id % 2 = 0")
            .get(random.nextInt(4));
    rows.createOrReplaceTempView("model");
    switch (random.nextInt(11)) {
      case 0, 1 -> insert(table());
      case 2 -> {
        run("delete from " + table() + " where " + condition);
        rows = local(sql("select * from model where not coalesce(" + condition + ", false)"));
      }
      case 3 -> {
        run("update " + table() + " set " + k + " = null where " + condition);
        String changed = "if(" + condition + ", null, " + k + ") as " + k;
        rows = local(sql("select " + changed + ", k2, id, v from model"));
      }
      case 4, 5 -> {
        List<String> next = partitioning(types, random);
        String terms = String.join(", ", next).replaceAll("\\bk\\b", k);
        String call = "call placed.system.set_partitioning(table => '";
        by = allows(call + path + "', partitioning => '" + terms + "')") ? next : by;
        refresh();
      }
      case 6 -> {
        String to = k.equals("k") ? "TheKey" : "k";
        if (allows("alter table " + table() + " rename column " + k + " to " + to)) {
          columns.set(0, to);
          rows = rows.toDF(columns.toArray(String[]::new));
        }
      }
      case 7 -> {
        String wider = types.get(0).wider();
        if (wider != null
            && !columnTypes.get(0).equals(wider)
            && allows("alter table " + table() + " alter column " + k + " type " + wider)) {
          columnTypes.set(0, wider);
          rows = local(rows.withColumn(k, rows.col(k).cast(wider)));
        }
      }
      case 8 -> {
        String type = types.get(1).type();
        if (allows("alter table " + table() + " drop column k2")) {
          run("alter table " + table() + " add column k2 " + type + " after " + k);
          rows = local(sql("select " + k + ", cast(null as " + type + ") as k2, id, v from model"));
        }
      }
      case 9 -> {
        run("call placed.system.optimize(table => '" + path + "')");
        refresh();
      }
      default -> {
        if (tag == null) {
          tag = "then";
          tagged = rows;
          run("call placed.system.create_tag(table => '" + path + "', tag => '" + tag + "')");
        }
      }
    }
  }

  private void refresh() {
    if (!ofPath) {
      run("refresh table " + path);
    }
  }

  /** A sorted file of another writer, which the log does not know. */
  private void foreignFile(Path directory, String sort) throws IOException {
    Dataset<Row> some = local(newRows(60));
    String written = directory.resolve("t" + number++).toString();
    some.coalesce(1)
        .write()
        .format("placed")
        .option("placement.reorder", sort == null ? "none" : sort)
        .save(written);
    try (var files = Files.list(Path.of(written))) {
      Path file = files.filter(f -> f.toString().endsWith(".placed")).findFirst().orElseThrow();
      Files.copy(file, Path.of(path, "other.placed"));
    }
    run("alter table " + table() + " set tblproperties ('placed.foreign-files' = 'true')");
    log.add("put a file into the directory");
    rows = local(rows.unionAll(some));
  }

  /** What DELETE, UPDATE and MERGE may change. */
  boolean isWritable() {
    return !isPast && other == null;
  }

  /** Makes both the views NAME of the table and NAME_rows of what it must have. */
  void show() {
    Dataset<Row> own;
    if (isPast) {
      own = sql("select * from " + table() + " version as of '" + tag + "'");
    } else if (other != null) {
      own = spark.read().format("placed").option("mergeSchema", "true").load(path, other);
    } else {
      own = random.nextBoolean() || !ofPath ? sql("select * from " + table()) : load();
    }
    own.toDF("k", "k2", "id", "v").createOrReplaceTempView(name);
    expected().createOrReplaceTempView(name + "_rows");
  }

  private Dataset<Row> load() {
    return spark.read().format("placed").load(path);
  }

  private Dataset<Row> expected() {
    return (isPast ? tagged : rows).toDF("k", "k2", "id", "v");
  }

  /**
   * Changes and adds rows by those of another table.
   *
   * @param keys of both
   */
  void merge(JoinedTable source, List<String> keys) {
    StringBuilder on = new StringBuilder("t.id = s.id");
    for (String key : keys) {
      on.append(" and t.").append(key.equals("k") ? columns.get(0) : key);
      on.append(random.nextBoolean() ? " <=> s." : " = s.").append(key);
    }
    rows.toDF("k", "k2", "id", "v").createOrReplaceTempView("model");
    String matches = on.toString().replace("t." + columns.get(0), "t.k");
    Dataset<Row> after =
        sql(
            "select t.k, t.k2, t.id, if(s.id is null, t.v, s.v) v from model t left join "
                + source.name
                + "_rows s on "
                + matches
                + " union all select "
                + ofTarget("k", 0)
                + ", "
                + ofTarget("k2", 1)
                + ", s.id, s.v from "
                + source.name
                + "_rows s where not exists (select 1 from model t where "
                + matches
                + ")");
    after = local(after);
    run(
        "merge into "
            + table()
            + " t using "
            + source.name
            + " s on "
            + on
            + " when matched then update set v = s.v when not matched then insert ("
            + String.join(", ", columns)
            + ") values (s.k, s.k2, s.id, s.v)");
    rows = after.toDF(columns.toArray(String[]::new));
  }

  /** A column of the source in the type that the target has, which may be the narrower one. */
  private String ofTarget(String column, int position) {
    return "cast(s." + column + " as " + rows.schema().fields()[position].dataType().sql() + ")";
  }

  void drop() {
    if (!ofPath) {
      spark.sql("drop table " + path);
    }
  }

  @Override
  public String toString() {
    return name + " (" + (isPast ? "as of its tag" : "now") + "):\n  " + String.join("\n  ", log);
  }
}
