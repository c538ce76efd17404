package io.placed.table.salvage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CorruptFileException;
import io.placed.io.CreateOptions;
import io.placed.io.Damage;
import io.placed.io.FileInfo;
import io.placed.io.IoCounters;
import io.placed.io.MemoryStore;
import io.placed.io.PositionOutput;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.FileVerifier;
import io.placed.scan.RandomTables;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.salvage.Salvage.PartialRows;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random tables with deleted rows, renamed, added and dropped columns and partitions are damaged in
 * random places. The rows that are copied must be those of the table before, in their order,
 * without what is reported as lost, and nothing sound may be reported.
 */
class SalvageTest {
  private static final String COPY = "/copy";

  private final long seed = Long.getLong("placed.seed", new Random().nextInt());

  /** The live rows of a data file by their number in it; null where deleted. */
  private record FileContent(String path, List<Object[]> rows) {}

  @Test
  void copiesEverythingThatIsNotReportedAsLost() throws IOException {
    Random random = new Random(seed);
    int partly = 0;
    for (int i = 0; i < 60; i++) {
      String message = "table " + i + " of seed " + seed;
      try {
        partly += oneTable(new Random(random.nextLong()), message);
      } catch (IOException e) {
        throw new AssertionError(message, e);
      }
    }
    assertTrue(partly > 5, partly + " tables lost single columns, seed " + seed);
  }

  /** Returns whether the table has lost some columns of some rows. */
  private int oneTable(Random random, String message) throws IOException {
    MemoryStore store = new MemoryStore();
    DataSet table = table(store, random);
    Snapshot snapshot = table.current();
    List<FileContent> before = content(table, snapshot);
    Salvage sound = survey(table, PartialRows.WITH_NULLS);
    assertEquals(List.of(), sound.losses(), message);
    assertEquals(snapshot.schema(), sound.schema(), message);
    assertEquals(rows(before, List.of(), snapshot.schema(), false), copied(sound), message);
    assertEquals(0, sound.lostRows(), message);

    Set<String> damaged = damage(store, random);
    boolean leftOut = random.nextInt(3) == 0;
    Salvage salvage =
        survey(
            DataSet.at(p -> store, COPY), leftOut ? PartialRows.LEFT_OUT : PartialRows.WITH_NULLS);
    List<String> expected = rows(before, salvage.losses(), snapshot.schema(), leftOut);
    assertEquals(expected, copied(salvage), message);
    assertEquals(expected.size(), salvage.rows(), message);
    long live = snapshot.files().stream().mapToLong(DataFile::liveRows).sum();
    assertEquals(live - expected.size(), salvage.lostRows(), message);
    Map<String, DataFile> files = new LinkedHashMap<>();
    snapshot.files().forEach(f -> files.put(COPY + "/" + f.path(), f));
    for (Loss loss : salvage.losses()) {
      assertTrue(isDamaged(files.get(loss.path()), damaged), message + ": " + loss);
      Field column = loss.column() == null ? null : salvage.schema().require(loss.column());
      assertTrue(column == null || leftOut || column.nullable(), message + ": " + loss);
    }
    return salvage.losses().stream().anyMatch(l -> l.column() != null) ? 1 : 0;
  }

  private static boolean isDamaged(DataFile file, Set<String> damaged) {
    return file.paths().stream().anyMatch(p -> damaged.contains(COPY + "/" + p));
  }

  private static Salvage survey(DataSet table, PartialRows partial) throws IOException {
    return Salvage.survey(table.directory(), table.current(), partial, done -> {});
  }

  private static List<String> copied(Salvage salvage) throws IOException {
    List<String> rows = new ArrayList<>();
    salvage.copy(
        batch -> {
          assertEquals(
              salvage.schema().fields().stream().map(Field::name).toList(),
              batch.schema().fields().stream().map(Field::name).toList());
          rows.addAll(RandomTables.texts(batch));
        });
    return rows;
  }

  /** What must be copied of the rows before the damage. */
  private static List<String> rows(
      List<FileContent> files, List<Loss> losses, Schema schema, boolean leftOut) {
    List<String> all = new ArrayList<>();
    for (FileContent file : files) {
      List<Object[]> left = new ArrayList<>();
      file.rows().forEach(row -> left.add(row == null ? null : row.clone()));
      for (Loss loss : losses) {
        if (!loss.path().equals(COPY + "/" + file.path())) {
          continue;
        }
        for (long r = loss.firstRow(); r < loss.firstRow() + loss.rows(); r++) {
          Object[] row = left.get((int) r);
          if (loss.column() == null || leftOut) {
            left.set((int) r, null);
          } else if (row != null) {
            row[schema.indexOf(loss.column())] = null;
          }
        }
      }
      left.stream().filter(row -> row != null).forEach(row -> all.add(RandomTables.text(row)));
    }
    return all;
  }

