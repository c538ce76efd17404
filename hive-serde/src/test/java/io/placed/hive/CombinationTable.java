package io.placed.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.evolution.ColumnChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A random Placed table in Hive, and the same rows in memory and, when it is complete, in a text
 * table. Either Hive creates and fills it, or the Java API does and Hive appends to it.
 */
final class CombinationTable {
  static final List<String> ANY_PLACEMENT =
      List.of("default", "parquet", "orc", "albis", "arrow", "rcfile", "trevni", "cf", "cfile");
  private static final int IN_ONE_FILE = 6;

  /** By which Hive moves files once more, or divides rows among tasks otherwise. */
  private static final List<String> WRITE_SETTINGS =
      List.of(
          "hive.merge.tezfiles=true",
          "hive.merge.mapredfiles=true",
          "hive.optimize.union.remove=true",
          "hive.optimize.sort.dynamic.partition.threshold=1",
          "hive.optimize.sort.dynamic.partition.threshold=-1",
          "hive.execution.engine=mr",
          "hive.vectorized.execution.enabled=false",
          "hive.stats.autogather=false",
          "hive.blobstore.optimizations.enabled=false",
          "mapreduce.input.fileinputformat.split.maxsize=4000");

  private static final int[] ROWS = {0, 1, 7, 40, 300, 1200, 2600};

  /** A change of a table; {@code seed} determines all its details. */
  record Step(Kind kind, long seed) {}

  enum Kind {
    INSERT,
    HIVE_OVERWRITE,
    STATIC_OVERWRITE,
    SELF_OVERWRITE,
    TRUNCATE,
    ADD_PARTITION,
    DROP_PARTITION,
    RENAME_PARTITION,
    ANALYZE,
    CTAS,
    FAILED_INSERT,
    CONCURRENT_INSERT,
    APPEND,
    OVERWRITE,
    MERGE,
    FOREIGN_FILE,
    REWRITE,
    OPTIMIZE,
    ROLLBACK,
    VACUUM,
    DELETE,
    PARTITION,
    RENAME,
    ADD,
    DROP,
    WIDEN
  }

  String name;
  final String twin;

  final EmbeddedHive hive;
  final Path directory;
  final List<CombinationColumn> columns = new ArrayList<>();
  final List<String> partitions = new ArrayList<>();
  final List<Object[]> rows = new ArrayList<>();
  final List<String> story = new ArrayList<>();
  final boolean hasHivePartitions;
  final String settings;
  private final boolean isByJava;

  /** Whether it is a data set with snapshots; Hive's own table becomes one with the first. */
  boolean isLogged;

  /** Where the files are. */
  private String place;

  boolean hasForeign;
  private boolean hasOrcTwin;
  private int names;
  private final CombinationHive byHive = new CombinationHive(this);
  private final CombinationJava byJava = new CombinationJava(this);

  /** Names of columns that were renamed or dropped. */
  final List<String> former = new ArrayList<>();

  private long nextId;
  private int loads;
  private int copies;

  CombinationTable(EmbeddedHive hive, Path directory, String name, long seed) throws Exception {
    this.hive = hive;
    this.directory = directory;
    this.name = name;
    this.twin = name + "_twin";
    Random random = new Random(seed);
    place = directory.resolve(name).toString();
    isByJava = random.nextInt(2) == 0;
    isLogged = isByJava;
    columns.add(new CombinationColumn("id", "bigint"));
    for (int k = 4 + random.nextInt(4); k > 0; k--) {
      columns.add(CombinationColumn.random(newName(random), random));
    }
    int depth = Math.max(0, random.nextInt(5) - 2);
    hasHivePartitions = depth > 0 && (!isByJava || random.nextInt(3) > 0);
    boolean isLowerCase = hasHivePartitions && (!isByJava || (seed & 1) == 0);
    for (int k = depth; k > 0; k--) {
      columns.add(CombinationColumn.ofPartitions((isLowerCase ? "part" : "Part") + k, random));
      partitions.add(columns.get(columns.size() - 1).name());
    }
    settings = settings(random);
    if (isByJava) {
      byJava.append(random);
    }
    declare();
    if (!isByJava) {
      insert(random);
    }
  }

