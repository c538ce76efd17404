package io.placed.hive;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.PathNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What Hive does to a random table beside inserting rows and changing columns. */
final class CombinationHive {
  private final CombinationTable table;

  CombinationHive(CombinationTable table) {
    this.table = table;
  }

  /** Does nothing if the step is not applicable to the table. */
  void apply(CombinationTable.Kind kind, Random random) throws IOException {
    boolean isPartitioned = table.hasHivePartitions;
    switch (kind) {
      case HIVE_OVERWRITE -> {
        if (!table.isLogged) {
          overwrite(random);
        }
      }
      case STATIC_OVERWRITE -> {
        if (!table.isLogged && isPartitioned) {
          overwritePartition(random);
        }
      }
      case SELF_OVERWRITE -> {
        if (!table.isLogged) {
          overwriteWithSome(random);
        }
      }
      case TRUNCATE -> {
        if (!table.isLogged) {
          table.run("truncate table " + table.name);
          table.rows.clear();
        }
      }
      case ADD_PARTITION -> {
        if (isPartitioned && isLowerCase()) {
          addPartition(random);
        }
      }
      case DROP_PARTITION -> {
        if (isPartitioned) {
          dropPartition(random);
        }
      }
      case RENAME_PARTITION -> {
        if (!table.isLogged && isPartitioned && isSpelledOnce()) {
          renamePartition(random);
        }
      }
      case CONCURRENT_INSERT -> {
        if (table.partitions.isEmpty()) {
          insertConcurrently(random);
        }
      }
      case ANALYZE ->
          table.run(
              "analyze table "
                  + table.name
                  + " compute statistics"
                  + (random.nextBoolean() ? " for columns" : ""));
      case CTAS -> {
        if (!table.isLogged) {
          copy(random);
        }
      }
      case FAILED_INSERT -> failedInsert(random);
      default -> throw new IllegalArgumentException(kind.toString());
    }
  }

  private boolean isLowerCase() {
    return table.partitions.get(0).startsWith("part");
  }

  private int firstPartition() {
    return table.stored().size();
  }

  /** The values of partition columns, by which Hive replaces rows. */
  private List<Object> partition(Object[] row) {
    List<Object> values = new ArrayList<>();
    for (int k = firstPartition(); k < row.length; k++) {
      values.add(row[k]);
    }
    return values;
  }

  private void overwrite(Random random) throws IOException {
    List<Object[]> added = table.newRows(random);
    String from = table.from(added);
    table.write(
        "insert overwrite table " + table.name + table.intoPartitions() + " select * from " + from,
        random);
    Set<List<Object>> replaced =
        added.stream().map(this::partition).collect(Collectors.toCollection(HashSet::new));
    table.rows.removeIf(r -> table.partitions.isEmpty() || replaced.contains(partition(r)));
    table.rows.addAll(added);
    table.hive.run("drop table " + from);
  }

  /** Of the partitions without rows that stay, Hive replaces none. */
  private void overwriteWithSome(Random random) {
    int rest = random.nextInt(3);
    table.write(
        "insert overwrite table "
            + table.name
            + table.intoPartitions()
            + " select * from "
            + table.name
            + " where id % 3 <> "
            + rest,
        random);
    Set<List<Object>> replaced = new HashSet<>();
    table.rows.stream()
        .filter(r -> (Long) r[0] % 3 != rest)
        .forEach(r -> replaced.add(partition(r)));
    table.rows.removeIf(
        r ->
            (Long) r[0] % 3 == rest
                && (table.partitions.isEmpty() || replaced.contains(partition(r))));
  }

  private static String quoted(Object value) {
    return "'" + CombinationColumn.text(value).replace("'", "\\'") + "'";
  }

  private Object firstValue(Random random) {
    CombinationColumn column = table.columns.get(firstPartition());
    Object value = null;
    while (value == null) {
      value = column.partitionValue(random);
    }
    return value;
  }

  private void overwritePartition(Random random) throws IOException {
    int first = firstPartition();
    Object value = firstValue(random);
    List<Object[]> added = table.newRows(random);
    added.forEach(r -> r[first] = value);
    String from = table.from(added);
    List<String> names = table.columns.stream().map(CombinationColumn::name).toList();
    List<String> others = new ArrayList<>(names);
    others.remove(first);
    List<String> spec = new ArrayList<>(table.partitions);
    spec.set(0, spec.get(0) + "=" + quoted(value));
    table.write(
        "insert overwrite table "
            + table.name
            + " partition ("
            + String.join(", ", spec)
            + ") select "
            + String.join(", ", others)
            + " from "
            + from,
        random);
    Set<List<Object>> replaced = new HashSet<>();
    added.forEach(r -> replaced.add(partition(r)));
    boolean isStatic = table.partitions.size() == 1;
    table.rows.removeIf(
        r -> isStatic ? Objects.equals(r[first], value) : replaced.contains(partition(r)));
    table.rows.addAll(added);
    table.hive.run("drop table " + from);
  }

  private void addPartition(Random random) {
    List<String> spec = new ArrayList<>();
    for (int k = firstPartition(); k < table.columns.size(); k++) {
      CombinationColumn column = table.columns.get(k);
      Object value = column.partitionValue(random);
      if (value == null) {
        return;
      }
      spec.add(column.name() + "=" + quoted(value));
    }
    table.run(
        "alter table "
            + table.name
            + " add if not exists partition ("
            + String.join(", ", spec)
            + ")");
  }

