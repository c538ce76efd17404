package io.placed.hive;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.WriteBuilder;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.TableProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A random Placed table in Hive, and the same rows in memory and, when it is complete, in a text
 * table. Either Hive creates and fills it, or the Java API does and Hive appends to it.
 */
final class CombinationTable {
  private static final List<String> ANY_PLACEMENT =
      List.of("default", "parquet", "orc", "albis", "arrow", "rcfile", "trevni", "cf", "cfile");
  private static final int IN_ONE_FILE = 6;
  private static final int[] ROWS = {0, 1, 7, 40, 300, 1200, 2600};

  /** A change of a table; {@code seed} determines all its details. */
  record Step(Kind kind, long seed) {}

  enum Kind {
    INSERT,
    APPEND,
    FOREIGN_FILE,
    REWRITE,
    DELETE,
    PARTITION,
    RENAME,
    ADD,
    DROP,
    WIDEN
  }

  final String name;
  final String twin;

  private final EmbeddedHive hive;
  private final Path directory;
  private final List<CombinationColumn> columns = new ArrayList<>();
  private final List<String> partitions = new ArrayList<>();
  private final List<Object[]> rows = new ArrayList<>();
  private final List<String> story = new ArrayList<>();
  private final boolean isByJava;
  private final boolean hasHivePartitions;
  private final String settings;
  private boolean hasForeign;
  private boolean hasOrcTwin;
  private int names;

  /** Names of columns that were renamed or dropped. */
  private final List<String> former = new ArrayList<>();

  private long nextId;
  private int loads;

