package io.placed.table.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.error.CorruptFileException;
import io.placed.io.FileStores;
import io.placed.scan.request.DeletedRows;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.ChangedRows;
import io.placed.table.file.DataFile;
import io.placed.table.file.Deletes;
import io.placed.table.rewrite.DeleteResult;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.vector.Bits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** Deletion vectors of tables: commits, conflicts, upkeep and damage. */
class DeletionVectorsTest extends DeletionTestCase {
  @Test
  void fewRowsAreMarked() throws Exception {
    append(0, 1000);
    append(1000, 1000);
    DeleteResult first = delete("id in (5, 17, 1500)", i -> i == 5 || i == 17 || i == 1500);
    assertEquals(new DeleteResult(3, 3, 2, 0, 0), first);
    check();
    assertEquals(1, vectors().size());
    DeleteResult second = delete("id between 10 and 20", i -> i >= 10 && i <= 20);
    assertEquals(10, second.rows(), "one of them is deleted already");
    check();
    List<DataFile> files = dataSet.current().files();
    assertEquals(12, files.stream().mapToLong(f -> f.rows() - f.liveRows()).max().getAsLong());
    assertEquals(List.of(0L, 3L, 10L), rowsMarked(3));
    assertEquals(0, delete("id = 5", i -> false).rows());
    assertEquals(4, dataSet.newestId(), "nothing is committed if no row matches");
    assertEquals(1998, readAt(3).size() + 1);
    assertEquals(2000, readAt(2).size());
  }

  private List<Long> rowsMarked(int from) throws IOException {
    List<Long> marked = new ArrayList<>();
    for (var s : dataSet.history()) {
      if (s.id() >= from - 1) {
        marked.add(0, s.rowsMarked());
        assertEquals(s.rowsMarked() > 0, s.changesRows());
      }
    }
    return marked;
  }

