package io.placed.table.vacuum;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.error.CorruptFileException;
import io.placed.table.DataSetContract;
import io.placed.table.commit.Commit;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.Tag;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Names for snapshots, and what vacuums keep because of them. */
class TagTest extends DataSetContract {
  private static final int ROUNDS = Integer.getInteger("placed.history.rounds", 12);
  private static final VacuumOptions ALL = new VacuumOptions(Duration.ZERO, 1, false);

  private void overwrite(long... rows) throws IOException {
    Commit over = begin(SCHEMA);
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      files.add(write(over, "t-" + i, rows[i], SCHEMA));
    }
    over.overwrite(files);
  }

  private static String refusal(org.junit.jupiter.api.function.Executable action) {
    return assertThrows(IllegalArgumentException.class, action).getMessage();
  }

  @Test
  void namesAreMadeReplacedAndRemoved() throws Exception {
    assertTrue(refusal(() -> dataSet.createTag("a", null)).contains("before its first snapshot"));
    overwrite(1);
    overwrite(2);
    assertEquals(new Tag("v1", 1, 0), dataSet.createTag("v1", 1L));
    assertEquals(new Tag("now", 3, 0), dataSet.createTag("now", null));
    assertEquals("tag", open().current().operation());
    assertEquals(List.of("now", "v1"), open().tags().stream().map(Tag::name).toList());
    assertArrayEquals(new long[] {1}, rows(open().snapshot("v1")));
    assertTrue(refusal(() -> dataSet.createTag("v1", 2L)).contains("exists and names snapshot 1"));
    dataSet.replaceTag("v1", 2L);
    assertArrayEquals(new long[] {2}, rows(open().snapshot("v1")));
    dataSet.deleteTag("v1");
    assertTrue(refusal(() -> dataSet.deleteTag("v1")).contains("the table has now"));
    String none =
        assertThrows(FileNotFoundException.class, () -> open().snapshot("v1")).getMessage();
    assertTrue(none.contains("tag v1 does not exist; the table has now"), none);
    assertThrows(FileNotFoundException.class, () -> dataSet.createTag("x", 99L));
    for (String wrong : List.of("", "12", "a b", "a/b", "..", "-a", "a".repeat(129))) {
      assertTrue(refusal(() -> dataSet.createTag(wrong, null)).contains("found '" + wrong + "'"));
    }
    for (String right : List.of("2026-01", "v1.2_b", "Größe", "_")) {
      dataSet.createTag(right, 1L);
    }
    append(SCHEMA, 3);
    assertEquals(5, open().tags().size());
  }

  @Test
  void aVacuumKeepsWhatHasATag() throws Exception {
    for (int i = 1; i <= 6; i++) {
      overwrite(i);
    }
    dataSet.createTag("two", 2L);
    dataSet.createTag("four", 4L);
    VacuumResult dry = dataSet.vacuum(new VacuumOptions(Duration.ZERO, 1, true));
    VacuumResult done = dataSet.vacuum(ALL);
    assertEquals(dry, done);
    assertEquals(5, done.snapshotsExpired()); // 1, 3, 5, 6 and that of the first tag.
    assertArrayEquals(new long[] {2}, rows(open().snapshot("two")));
    assertArrayEquals(new long[] {4}, rows(open().snapshot(4)));
    for (long id : new long[] {2, 4}) {
      assertExist(open().snapshot(id));
    }
    for (long id : new long[] {1, 3, 5}) {
      assertThrows(FileNotFoundException.class, () -> open().snapshot(id));
    }
    assertEquals(List.of(4L, 2L), open().history().stream().map(SnapshotInfo::id).skip(2).toList());
    dataSet.replaceTag("again", 2L);
    dataSet.deleteTag("two");
    assertArrayEquals(new long[] {2}, rows(open().snapshot("again")));
    dataSet.rollback("four");
    assertArrayEquals(new long[] {4}, rows());
    dataSet.deleteTag("four");
    String gone = assertThrows(FileNotFoundException.class, () -> dataSet.rollback(4)).getMessage();
    assertTrue(gone.contains("snapshot 4 has expired; the table has 2, "), gone);
    assertThrows(FileNotFoundException.class, () -> dataSet.createTag("again4", 4L));
    dataSet.vacuum(ALL);
    assertArrayEquals(new long[] {4}, rows());
    assertExist(open().current());
    dataSet.deleteTag("again");
    dataSet.vacuum(ALL);
    assertEquals(List.of(), names().stream().filter(n -> n.startsWith("_placed/tagged/")).toList());
    assertEquals(1, names().stream().filter(n -> !n.startsWith("_placed/")).count());
  }

  private void assertExist(Snapshot snapshot) {
    for (DataFile f : snapshot.files()) {
      assertTrue(Files.exists(Path.of(root, f.path())), f.path());
    }
  }

  /** The next snapshot, whose time separates later files, has expired. */
  @Test
  void foreignFilesOfATaggedSnapshot() throws Exception {
    append(SCHEMA, 1);
    showForeignFiles();
    put("early.placed", 20, SCHEMA);
    age("early.placed", -1);
    append(SCHEMA, 2);
    dataSet.createTag("first", 2L);
    put("late.placed", 30, SCHEMA);
    age("late.placed", 1);
    overwrite(4);
    dataSet.vacuum(ALL);
    assertArrayEquals(new long[] {1, 20}, rows(open().snapshot("first")));
    dataSet.rollback("first");
    assertArrayEquals(new long[] {1, 20}, rows());
  }

  private void age(String file, long days) throws IOException {
    long at = System.currentTimeMillis() + Duration.ofDays(days).toMillis();
    Files.setLastModifiedTime(Path.of(root, file), FileTime.fromMillis(at));
  }

  @Test
  void aTagOfTheFutureIsDamage() throws Exception {
    append(SCHEMA, 1);
    dataSet.createTag("t", 1L);
    Path newest = Path.of(dataSet.directory().log().pathOf(2));
    String line = CheckedLine.read(Files.readAllBytes(newest));
    for (String wrong :
        List.of(
            line.replace("\"snapshot\":1", "\"snapshot\":2"),
            line.replace("\"snapshot\":1", "\"snapshot\":0"),
            line.replace("\"name\":\"t\"", "\"name\":\"7\""),
            line.replace("\"tags\":", "\"retainedFrom\":3,\"tags\":"))) {
      assertFalse(wrong.equals(line));
      Files.write(newest, CheckedLine.of(wrong));
      CorruptFileException e =
          assertThrows(CorruptFileException.class, () -> open().current(), wrong);
      assertTrue(e.getMessage().contains(newest.toString()), e.getMessage());
    }
  }

  /** Any history: each snapshot that is to be there has its files, and no other file is there. */
  @Test
  void randomHistories() throws Exception {
    long seed = Long.getLong("placed.seed", new Random().nextLong());
    for (int round = 0; round < ROUNDS; round++) {
      root = temporary.resolve("random-" + round).toString();
      dataSet = open();
      List<String> log = new ArrayList<>();
      try {
        new Histories(Chosen.random(seed + round), log).run();
      } catch (IOException | RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ", round " + round + ": " + log, e);
      }
    }
  }

  private final class Histories {
    private final Random random;
    private final List<String> log;
    private final Map<Long, long[]> rows = new TreeMap<>();
    private final Map<String, Long> tags = new TreeMap<>();

    /** The oldest snapshot that has not expired. */
    private long from = 1;

    private long now = System.currentTimeMillis();

    Histories(Random random, List<String> log) {
      this.random = random;
      this.log = log;
    }

    private boolean isKept(long id) {
      return id >= from || tags.containsValue(id);
    }

    private long someKept() {
      List<Long> kept = rows.keySet().stream().filter(this::isKept).toList();
      return kept.get(random.nextInt(kept.size()));
    }

    void run() throws IOException {
      append(SCHEMA, 1);
      note(open().current().id());
      for (int step = 0; step < 40; step++) {
        step();
        note(open().newestId());
        verify();
      }
    }

    private void note(long id) throws IOException {
      rows.putIfAbsent(id, DataSetContract.rows(open().current()));
    }

    private void step() throws IOException {
      String tag = "t" + random.nextInt(3);
      switch (random.nextInt(8)) {
        case 0, 1 -> {
          long[] files = random.longs(1 + random.nextInt(40), 1, 100).toArray();
          log.add("append " + files.length);
          append(SCHEMA, files);
        }
        case 2 -> {
          long less = random.nextInt(100);
          log.add("delete " + less);
          begin(SCHEMA).overwriteWhere(List.of(), f -> f.rows() < less);
        }
        case 3 -> {
          log.add("overwrite");
          overwrite(random.longs(3, 1, 100).toArray());
        }
        case 4 -> {
          long id = someKept();
          log.add("rollback " + id);
          dataSet.rollback(id);
          assertArrayEquals(rows.get(id), DataSetContract.rows(open().current()));
        }
        case 5 -> {
          long id = someKept();
          log.add(tag + " = " + id);
          dataSet.replaceTag(tag, id);
          tags.put(tag, id);
        }
        case 6 -> {
          if (tags.remove(tag) != null) {
            log.add("no " + tag);
            dataSet.deleteTag(tag);
          }
        }
        default -> vacuum();
      }
    }

    private void vacuum() throws IOException {
      int keep = 1 + random.nextInt(6);
      log.add("vacuum " + keep);
      now += Duration.ofDays(3).toMillis();
      new Vacuum(open().directory(), new VacuumOptions(Duration.ZERO, keep, false), now).run();
      List<Long> run = open().directory().log().numbers().listed().run();
      assertTrue(run.get(0) >= from, "a number that has expired is there");
      from = run.get(0);
    }

    private void verify() throws IOException {
      Set<String> listed = new TreeSet<>();
      for (long id : rows.keySet()) {
        if (isKept(id)) {
          Snapshot found = open().snapshot(id);
          assertArrayEquals(rows.get(id), DataSetContract.rows(found), "snapshot " + id);
          assertExist(found);
          found.files().forEach(f -> listed.add(f.path()));
        } else {
          assertThrows(FileNotFoundException.class, () -> dataSet.rollback(id));
        }
      }
      if (!log.isEmpty() && log.get(log.size() - 1).startsWith("vacuum")) {
        Set<String> there = new TreeSet<>(names());
        there.removeIf(n -> n.startsWith("_placed/"));
        assertEquals(listed, there);
        for (long id : rows.keySet()) {
          assertEquals(isKept(id), isThere(id), "snapshot " + id);
        }
      }
      for (Map.Entry<String, Long> t : tags.entrySet()) {
        assertEquals(t.getValue(), open().snapshot(t.getKey()).id());
      }
    }

    private boolean isThere(long id) throws IOException {
      try {
        return open().snapshot(id).id() == id;
      } catch (FileNotFoundException e) {
        return false;
      }
    }
  }
}