  CombinationTable(EmbeddedHive hive, Path directory, String name, long seed) throws Exception {
    this.hive = hive;
    this.directory = directory;
    this.name = name;
    this.twin = name + "_twin";
    Random random = new Random(seed);
    isByJava = random.nextInt(2) == 0;
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
      append(random);
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
    if (isByJava && isFree && !before.isEmpty() && random.nextInt(3) == 0) {
      char first = before.charAt(0);
      return (first == 'v' ? 'V' : 'v') + before.substring(1);
    }
    return (isByJava && random.nextBoolean() ? "Val" : "val") + names++;
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

  List<CombinationColumn> columns() {
    return columns;
  }

  String story() {
    return String.join("\n  ", story);
  }

  private String place() {
    return directory.resolve(name).toString();
  }

  private List<CombinationColumn> stored() {
    return columns.subList(0, columns.size() - partitions.size());
  }

  /** Recreates the metastore's table from the current state of the data set. */
  private void declare() {
    run("drop table if exists " + name);
    String properties =
        Arrays.stream(settings.split(";"))
            .filter(s -> !isByJava || !s.startsWith("placement="))
            .map(s -> "'placed." + s.replace("=", "'='") + "'")
            .collect(Collectors.joining(", "));
    run(
        (isByJava ? "create external table " : "create table ")
            + name
            + declaredColumns()
            + " stored as placed location '"
            + place()
            + "'"
            + (properties.isEmpty() ? "" : " tblproperties (" + properties + ")"));
    if (isByJava && hasHivePartitions) {
      run("msck repair table " + name);
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

  private String intoPartitions() {
    return hasHivePartitions ? " partition (" + String.join(", ", partitions) + ")" : "";
  }

  private void run(String sql) {
    story.add(sql);
    hive.run(sql);
  }

  /** Does nothing if the step is not applicable to the table. */
  void apply(Step step) throws Exception {
    Random random = new Random(step.seed());
    switch (step.kind()) {
      case INSERT -> insert(random);
      case APPEND -> {
        if (isByJava) {
          append(random);
          if (hasHivePartitions) {
            declare();
          }
        }
      }
      case FOREIGN_FILE -> {
        if (isByJava && partitions.isEmpty()) {
          String file = directory.resolve(name).resolve("extra" + loads++ + ".placed").toString();
          writeForeign(file, random);
          if (random.nextBoolean()) {
            DataSet.at(FileStores.local(), place()).addFiles(List.of(file));
            story.add("it is added to the table");
          } else {
            showForeignFiles(true);
            hasForeign = true;
          }
          if (random.nextInt(3) == 0) {
            showForeignFiles(false);
          }
        }
      }
      case REWRITE -> {
        if (isByJava) {
          rewrite();
        }
      }
      case DELETE -> {
        if (isByJava) {
          delete(random);
        }
      }
      case PARTITION -> {
        if (isByJava && !hasHivePartitions && !hasForeign) {
          PartitionSpec by = CombinationPartitioning.random(partitions, schema(), random);
          DataSet.at(FileStores.local(), place()).alter(by);
          story.add("partitioned by " + by);
        }
      }
      case RENAME -> {
        int k = anyStored(random);
        CombinationColumn old = columns.get(k);
        former.add(old.name());
        CombinationColumn renamed = new CombinationColumn(newName(random), old.type());
        columns.set(k, renamed);
        alter(
            new ColumnChange.Rename(old.name(), renamed.name()),
            "change " + old.name() + " " + renamed.declared());
      }
      case ADD -> add(newName(random), random);
      case DROP -> drop(random);
      case WIDEN -> {
        int k = anyStored(random);
        if (isByJava && columns.get(k).type().equals("int")) {
          columns.set(k, new CombinationColumn(columns.get(k).name(), "bigint"));
          rows.forEach(r -> r[k] = r[k] == null ? null : Long.valueOf((Integer) r[k]));
          alter(new ColumnChange.Widen(List.of(columns.get(k).name()), Type.INT64), null);
        }
      }
    }
  }

  /** Sometimes without a column, which the table may not allow to be null. */
  private void writeForeign(String file, Random random) throws IOException {
    List<Object[]> added = newRows(random);
    Schema schema = schema();
    int lacking = random.nextBoolean() ? anyStored(random) : -1;
    if (lacking > 0) {
      List<Field> fields = new ArrayList<>(schema.fields());
      fields.remove(lacking);
      schema = Schema.of(fields);
      added.forEach(r -> r[lacking] = null);
    }
    List<Object[]> stored = new ArrayList<>();
    for (Object[] row : added) {
      List<Object> values = new ArrayList<>(Arrays.asList(row));
      if (lacking > 0) {
        values.remove(lacking);
      }
      stored.add(values.toArray());
    }
    write(Placed.write(file, schema), stored);
    story.add("a file beside the snapshot, of " + schema);
  }

  /** Few rows are marked; files of which many go are written again. */
  private void delete(Random random) throws IOException {
    long from = random.nextInt(1 + (int) nextId);
    long to = from + random.nextInt(random.nextBoolean() ? 20 : 1500);
    String share = List.of("0", "0.2", "1").get(random.nextInt(3));
    DataSet dataSet = DataSet.at(FileStores.local(), place());
    dataSet.alter(List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, share));
    String where = "id between " + from + " and " + to;
    story.add("delete " + where + ": " + dataSet.deleteRows(Predicate.parse(where)));
    rows.removeIf(r -> (Long) r[0] >= from && (Long) r[0] <= to);
    hasForeign = dataSet.current().files().stream().anyMatch(DataFile::foreign);
    if (hasHivePartitions) {
      declare();
    }
  }

  private int anyStored(Random random) {
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
            || isByJava
                && CombinationPartitioning.of(place(), partitions).terms().stream()
                    .anyMatch(t -> t.column().equals(columns.get(at).name()));
    if (isByJava && stored().size() > 3 && !named) {
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
    if (!isByJava) {
      run("alter table " + name + " " + inHive + (hasHivePartitions ? " cascade" : ""));
      return;
    }
    if (hasForeign) {
      rewrite(); // columns of foreign files cannot be renamed
    }
    DataSet.at(FileStores.local(), place()).alter(List.of(change), Map.of());
    story.add("alter " + change);
    declare();
  }

  /** Otherwise Hive refuses to write to what Java has made. */
  private void showForeignFiles(boolean shown) throws IOException {
    DataSet dataSet = DataSet.at(FileStores.local(), place());
    if (TableProperties.showForeignFiles(dataSet.current().properties()) != shown) {
      String value = String.valueOf(shown);
      dataSet.alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, value));
      story.add(TableProperties.FOREIGN_FILES + "=" + value);
      hasForeign &= shown;
    }
  }

  private void rewrite() throws IOException {
    Rewrite.prepare(FileStores.local(), place(), RewriteOptions.of(Map.of())).run(f -> {});
    story.add("rewrite");
    hasForeign = false;
  }

  private Schema schema() {
    return Schema.parse(
        columns.stream().map(CombinationColumn::stored).collect(Collectors.joining(", ")));
  }

  /** New rows, which are also added to the model. */
  private List<Object[]> newRows(Random random) {
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
    rows.addAll(added);
    return added;
  }

  /** Some columns of the first rows must not be null; others may write nulls later. */
  private Schema withRequired(Schema schema, List<Object[]> added, Random random) {
    List<Field> fields = new ArrayList<>(schema.fields());
    for (int k = 0; k < stored().size(); k++) {
      CombinationColumn column = columns.get(k);
      if (random.nextInt(3) == 0) {
        int at = k;
        added.forEach(r -> r[at] = r[at] == null ? column.present(random) : r[at]);
        Field f = fields.get(k);
        fields.set(k, new Field(f.id(), f.name(), f.type(), false));
      }
    }
    return Schema.of(fields);
  }

  private void append(Random random) throws IOException {
    List<Object[]> added = newRows(random);
    boolean isFirst = story.isEmpty();
    Schema schema = isFirst ? withRequired(schema(), added, random) : schema();
    WriteBuilder to = Placed.write(place(), schema);
    for (String setting : settings.split(";")) {
      to = to.option(setting.split("=")[0], setting.split("=")[1]);
    }
    PartitionSpec by = CombinationPartitioning.of(place(), partitions);
    write(to.partitionedBy(by.toString()), added);
    story.add("Java appends " + added.size() + " rows " + schema + " [" + by + "] " + settings);
  }

  private static void write(WriteBuilder to, List<Object[]> rows) throws IOException {
    try (TableWriter out = to.open()) {
      for (Object[] row : rows) {
        out.write(row);
      }
      out.commit();
    }
  }

  private void insert(Random random) throws IOException {
    if (!partitions.isEmpty() && !hasHivePartitions) {
      return; // Hive does not know the partitioning of the data set.
    }
    if (isByJava) {
      showForeignFiles(true);
    }
    List<Object[]> added = newRows(random);
    String from = name + "_rows" + loads++;
    text(from, added);
    run(
        "insert into "
            + name
            + intoPartitions()
            + " select * from "
            + from
            + (random.nextBoolean() ? " distribute by id % 2" : ""));
    story.add("(" + added.size() + " rows)");
    hive.run("drop table " + from);
    hasForeign |= isByJava;
  }

  /** Creates the text table to which queries are compared. */
  void makeTwin() throws IOException {
    text(twin, rows);
  }

  /** For the few queries for which Hive itself has several results. */
  String orcTwin() {
    String orc = name + "_orc";
    if (!hasOrcTwin) {
      hive.run("create table " + orc + declaredColumns() + " stored as orc");
      hive.run("insert into " + orc + intoPartitions() + " select * from " + twin);
      hasOrcTwin = true;
    }
    return orc;
  }

  private void text(String table, List<Object[]> some) throws IOException {
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
    List.of(name, twin, name + "_orc").forEach(t -> hive.run("drop table if exists " + t));
  }
}