  @Test
  void manyRowsAreNotAndAFileWithoutRowsGoes() throws Exception {
    append(0, 1000);
    append(1000, 1000);
    assertEquals(new DeleteResult(3, 300, 0, 1, 0), delete("id < 300", i -> i < 300));
    check();
    assertEquals(new DeleteResult(4, 1000, 0, 0, 1), delete("id >= 1000", i -> i >= 1000));
    check();
    assertEquals(1, vectors().size()); // For the change feed.
    assertTrue(dataSet.current().files().stream().allMatch(f -> f.deletes() == null));
    delete("id < 350", i -> i < 350);
    assertEquals(2, vectors().size());
    dataSet.alter(List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, "1"));
    delete("id < 990", i -> i < 990);
    check();
    assertEquals(10, dataSet.current().rows());
    delete("name like 'n%'", i -> true);
    check();
    assertEquals(0, dataSet.current().fileCount());
    append(5, 10);
    dataSet.alter(List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, "0"));
    assertEquals(1, delete("id = 7", i -> i == 7).filesRewritten());
    check();
    for (String wrong : List.of("2", "-0.1", "x", "NaN")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> dataSet.alter(List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, wrong)));
    }
  }

  /** Renames, manifests, rollbacks, tags, rewrites and vacuums keep what is deleted. */
  @Test
  void everyHistoryHasItsRows() throws Exception {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    Random random = new Random(seed);
    append(0, 500);
    Map<Long, TreeSet<Long>> then = new java.util.TreeMap<>();
    long next = 500;
    int renames = 0;
    String name = "name";
    for (int step = 0; step < 120; step++) {
      String what = "seed " + seed + ", step " + step;
      switch (random.nextInt(10)) {
        case 0, 1 -> {
          for (int k = random.nextInt(20); k >= 0; k--) {
            appendAs(name, next, 20 + random.nextInt(200));
            next = expected.isEmpty() ? next + 300 : Math.max(next, expected.last()) + 1;
          }
        }
        case 2, 3, 4, 5 -> {
          long every = 2 + random.nextInt(60);
          long from = random.nextInt((int) next);
          long to = from + random.nextInt(500);
          LongPredicate which = i -> i >= from && i <= to && i % 10 == every % 10;
          delete(
              "id between " + from + " and " + to + " and " + name + " = 'n" + every % 10 + "'",
              which);
        }
        case 6 -> {
          String renamed = "name" + ++renames;
          dataSet.alter(List.of(new ColumnChange.Rename(name, renamed)), Map.of());
          name = renamed;
        }
        case 7 -> {
          if (!then.isEmpty()) {
            List<Long> ids = new ArrayList<>(then.keySet());
            long id = ids.get(random.nextInt(ids.size()));
            dataSet.rollback(id);
            expected.clear();
            expected.addAll(then.get(id));
            name = dataSet.current().schema().field(1).name();
          }
        }
        case 8 -> {
          if (random.nextInt(3) == 0) {
            Rewrite.prepare(FileStores.local(), table, RewriteOptions.of(Map.of())).run(f -> {});
          }
          dataSet.alter(
              List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, "" + random.nextInt(11) / 10.));
        }
        default -> {
          if (random.nextInt(3) == 0) {
            dataSet.vacuum(new VacuumOptions(Duration.ZERO, 1 + random.nextInt(10), false));
            long oldest = dataSet.history().stream().mapToLong(s -> s.id()).min().getAsLong();
            then.keySet().removeIf(id -> id < oldest);
          }
        }
      }
      then.put(dataSet.newestId(), new TreeSet<>(expected));
      try {
        check();
        List<Long> ids = new ArrayList<>(then.keySet());
        long id = ids.get(random.nextInt(ids.size()));
        assertEquals(then.get(id), readAt(id), () -> "snapshot " + id);
      } catch (IOException | AssertionError e) {
        throw new AssertionError(what, e);
      }
    }
    dataSet.vacuum(ALL);
    check();
    Rewrite.prepare(FileStores.local(), table, RewriteOptions.of(Map.of())).run(f -> {});
    dataSet.vacuum(ALL);
    check();
    assertEquals(List.of(), vectors(), "no snapshot needs one");
  }

  @Test
  void damageIsNoticed() throws Exception {
    append(0, 3000);
    append(3000, 3000);
    delete("name = 'n3' or id between 100 and 300", i -> i % 10 == 3 || i >= 100 && i <= 300);
    check();
    Path file = vectors().get(0);
    byte[] good = Files.readAllBytes(file);
    Random random = new Random(4);
    String log = Path.of(table, "_placed").toString();
    List<DataFile> files = dataSet.current().files();
    for (int i = 0; i < 400; i++) {
      byte[] bad = good.clone();
      int at = i < 100 ? i : random.nextInt(bad.length);
      bad[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, i % 4 == 3 ? Arrays.copyOf(good, at) : bad);
      int noticed = 0;
      for (DataFile f : files) {
        FileDeletes deletes = FileDeletes.of(log, f);
        try {
          assertEquals(f.rows() - f.liveRows(), deletes.read(dataSet.directory().store()).rows());
        } catch (CorruptFileException e) {
          assertTrue(e.getMessage().contains(file.getFileName().toString()), e.getMessage());
          noticed++;
        }
      }
      assertTrue(noticed > 0, "byte " + at);
    }
    Files.write(file, good);
    // The vector of another file, and of another place.
    Deletes first = files.get(0).deletes();
    Deletes second = files.get(1).deletes();
    assertRefused(log, files.get(0).withDeletes(second));
    assertRefused(
        log,
        files
            .get(0)
            .withDeletes(
                new Deletes(first.path(), first.offset() + 1, first.length(), first.rows())));
    assertRefused(
        log,
        files
            .get(0)
            .withDeletes(
                new Deletes(first.path(), first.offset(), first.length(), first.rows() + 1)));
    assertRefused(
        log,
        files
            .get(0)
            .withDeletes(
                new Deletes(first.path(), first.offset(), Integer.MAX_VALUE, first.rows())));
    assertRefused(
        log,
        files
            .get(0)
            .withDeletes(
                new Deletes(first.path(), Long.MAX_VALUE - 5, first.length(), first.rows())));
    assertRefused(
        log,
        files
            .get(0)
            .withDeletes(new Deletes(first.path(), good.length, first.length(), first.rows())));
    DataFile huge =
        new DataFile(
            "x.placed",
            1000,
            1L << 45,
            UUID.randomUUID().toString(),
            Map.of(),
            List.of(),
            Map.of(),
            false);
    assertRefused(
        log,
        huge.withDeletes(
            new Deletes(first.path(), first.offset(), Integer.MAX_VALUE, first.rows())));
    Files.delete(file);
    CorruptFileException missing =
        assertThrows(
            CorruptFileException.class,
            () -> FileDeletes.of(log, files.get(0)).read(dataSet.directory().store()));
    assertTrue(missing.getMessage().contains("are missing"), missing.getMessage());
  }

  /** The number of rows in a log that others made may be any. */
  @Test
  void changedRowsTakeNoMemoryForOthers() throws Exception {
    append(0, 3000);
    delete("id between 100 and 299", i -> i >= 100 && i < 300);
    DataFile file = dataSet.current().files().get(0);
    String log = Path.of(table, "_placed").toString();
    ChangedRows changed = new ChangedRows(file.deletes(), 200);
    FileDeletes deletes = new FileDeletes(log, file.fileId(), Long.MAX_VALUE, null, changed);
    DeletedRows unseen = deletes.load(dataSet.directory().store());
    assertEquals(Long.MAX_VALUE - 200, unseen.count(0, Long.MAX_VALUE));
    RowBitmap vector =
        new FileDeletes(log, file.fileId(), 3000, file.deletes(), null)
            .vector(dataSet.directory().store());
    long[] bits = new long[Bits.words(3000)];
    Bits.fill(bits, 0, 3000, true);
    unseen.clear(0, bits, 3000);
    assertEquals(200, Bits.count(bits, 0, 3000));
    for (int i = 0; i < 3000; i++) {
      assertEquals(vector.count(i, 1) == 1, Bits.get(bits, i), "row " + i);
    }
  }

  private void assertRefused(String log, DataFile file) {
    assertThrows(
        CorruptFileException.class,
        () -> FileDeletes.of(log, file).load(dataSet.directory().store()));
  }

  @Test
  void filesThatNoSnapshotListsAreRewritten() throws Exception {
    Path other = dir.resolve("other.placed");
    try (TableWriter out = Placed.write(other.toString(), SCHEMA).open()) {
      for (long id = 0; id < 100; id++) {
        out.write(id, "n" + id % 10);
        expected.add(id);
      }
      out.commit();
    }
    append(100, 100);
    dataSet.alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "true"));
    Files.move(other, Path.of(table, "by-hand.placed"));
    check();
    DeleteResult result = delete("name = 'n1'", i -> i % 10 == 1);
    assertEquals(1, result.filesRewritten());
    assertEquals(1, result.filesMarked());
    check();
    assertFalse(dataSet.current().hasForeign());
  }
}