  private static DataSet table(MemoryStore store, Random random) throws IOException {
    DataSet table = DataSet.at(p -> store, "/t");
    RandomTables values = new RandomTables(random.nextLong());
    List<Field> fields = new ArrayList<>();
    fields.add(Field.required("Id", Type.INT64));
    fields.add(Field.of("part", Type.INT32));
    fields.addAll(values.schema().fields());
    fields.add(Field.of("twice", Type.INT64)); // Follows from another column.
    Schema schema = Schema.of(fields);
    boolean partitioned = random.nextBoolean();
    append(table, store, schema, values, random, partitioned);
    if (random.nextBoolean()) {
      table.alter(
          List.of(
              new ColumnChange.Rename("twice", "Doubled"),
              new ColumnChange.Add(List.of("twice"), Type.STRING, ColumnChange.LAST)),
          Map.of());
      append(table, store, table.current().schema(), values, random, partitioned);
    }
    if (random.nextBoolean()) {
      table.alter(List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, "1"));
      table.deleteRows(Predicate.parse("Id >= 1000 and Id < " + (1001 + random.nextInt(2500))));
    }
    return table;
  }

  private static void append(
      DataSet table,
      MemoryStore store,
      Schema schema,
      RandomTables values,
      Random random,
      boolean partitioned)
      throws IOException {
    Commit commit = table.begin(schema, partitioned ? List.of("part") : List.of(), null);
    List<DataFile> written = new ArrayList<>();
    for (int task = 0; task < 2; task++) {
      Batch rows = values.rows(schema, 1 + random.nextInt(6000));
      Map<String, String> partition = partitioned ? Map.of("part", "" + task) : Map.of();
      Schema stored =
          Schema.of(
              schema.fields().stream().filter(f -> !partition.containsKey(f.name())).toList());
      String path = commit.dataFilePath(partition, "t" + task);
      WriteOptions how =
          WriteOptions.of(
              Map.of(
                  "placement",
                  placement(random),
                  "profile",
                  List.of("fast", "balanced", "compact").get(random.nextInt(3)),
                  "page-rows",
                  "" + 1024 * (1 + random.nextInt(3))));
      try (FileWriter out = FileWriter.create(store, path, stored, how)) {
        Batch batch = Batch.of(stored);
        for (int i = 0; i < rows.rows(); i++) {
          Object[] row = rows.row(i);
          long id = 1000L * task + i;
          row[schema.indexOf("Id")] = id;
          int number = schema.indexOf("twice");
          if (schema.field(number).type() == Type.INT64) {
            row[number] = 2 * id;
          }
          List<Object> kept = new ArrayList<>(Arrays.asList(row));
          if (partitioned) {
            kept.remove(schema.indexOf("part"));
          }
          batch.appendRow(kept.toArray());
        }
        out.write(batch);
        written.add(DataFile.of(out.finish(), commit.relative(path), partition));
      }
    }
    commit.append(written);
  }

  private static String placement(Random random) {
    List<String> presets = List.copyOf(Placement.presetNames());
    String text = presets.get(random.nextInt(presets.size()));
    text += "; row-group=" + (1 + random.nextInt(4000)) + " rows";
    return switch (random.nextInt(6)) {
      case 0 -> text + "; column-groups=all stride 1";
      case 1 -> text + "; column-groups=none; packing=files(2)";
      case 2 -> text + "; column-groups=none; packing=copies(one-row-group; all stride 1)";
      default -> text;
    };
  }

  /** The rows of every file, read as any reader does, and which of them are deleted. */
  private static List<FileContent> content(DataSet table, Snapshot snapshot) throws IOException {
    List<FileContent> files = new ArrayList<>();
    for (DataFile f : snapshot.files()) {
      List<Object[]> rows = new ArrayList<>();
      ReadRequest all = ReadRequest.all().withColumns(snapshot.schema());
      try (FileReader file = FileReader.open(table.input(f), new IoCounters());
          BatchReader in = file.read(f.request(snapshot.schema(), all, null))) {
        while (in.next()) {
          for (int i = 0; i < in.batch().rows(); i++) {
            rows.add(in.batch().row(i));
          }
        }
      }
      var deleted = table.directory().deleted(f);
      for (int r = 0; deleted != null && r < rows.size(); r++) {
        if (deleted.count(r, 1) > 0) {
          rows.set(r, null);
        }
      }
      files.add(new FileContent(f.path(), rows));
    }
    return files;
  }

  /** Copies the table to a path of which nothing is cached; returns the paths of its files. */
  private static List<String> copy(MemoryStore store) throws IOException {
    List<String> paths = new ArrayList<>();
    for (FileInfo f : store.list("/t", true)) {
      String path = COPY + f.path().substring("/t".length());
      try (PositionOutput out = store.create(path, CreateOptions.NEW)) {
        out.write(store.readAll(f.path()));
      }
      paths.add(path);
    }
    return paths;
  }

  /** Damages some data files and deletion vectors of a copy of the table; returns their paths. */
  private static Set<String> damage(MemoryStore store, Random random) throws IOException {
    List<String> paths = copy(store);
    paths.removeIf(p -> p.contains("/_placed/") && !p.contains("/deletes/"));
    Collections.shuffle(paths, random);
    Set<String> damaged = new HashSet<>(paths.subList(0, 1 + random.nextInt(2)));
    for (String path : damaged) {
      if (random.nextInt(4) == 0) {
        Damage how = List.of(Damage.TORN, Damage.LOST, Damage.ZEROED).get(random.nextInt(3));
        how.to(store, path, random);
      } else {
        flip(store, path, random, 1 + random.nextInt(3));
      }
    }
    return damaged;
  }

  private static void flip(MemoryStore store, String path, Random random, int bits)
      throws IOException {
    byte[] content = store.readAll(path);
    for (int i = 0; i < bits; i++) {
      content[random.nextInt(content.length)] ^= (byte) (1 << random.nextInt(8));
    }
    store.delete(path, false);
    try (PositionOutput out = store.create(path, CreateOptions.NEW)) {
      out.write(content);
    }
  }

  /** One damaged page of a column costs the rows of this page in this column, and no more. */
  @Test
  void losesOnePageOfOneColumn() throws IOException {
    int[] seen = {0};
    damageBits(
        "row-group=10000 rows",
        (salvage, message) -> {
          for (Loss loss : salvage.losses()) {
            if (loss.column() != null) {
              assertEquals(1, salvage.losses().size(), message);
              // What the pages of a row group share costs all of them.
              boolean shared = loss.detail().contains("dictionary of row group");
              assertTrue(loss.rows() <= (shared ? 10_000 : 1024), message);
              assertEquals(20_000, salvage.rows(), message);
              seen[0]++;
            }
          }
        });
    assertTrue(seen[0] > 20, seen[0] + " of 40 bits were in pages, seed " + seed);
  }

  /** A bit of a page costs nothing if the file has the page a second time. */
  @Test
  void losesNothingThatThereIsACopyOf() throws IOException {
    int[] seen = {0};
    damageBits(
        "row-group=10000 rows; column-groups=none; packing=copies(one-row-group; all stride 1)",
        (salvage, message) -> {
          if (salvage.losses().isEmpty()) {
            seen[0]++;
          }
          assertTrue(salvage.losses().stream().allMatch(l -> l.column() == null), message);
        });
    assertTrue(seen[0] > 30, seen[0] + " of 40 damaged tables are whole, seed " + seed);
  }

  private interface Expected {
    void check(Salvage salvage, String message);
  }

  /** Damages one bit before the footer of a file, 40 times. */
  private void damageBits(String placement, Expected expected) throws IOException {
    MemoryStore store = new MemoryStore();
    DataSet table = DataSet.at(p -> store, "/t");
    Schema schema = Schema.parse("a: int64 not null, b: int64, c: string");
    Commit commit = table.begin(schema, List.of(), null);
    String path = commit.dataFilePath(Map.of(), "t");
    Random random = new Random(seed);
    Batch batch = Batch.of(schema);
    for (int i = 0; i < 20_000; i++) {
      batch.appendRow(random.nextLong(), random.nextLong(), "x" + random.nextInt());
    }
    WriteOptions how = WriteOptions.of(Map.of("page-rows", "1024", "placement", placement));
    try (FileWriter out = FileWriter.create(store, path, schema, how)) {
      out.write(batch);
      commit.append(List.of(DataFile.of(out.finish(), commit.relative(path), Map.of())));
    }
    List<String> rows = copied(survey(table, PartialRows.WITH_NULLS));
    byte[] sound = store.readAll(path);
    for (int i = 0; i < 40; i++) {
      byte[] content = sound.clone();
      content[random.nextInt(content.length - 4096)] ^= 1;
      store.delete(path, false);
      try (PositionOutput out = store.create(path, CreateOptions.NEW)) {
        out.write(content);
      }
      Salvage salvage = survey(table, PartialRows.WITH_NULLS);
      String message = salvage.losses() + ", seed " + seed;
      assertFalse(FileVerifier.verify(store.input(path), new IoCounters()).isEmpty(), message);
      if (salvage.losses().isEmpty()) {
        assertEquals(rows, copied(salvage), message);
      }
      expected.check(salvage, message);
    }
  }

  /** Which files the snapshot has is not guessed. */
  @Test
  void aDamagedSnapshotIsAnError() throws IOException {
    MemoryStore store = new MemoryStore();
    table(store, new Random(seed));
    String newest =
        copy(store).stream()
            .filter(p -> p.matches(".*/[0-9]{20}\\.json"))
            .max(String::compareTo)
            .orElseThrow();
    flip(store, newest, new Random(seed), 1);
    DataSet copy = DataSet.at(p -> store, COPY);
    assertThrows(CorruptFileException.class, () -> survey(copy, PartialRows.WITH_NULLS));
  }
}