  /** Sometimes a former name in another case: Hive takes it for the same. */
  private String newName(Random random) {
    String before = former.isEmpty() ? "" : former.get(random.nextInt(former.size()));
    boolean isFree = columns.stream().noneMatch(c -> c.name().equalsIgnoreCase(before));
    if (isLogged && isFree && !before.isEmpty() && random.nextInt(3) == 0) {
      char first = before.charAt(0);
      return (first == 'v' ? 'V' : 'v') + before.substring(1);
    }
    return (isLogged && random.nextBoolean() ? "Val" : "val") + names++;
  }

  private String settings(Random random) {
    List<String> pairs = new ArrayList<>();
    int placements = isByJava ? ANY_PLACEMENT.size() : IN_ONE_FILE;
    pairs.add("placement=" + ANY_PLACEMENT.get(random.nextInt(placements)));
    if (random.nextInt(4) > 0) {
      pairs.add("placement.row-group=" + (random.nextBoolean() ? 100 : 1000) + " rows");
    }
    if (random.nextInt(3) == 0) {
      List<CombinationColumn> keys = columns.stream().filter(c -> !c.isNested()).toList();
      String key = keys.get(random.nextInt(keys.size() - partitions.size())).name();
      pairs.add("placement.reorder=sort(" + key + (random.nextInt(4) == 0 ? " desc)" : ")"));
    }
    return String.join(";", pairs);
  }

  /** More than any id. */
  long nextId() {
    return nextId;
  }

  List<CombinationColumn> columns() {
    return columns;
  }

  String story() {
    return String.join("\n  ", story);
  }

  String place() {
    return place;
  }

  List<CombinationColumn> stored() {
    return columns.subList(0, columns.size() - partitions.size());
  }

  /** Recreates the metastore's table from the current state of the data set. */
  void declare() throws IOException {
    run("drop table if exists " + name);
    String properties =
        Arrays.stream(settings.split(";"))
            .filter(s -> !isByJava || !s.startsWith("placement="))
            .map(s -> "'placed." + s.replace("=", "'='") + "'")
            .collect(Collectors.joining(", "));
    run(
        (isLogged ? "create external table " : "create table ")
            + name
            + declaredColumns()
            + " stored as placed location '"
            + place()
            + "'"
            + (properties.isEmpty() ? "" : " tblproperties (" + properties + ")"));
    if (isLogged && hasHivePartitions) {
      if ((nextId & 2) == 0 || !byHive.addDirectories()) {
        run("msck repair table " + name);
      }
    }
  }

  private String declaredColumns() {
    List<CombinationColumn> plain = hasHivePartitions ? stored() : columns;
    String parts =
        columns.subList(plain.size(), columns.size()).stream()
            .map(CombinationColumn::declared)
            .collect(Collectors.joining(", "));
    return plain.stream()
            .map(CombinationColumn::declared)
            .collect(Collectors.joining(", ", " (", ")"))
        + (parts.isEmpty() ? "" : " partitioned by (" + parts + ")");
  }

  String intoPartitions() {
    return hasHivePartitions ? " partition (" + String.join(", ", partitions) + ")" : "";
  }

  void run(String sql) {
    story.add(sql);
    hive.run(sql);
  }

  /** An INSERT, with other settings than the default ones in most cases. */
  void write(String sql, Random random) {
    List<String> some = new ArrayList<>();
    for (int k = random.nextInt(3); k > 0; k--) {
      some.add(WRITE_SETTINGS.get(random.nextInt(WRITE_SETTINGS.size())));
    }
    story.add(some.isEmpty() ? sql : "set " + String.join("; set ", some) + "; " + sql);
    hive.runWith(some, sql);
  }

  /** Does nothing if the step is not applicable to the table. */
  void apply(Step step) throws Exception {
    Random random = new Random(step.seed());
    switch (step.kind()) {
      case INSERT -> insert(random);
      case RENAME -> rename(random);
      case ADD -> add(newName(random), random);
      case DROP -> drop(random);
      case WIDEN -> widen(random);
      case HIVE_OVERWRITE,
          STATIC_OVERWRITE,
          SELF_OVERWRITE,
          TRUNCATE,
          ADD_PARTITION,
          DROP_PARTITION,
          RENAME_PARTITION,
          ANALYZE,
          CTAS,
          FAILED_INSERT,
          CONCURRENT_INSERT ->
          byHive.apply(step.kind(), random);
      default -> byJava.apply(step.kind(), random);
    }
    verify(step.kind().toString());
  }