  private void dropPartition(Random random) throws IOException {
    int first = firstPartition();
    Object value = firstValue(random);
    table.run(
        "alter table "
            + table.name
            + " drop if exists partition ("
            + table.partitions.get(0)
            + "="
            + quoted(value)
            + ")");
    if (table.isLogged) {
      table.declare(); // the rows were not removed
    } else {
      table.rows.removeIf(r -> Objects.equals(r[first], value));
    }
  }

  private static String spec(List<CombinationColumn> columns, List<?> values) {
    List<String> pairs = new ArrayList<>();
    for (int k = 0; k < values.size(); k++) {
      pairs.add(columns.get(k).name() + "=" + quoted(values.get(k)));
    }
    return "partition (" + String.join(", ", pairs) + ")";
  }

  private List<CombinationColumn> partitionColumns() {
    return table.columns.subList(firstPartition(), table.columns.size());
  }

  /** Not so {@code 1.50}, which is {@code 1.5} in Hive. */
  private boolean isSpelledOnce() {
    return partitionColumns().stream()
        .noneMatch(c -> c.type().startsWith("decimal") || c.type().equals("timestamp"));
  }

  /** Of Hive's own table, whose directory Hive moves. */
  private void renamePartition(Random random) {
    Set<List<Object>> present = new LinkedHashSet<>();
    table.rows.forEach(r -> present.add(partition(r)));
    List<Object> to = new ArrayList<>();
    partitionColumns().forEach(c -> to.add(c.present(random)));
    List<List<Object>> renamable = present.stream().filter(p -> !p.contains(null)).toList();
    if (renamable.isEmpty() || present.contains(to)) {
      return;
    }
    List<Object> from = renamable.get(random.nextInt(renamable.size()));
    List<CombinationColumn> columns = partitionColumns();
    String other = spec(columns, to);
    table.run("alter table " + table.name + " drop if exists " + other); // it may have no rows
    table.run("alter table " + table.name + " " + spec(columns, from) + " rename to " + other);
    for (Object[] row : table.rows) {
      if (partition(row).equals(from)) {
        for (int k = 0; k < to.size(); k++) {
          row[firstPartition() + k] = to.get(k);
        }
      }
    }
  }

  /**
   * Tells the metastore of the directories of a data set one by one.
   *
   * @return false if a statement cannot name some of them
   */
  boolean addDirectories() throws IOException {
    if (!isSpelledOnce()) {
      return false;
    }
    Path place = Path.of(table.place());
    List<String> found;
    try (Stream<Path> all = Files.walk(place, table.partitions.size())) {
      found =
          all.filter(Files::isDirectory)
              .map(d -> place.relativize(d).toString())
              .filter(d -> d.split("=", -1).length - 1 == table.partitions.size())
              .filter(d -> d.split("/", -1).length == table.partitions.size())
              .sorted()
              .toList();
    }
    if (found.stream().anyMatch(d -> d.contains(PathNames.DEFAULT_PARTITION))) {
      return false;
    }
    for (String directory : found) {
      List<String> values =
          new ArrayList<>(PathNames.partitionValues(directory + "/file").values());
      table.run(
          "alter table "
              + table.name
              + " add "
              + spec(partitionColumns(), values)
              + " location '"
              + place.resolve(directory).toString().replace("'", "\\'")
              + "'");
    }
    return true;
  }

  /** Two sessions at the same time; not of Tez, whose plans are static in local mode. */
  private void insertConcurrently(Random random) throws IOException {
    if (table.isLogged) {
      table.showForeignFiles();
    }
    List<CompletableFuture<Void>> running = new ArrayList<>();
    List<String> sources = new ArrayList<>();
    for (int k = 0; k < 2; k++) {
      List<Object[]> added = table.newRows(random);
      String from = table.from(added);
      sources.add(from);
      table.rows.addAll(added);
      String sql = "insert into " + table.name + " select * from " + from;
      table.story.add("at the same time: " + sql);
      running.add(CompletableFuture.runAsync(() -> runInSession(sql)));
    }
    running.forEach(CompletableFuture::join);
    sources.forEach(from -> table.hive.run("drop table " + from));
    table.hasForeign |= table.isLogged;
  }

  private static void runInSession(String sql) {
    try (EmbeddedHive session = EmbeddedHive.start(EmbeddedHive.Engine.MR)) {
      session.run(sql);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void copy(Random random) {
    String to = table.newName();
    String place = table.directory.resolve(to).toString();
    String by =
        table.hasHivePartitions
            ? " partitioned by (" + String.join(", ", table.partitions) + ")"
            : "";
    table.run(
        "create table "
            + to
            + by
            + " stored as placed location '"
            + place
            + "' as select * from "
            + table.name);
    table.run("drop table " + table.name);
    if (random.nextBoolean()) {
      String renamed = table.newName();
      table.run("alter table " + to + " rename to " + renamed);
      to = renamed;
    }
    table.move(to, place);
    table.former.clear();
  }

  /** Some tasks may have written their files by then. */
  private void failedInsert(Random random) throws IOException {
    if (!table.isWritable()) {
      return;
    }
    List<Object[]> added = table.newRows(random);
    if (added.isEmpty()) {
      return;
    }
    String from = table.from(added);
    long bad = (Long) added.get(random.nextInt(added.size()))[0];
    String sql =
        "insert into "
            + table.name
            + table.intoPartitions()
            + " select * from "
            + from
            + " where assert_true(id <> "
            + bad
            + ") is null"
            + (random.nextBoolean() ? " distribute by id % 3" : "");
    table.story.add("fails: " + sql);
    String message = table.hive.failure(sql);
    assertTrue(
        message.contains("ASSERT_TRUE") || message.contains("placed.foreign-files"), message);
    table.hive.run("drop table " + from);
  }
}
