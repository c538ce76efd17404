package io.placed.table.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.error.CorruptFileException;
import io.placed.io.CreateOptions;
import io.placed.io.ForwardingFileStore;
import io.placed.io.LocalFileStore;
import io.placed.io.PositionOutput;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.DataSetContract;
import io.placed.table.commit.Commit;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.discovery.TextFooters;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.DataFile;
import io.placed.table.file.ManagedName;
import io.placed.table.file.RowIds;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** No two rows of a table ever have the same id, and files keep theirs. */
class RowIdsTest extends DataSetContract {
  /** More than a root lists itself. */
  private static final int MANY = 70;

  /** What every file that was ever listed has, by path. */
  private final Map<String, RowIds> given = new HashMap<>();

  private long next;
  private long last;
  private int names;

  /** Lets somebody else commit first, once. */
  private static final class Raced extends ForwardingFileStore {
    private Race other;

    /** Number of manifests that were written. */
    private int manifests;

    Raced(Race other) {
      super(new LocalFileStore());
      this.other = other;
    }

    @Override
    public PositionOutput create(String path, CreateOptions options) throws IOException {
      manifests += path.contains("/manifests/") ? 1 : 0;
      return super.create(path, options);
    }

    @Override
    public boolean putIfAbsent(String path, byte[] content) throws IOException {
      if (other != null) {
        Race now = other;
        other = null;
        now.run();
      }
      return super.putIfAbsent(path, content);
    }
  }

  private interface Race {
    void run() throws IOException;
  }