  /** After each step, so that a later one does not hide what is wrong. */
  private void verify(String step) throws IOException {
    List<String> ids = rows.stream().map(r -> String.valueOf(r[0])).sorted().toList();
    story.add("select after " + step);
    assertEquals(ids, hive.run("select id from " + name).stream().sorted().toList(), step);
    // Hive's own aggregation without a task returns no row where there are none.
    String counted = hive.run("select count(*) from " + name).stream().findFirst().orElse("0");
    assertEquals(String.valueOf(ids.size()), counted, step);
    if (isLogged) {
      try (TableScan in = Placed.read(place).select("id").open()) {
        assertEquals(ids, in.rows().map(r -> String.valueOf(r[0])).sorted().toList(), step);
      }
    }
  }

  private void rename(Random random) throws Exception {
    int k = anyStored(random);
    CombinationColumn old = columns.get(k);
    former.add(old.name());
    CombinationColumn renamed = new CombinationColumn(newName(random), old.type());
    columns.set(k, renamed);
    alter(
        new ColumnChange.Rename(old.name(), renamed.name()),
        "change " + old.name() + " " + renamed.declared());
  }

  private void widen(Random random) throws Exception {
    int k = anyStored(random);
    CombinationColumn old = columns.get(k);
    if (isLogged && old.type().equals("int")) {
      CombinationColumn wide = new CombinationColumn(old.name(), "bigint");
      columns.set(k, wide);
      rows.forEach(r -> r[k] = r[k] == null ? null : Long.valueOf((Integer) r[k]));
      alter(
          new ColumnChange.Widen(List.of(old.name()), Type.INT64),
          "change " + old.name() + " " + wide.declared());
    }
  }

  int anyStored(Random random) {
    return 1 + random.nextInt(stored().size() - 1);
  }

  private void add(String of, Random random) throws Exception {
    CombinationColumn added = CombinationColumn.random(of, random);
    int at = stored().size();
    columns.add(at, added);
    for (int k = 0; k < rows.size(); k++) {
      List<Object> wider = new ArrayList<>(Arrays.asList(rows.get(k)));
      wider.add(at, null);
      rows.set(k, wider.toArray());
    }
    alter(
        new ColumnChange.Add(List.of(of), added.storedType(), ColumnChange.LAST),
        "add columns (" + added.declared() + ")");
  }

  /** Sometimes adds the column again with another type. */
  private void drop(Random random) throws Exception {
    int at = anyStored(random);
    boolean named =
        settings.contains("sort(" + columns.get(at).name())
            || isLogged
                && CombinationPartitioning.of(place(), partitions).terms().stream()
                    .anyMatch(t -> t.column().equals(columns.get(at).name()));
    if (isLogged && stored().size() > 3 && !named) {
      CombinationColumn dropped = columns.remove(at);
      for (int k = 0; k < rows.size(); k++) {
        List<Object> narrower = new ArrayList<>(Arrays.asList(rows.get(k)));
        narrower.remove(at);
        rows.set(k, narrower.toArray());
      }
      alter(new ColumnChange.Drop(dropped.name()), null);
      former.add(dropped.name());
      if (random.nextBoolean()) {
        add(random.nextBoolean() ? dropped.name() : newName(random), random);
      }
    }
  }

  private void alter(ColumnChange change, String inHive) throws Exception {
    String cascade = hasHivePartitions ? " cascade" : "";
    if (!isLogged) {
      run("alter table " + name + " " + inHive + cascade);
      return;
    }
    byJava.alter(change);
    if (inHive != null && (nextId & 1) == 0) {
      run("alter table " + name + " " + inHive + cascade);
    } else {
      declare();
    }
  }

  Schema schema() {
    return Schema.parse(
        columns.stream().map(CombinationColumn::stored).collect(Collectors.joining(", ")));
  }