  private static void append(DataSet to, Random random, int count) throws IOException {
    Schema schema = to.hasSnapshots() ? to.current().schema() : SCHEMA;
    Commit commit = to.begin(schema, List.of(), null);
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      files.add(file(commit, "t-" + i, random.nextInt(10), schema));
    }
    commit.append(files);
  }

  /** A file with an id, as deletion vectors need it. */
  private static DataFile file(Commit commit, String task, long rows, Schema schema)
      throws IOException {
    DataFile f = write(commit, task, rows, schema);
    return new DataFile(
        f.path(),
        f.length(),
        rows,
        UUID.randomUUID().toString(),
        f.partition(),
        f.rowGroups(),
        f.statistics(),
        false);
  }

  /** Checks what the newest snapshots say, each after the other. */
  private void check(String seed) throws IOException {
    long newest = open().newestId();
    while (last < newest) {
      last++;
      TableState state;
      try {
        state = open().directory().log().read(last);
      } catch (java.io.FileNotFoundException expired) {
        continue;
      }
      String where = seed + ", snapshot " + last + " (" + state.info().operation() + ")";
      long expected = next;
      for (DataFile f : state.files().all().values()) {
        RowIds ids = f.ids();
        RowIds before = given.get(f.path());
        boolean ofCommit = ManagedName.commitOf(f.path()) != null;
        if (before != null && (ofCommit || ids.first() < next)) {
          assertEquals(before, ids, f.path() + ", " + where);
          continue;
        }
        assertEquals(last, ids.snapshot(), f.path() + ", " + where);
        assertEquals(expected, ids.first(), f.path() + ", " + where);
        expected = ids.end(f.rows());
        given.put(f.path(), ids);
      }
      next = expected;
      assertEquals(next, state.files().nextRowId(), where);
    }
  }

  private static DataFile some(Random random, List<DataFile> files) {
    return files.get(random.nextInt(files.size()));
  }

  private static Set<String> some(Random random, List<DataFile> files, int most) {
    Set<String> paths = new HashSet<>();
    for (int i = random.nextInt(most); i >= 0; i--) {
      paths.add(some(random, files).path());
    }
    return paths;
  }

  private void step(Random random) throws IOException {
    Snapshot now = open().current();
    List<DataFile> files = now.files();
    int count = random.nextInt(4) == 0 ? MANY : 1 + random.nextInt(20);
    switch (files.isEmpty() ? 0 : random.nextInt(12)) {
      case 0, 1, 2 -> append(open(), random, count);
      case 3, 4 -> {
        int others = random.nextBoolean() ? MANY : 1;
        boolean alters = random.nextInt(3) == 0;
        Raced store =
            new Raced(
                () -> {
                  if (alters) {
                    open().alter(List.of(), Map.of("some", "property"));
                  } else {
                    append(open(), random, others);
                  }
                });
        append(DataSet.at(p -> store, root, new TextFooters()), random, count);
      }
      case 5 -> {
        long part = random.nextInt(10);
        Commit commit = open().begin(now.schema(), List.of(), null);
        commit.overwriteWhere(List.of(file(commit, "w", 3, now.schema())), f -> f.rows() == part);
      }
      case 6 -> {
        Set<String> replaced = some(random, files, 9);
        Commit commit = open().begin(now.schema(), List.of(), null).basedOn(now);
        commit.replaceFiles(replaced, List.of(file(commit, "r", 5, now.schema())));
      }
      case 7, 8 -> {
        Map<DataFile, RowBitmap> deleted = new HashMap<>();
        for (DataFile f : now.files(some(random, files, 5))) {
          if (f.rows() > 0 && ManagedName.commitOf(f.path()) != null) {
            RowBitmap rows = new RowBitmap();
            rows.add(random.nextInt((int) f.rows()));
            deleted.put(f, rows);
          }
        }
        Commit commit = open().begin(now.schema(), List.of(), null).basedOn(now);
        List<DataFile> changed = List.of(file(commit, "c", 2, now.schema()));
        commit.changeRows("update", Set.of(), changed, deleted);
      }
      case 9 -> {
        long oldest = open().directory().log().newest().retention().from();
        open().rollback(oldest + random.nextInt((int) (now.id() - oldest) + 1));
      }
      case 10 -> {
        if (random.nextBoolean()) {
          open().createTag("tag" + now.id(), null);
        } else {
          String name = now.schema().field(1).name();
          open().alter(List.of(new ColumnChange.Rename(name, "name" + now.id())), Map.of());
        }
      }
      default -> {
        if (random.nextBoolean()) {
          open().vacuum(new VacuumOptions(Duration.ZERO, 6, false));
        } else {
          String name = "by-hand-" + names++ + ".placed";
          put(name, 1 + random.nextInt(5), now.schema());
          open().addFiles(List.of(root + "/" + name));
        }
      }
    }
  }

  @Test
  void randomHistories() throws Exception {
    long seed = new Random().nextLong();
    System.out.println("RowIdsTest seed " + seed);
    for (int round = 0; round < 4; round++) {
      Random random = Chosen.random(seed + round);
      root = temporary.resolve("table" + round).toString();
      dataSet = open();
      given.clear();
      next = 0;
      last = 0;
      append(open(), random, 2);
      for (int i = 0; i < 60; i++) {
        step(random);
        check("seed " + (seed + round) + ", step " + i);
      }
    }
  }

  /** What was written for an attempt that lost is listed with the ids of the one that won. */
  @Test
  void aLostRaceWritesNoSecondManifest() throws Exception {
    Random random = new Random(1);
    append(open(), random, MANY);
    Raced store = new Raced(() -> append(open(), random, MANY));
    append(DataSet.at(p -> store, root, new TextFooters()), random, MANY);
    assertEquals(1, store.manifests);
    check("after the race");
    assertEquals(3 * MANY, given.size());
    List<RowIds> inherited =
        open().directory().log().newest().files().manifests().stream()
            .map(m -> m.inherited())
            .toList();
    assertEquals(List.of(1L, 2L, 3L), inherited.stream().map(RowIds::snapshot).toList());
    assertTrue(inherited.get(1).first() < inherited.get(2).first(), inherited.toString());
  }

  @Test
  void idsNeverGoBack() throws Exception {
    append(SCHEMA, 3);
    append(SCHEMA, 4);
    open().rollback(1);
    assertEquals(7, open().directory().log().newest().files().nextRowId());
    append(SCHEMA, 2);
    assertEquals(
        List.of(0L, 7L),
        open().current().files().stream().map(f -> f.ids().first()).sorted().toList());
    Commit all = begin(Schema.parse("other: int64")).overwriteSchema(true);
    all.overwrite(List.of(write(all, "o", 1, Schema.parse("other: int64"))));
    assertEquals(new RowIds(9, 5), open().current().files().get(0).ids());
    check("here");
  }

  @Test
  void filesThatNoSnapshotListsHaveNone() throws Exception {
    append(SCHEMA, 3);
    showForeignFiles();
    put("000000_0", 2, SCHEMA);
    Snapshot shown = open().current();
    assertEquals(2, shown.files().size());
    shown.files().forEach(f -> assertEquals(f.foreign(), f.ids() == null));
    open().alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "false"));
    check("listed");
    assertEquals(new RowIds(3, 3), given.get("000000_0"));
  }

  @Test
  void newFilesHaveNone() throws Exception {
    append(SCHEMA, 3);
    Commit commit = begin(SCHEMA);
    DataFile file = write(commit, "t", 3, SCHEMA);
    assertNull(file.ids());
    assertThrows(
        IllegalArgumentException.class,
        () -> commit.append(List.of(file.withIds(new RowIds(0, 1)))));
    assertThrows(
        IllegalArgumentException.class,
        () -> open().current().files().get(0).withIds(new RowIds(5, 1)));
  }

  /** Replaces a part of the newest root. */
  private CorruptFileException damaged(String good, String bad) throws IOException {
    Path path = Path.of(open().directory().log().pathOf(open().newestId()));
    byte[] bytes = Files.readAllBytes(path);
    String line = Files.readAllLines(path).get(0);
    assertTrue(line.contains(good), line);
    Files.write(path, CheckedLine.of(line.replace(good, bad)));
    CorruptFileException e =
        assertThrows(CorruptFileException.class, () -> open().current().load(), bad);
    Files.write(path, bytes);
    return e;
  }

  @Test
  void damageIsNamed() throws Exception {
    append(SCHEMA, 3);
    append(SCHEMA, 4);
    String second = "\"firstRowId\":3,\"snapshot\":2";
    for (String bad :
        List.of(
            "\"firstRowId\":2,\"snapshot\":2",
            "\"firstRowId\":4,\"snapshot\":2",
            "\"firstRowId\":-1,\"snapshot\":2",
            "\"firstRowId\":9223372036854775807,\"snapshot\":2",
            "\"firstRowId\":3,\"snapshot\":3",
            "\"firstRowId\":3,\"snapshot\":0",
            "\"firstRowId\":3")) {
      damaged(second, bad);
    }
    String shared = damaged(second, "\"firstRowId\":2,\"snapshot\":2").getMessage();
    assertTrue(shared.contains("share row ids") && shared.contains("3 rows from id 0"), shared);
    damaged("," + second, "");
    damaged("\"nextRowId\":7", "\"nextRowId\":6");
    damaged("\"nextRowId\":7", "\"nextRowId\":-7");
    damaged("\"nextRowId\":7,", "");
    append(open(), new Random(1), MANY);
    long next = open().directory().log().newest().files().nextRowId();
    assertTrue(next > 20);
    open().createTag("more", null);
    String ofManifest = "\"firstRowId\":0,\"snapshot\":3";
    String all = Files.readString(Path.of(open().directory().log().pathOf(4)));
    assertTrue(all.contains("\"firstRowId\":7,\"snapshot\":3"), all);
    damaged("\"firstRowId\":7,\"snapshot\":3", ofManifest);
    damaged("\"firstRowId\":7,\"snapshot\":3", "\"firstRowId\":8,\"snapshot\":3");
    damaged("\"firstRowId\":7,\"snapshot\":3", "\"firstRowId\":7,\"snapshot\":5");
    damaged(",\"firstRowId\":7,\"snapshot\":3", "");
    damaged("\"nextRowId\":" + next, "\"nextRowId\":8");
    open().current().load();
  }
}