  /** New rows, which are not in the model yet. */
  List<Object[]> newRows(Random random) {
    List<Object[]> added = new ArrayList<>();
    for (int n = ROWS[random.nextInt(ROWS.length)]; n > 0; n--) {
      Object[] row = new Object[columns.size()];
      row[0] = nextId++;
      for (int k = 1; k < row.length; k++) {
        boolean isStored = k < stored().size();
        row[k] = isStored ? columns.get(k).value(random) : columns.get(k).partitionValue(random);
      }
      added.add(row);
    }
    return added;
  }

  /** A text table of new rows, which are not in the table yet. */
  String from(List<Object[]> added) throws IOException {
    String from = twin + "_rows" + loads++;
    text(from, added);
    story.add("(" + added.size() + " rows in " + from + ")");
    return from;
  }

  /** Whether Hive knows the partitioning, so that it can write. */
  boolean isWritable() {
    return partitions.isEmpty() || hasHivePartitions;
  }

  /** Whether Hive returns the name of a partition's directory instead of null, in every format. */
  boolean hasNullTextPartition() {
    for (int k = stored().size(); hasHivePartitions && k < columns.size(); k++) {
      int at = k;
      if (columns.get(k).isText() && rows.stream().anyMatch(r -> r[at] == null)) {
        return true;
      }
    }
    return false;
  }

  void showForeignFiles() throws IOException {
    byJava.showForeignFiles(true);
  }

  private void insert(Random random) throws IOException {
    if (!isWritable()) {
      return;
    }
    if (isLogged) {
      showForeignFiles();
    }
    List<Object[]> added = newRows(random);
    String from = from(added);
    List<String> all = columns.stream().map(CombinationColumn::name).toList();
    String target = name + intoPartitions();
    String items = "*";
    if (random.nextInt(4) == 0) {
      // Without a column, and in another order.
      int lacking = anyStored(random);
      added.forEach(r -> r[lacking] = null);
      List<String> some = new ArrayList<>(all);
      some.remove(lacking);
      Collections.rotate(some.subList(0, stored().size() - 1), 1);
      items = String.join(", ", some);
      target = name + " (" + items + ")";
    }
    String select = " select " + items + " from ";
    // In a subquery, because Hive 4.0 does not find the column beside a list of columns.
    String source =
        switch (random.nextInt(4)) {
          case 0 -> from + " where id % 2 = 0 union all" + select + from + " where id % 2 <> 0";
          case 1 -> from;
          default -> "(select * from " + from + " distribute by id % 2) d";
        };
    write("insert into " + target + select + source, random);
    rows.addAll(added);
    hive.run("drop table " + from);
    hasForeign |= isLogged;
  }

  /** The table is another one from now on. */
  void move(String toName, String toPlace) {
    name = toName;
    place = toPlace;
  }

  String newName() {
    return twin + "_copy" + copies++;
  }

  /** Creates the text table to which queries are compared. */
  void makeTwin() throws IOException {
    text(twin, rows);
  }

  /** For the few queries for which Hive itself has several results. */
  String orcTwin() {
    String orc = twin + "_orc";
    if (!hasOrcTwin) {
      hive.run("create table " + orc + declaredColumns() + " stored as orc");
      hive.run("insert into " + orc + intoPartitions() + " select * from " + twin);
      hasOrcTwin = true;
    }
    return orc;
  }

  void text(String table, List<Object[]> some) throws IOException {
    Path place = Files.createDirectories(directory.resolve(table));
    List<String> lines =
        some.stream()
            .map(
                r ->
                    Arrays.stream(r)
                        .map(CombinationColumn::text)
                        .collect(Collectors.joining("\u0001")))
            .toList();
    Files.write(place.resolve("rows"), lines);
    hive.run(
        "create external table "
            + table
            + " ("
            + columns.stream().map(CombinationColumn::declared).collect(Collectors.joining(", "))
            + ") row format delimited fields terminated by '\\001' collection items terminated by"
            + " '\\002' stored as textfile location '"
            + place
            + "'");
  }

  void drop() {
    List.of(name, twin, twin + "_orc").forEach(t -> hive.run("drop table if exists " + t));
  }
}
