package io.placed.table.rewrite;

import static java.lang.Integer.parseInt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CommitConflictException;
import io.placed.error.CorruptFileException;
import io.placed.io.Fault;
import io.placed.io.FaultStore;
import io.placed.io.LocalFileStore;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.DataFile;
import io.placed.table.vacuum.VacuumOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Journals: which files of an interrupted rewrite the next attempt uses. */
class ResumedRewriteTest extends RewrittenTable {
  /** The table's properties changed after the interruption. */
  @Test
  void anInterruptedRewriteIsResumedWithTheSameSettingsOnly() throws Exception {
    Rewrite first = Rewrite.prepare(stores, path, to("orc"));
    first.start();
    first.tasks().get(0).run(stores, rows -> {});
    assertEquals(2, Rewrite.prepare(stores, path, to("orc")).tasks().size());
    open().alter(List.of(), Map.of("compression", "none"));
    assertEquals(3, Rewrite.prepare(stores, path, to("orc")).tasks().size());
    rewrite(to("orc"));
    assertEquals("balanced none 16384", settings());
    assertRows();
  }

  /** Fails after each number of batches; the next attempt completes only the remaining work. */
  @Test
  void goesOnWhereItEnded() throws Exception {
    RewriteOptions options = to("orc");
    int tries = 0;
    int reused = 0;
    while (true) {
      Rewrite rewrite = Rewrite.prepare(stores, path, options);
      assertEquals(3 - tries, rewrite.tasks().size(), "seed " + seed);
      if (rewrite.tasks().isEmpty()) {
        RewriteResult done = rewrite.run(part -> {});
        reused = done.filesReused();
        break;
      }
      double stop = (double) (rewrite.rowsDone() + rewrite.tasks().get(0).rows()) / rewrite.rows();
      IllegalStateException killed =
          assertThrows(
              IllegalStateException.class,
              () ->
                  rewrite.run(
                      part -> {
                        if (part > stop) {
                          throw new IllegalStateException("killed");
                        }
                      }),
              "seed " + seed);
      assertEquals("killed", killed.getMessage());
      assertRows();
      tries++;
      if (tries == 2) {
        // The last one, which would not be interrupted any more.
        Rewrite last = Rewrite.prepare(stores, path, options);
        last.start();
        last.tasks().get(0).run(stores, n -> {});
        tries++;
      }
    }
    assertEquals(3, reused);
    assertRows();
    assertEquals(3, open().current().files().size());
    assertEquals(List.of(), RewriteJournal.all(open().directory()));
  }

  @Test
  void anotherRewriteDoesNotTakeItsFiles() throws Exception {
    Rewrite first = Rewrite.prepare(stores, path, to("orc"));
    first.start();
    List<String> written = new ArrayList<>();
    for (RewriteTask t : first.tasks()) {
      written.add(t.run(stores, n -> {}));
    }
    assertEquals(3, Rewrite.prepare(stores, path, to("albis")).tasks().size());
    assertEquals(0, Rewrite.prepare(stores, path, to("orc")).tasks().size());
    // Another process did the same rewrite first: both succeed.
    RewriteResult second = rewrite(to("orc"));
    assertEquals(3, second.filesReused());
    assertEquals(second.snapshot(), first.commit(written).snapshot());
    assertRows();
    Rewrite late = Rewrite.prepare(stores, path, to("albis"));
    rewrite(to("parquet"));
    assertThrows(CommitConflictException.class, () -> late.run(part -> {}));
    assertRows();
    assertTrue(placements().stream().allMatch(p -> p.contains("parquet")), placements().toString());
  }

  /** It is put between another process's look at the log and its put, under the same id. */
  @Test
  void whatAnotherProcessCommittedIsTheResult() throws Exception {
    RewriteResult[] same = resumedTwice(() -> {});
    assertEquals(same[0].snapshot(), same[1].snapshot());
    append(10);
    rewrite(to("albis"));
    CommitConflictException less =
        assertThrows(CommitConflictException.class, () -> resumedTwice(() -> append(50)));
    assertTrue(less.getMessage().contains("without some of the files"), less::toString);
    assertRows();
  }

  private RewriteResult[] resumedTwice(FaultStore.Hook between) throws IOException {
    Rewrite first = Rewrite.prepare(stores, path, to("orc"));
    first.start();
    List<String> written = new ArrayList<>();
    for (RewriteTask t : first.tasks()) {
      written.add(t.run(stores, n -> {}));
    }
    between.run();
    String next = open().directory().log().pathOf(open().newestId() + 1);
    RewriteResult[] results = new RewriteResult[2];
    FaultStore store =
        new FaultStore(
            new LocalFileStore(),
            o -> {
              if (o.op() == FaultStore.Op.PUT && o.path().equals(next) && results[0] == null) {
                results[0] = first.commit(written);
              }
              return Fault.NONE;
            });
    results[1] = Rewrite.prepare(p -> store, path, to("orc")).run(part -> {});
    return results;
  }

  /** A vacuum has removed it, or the device has lost it or a part of it. */
  @Test
  void aFileOfAJournalThatIsGoneIsWrittenAgain() throws Exception {
    for (String placement : List.of("orc", "albis")) {
      Rewrite first = Rewrite.prepare(stores, path, to(placement));
      first.start();
      List<String> written = new ArrayList<>();
      for (RewriteTask task : first.tasks()) {
        written.add(task.run(stores, rows -> {}));
      }
      RewriteJournal.Entry entry = RewriteJournal.Entry.fromJson(written.get(0));
      Path gone = Path.of(path, entry.files().get(0).path());
      byte[] content = Files.readAllBytes(gone);
      Files.delete(gone);
      if (placement.equals("albis")) {
        Files.write(gone, Arrays.copyOf(content, content.length - 1));
      }
      Rewrite again = Rewrite.prepare(stores, path, to(placement));
      assertEquals(1, again.tasks().size(), placement);
      assertEquals(2, again.run(part -> {}).filesReused(), placement);
      assertRows();
    }
  }

  /** Its checksum fits, but not what it says. */
  @Test
  void aJournalOfAnotherTableIsCorrupt() throws Exception {
    Pattern rows = Pattern.compile("\"rows\":([0-9]+)");
    assertCorrupt(
        line -> rows.matcher(line).replaceFirst(m -> "\"rows\":" + (parseInt(m.group(1)) + 1)),
        "rows were written");
    // Found by FuzzUpkeepTest.
    assertCorrupt(
        line -> line.replace("\"partition\":{\"day\"", "\"partition\":{\"other\""),
        "has the partition {other=0}; needed is a value for each of [day]");
    assertCorrupt(
        line -> line.replace("\"day\":\"0\"", "\"day\":\"x\""), "partition field day: 'x'");
    Pattern source = Pattern.compile("\"sources\":\\[(\"[^\"]*\")");
    assertCorrupt(
        line -> source.matcher(line).replaceFirst("\"sources\":[$1,$1"), "each source once");
    rewrite(to("orc"));
    assertRows();
  }

  private void assertCorrupt(UnaryOperator<String> changed, String why) throws IOException {
    Rewrite first = Rewrite.prepare(stores, path, to("orc"));
    first.start();
    first.tasks().get(0).run(stores, rows -> {});
    Path journal = Path.of(path, "_placed", "rewrites");
    Path head;
    try (var found = Files.walk(journal)) {
      head = found.filter(f -> f.endsWith("rewrite.json")).findFirst().orElseThrow();
    }
    try (var entries = Files.list(head.getParent())) {
      for (Path file : entries.filter(f -> !f.equals(head)).toList()) {
        String line = CheckedLine.read(Files.readAllBytes(file));
        String other = changed.apply(line);
        assertNotEquals(line, other);
        Files.write(file, CheckedLine.of(other));
      }
    }
    CorruptFileException e = assertThrows(CorruptFileException.class, () -> rewrite(to("orc")));
    assertTrue(e.path().startsWith(head.getParent().toString()), e + "");
    assertTrue(e.getMessage().contains(why), e + "");
    // As the messages say, the rewrite begins anew without it.
    new LocalFileStore().delete(head.getParent().toString(), true);
  }

  /** The process ended between its commit and the removal of its journal. */
  @Test
  void aJournalThatOutlivedItsCommitIsForgotten() throws Exception {
    long kept = commitAndKeepJournal();
    append(10);
    RewriteResult again = Rewrite.prepare(stores, path, to("orc")).run(part -> {});
    assertTrue(again.snapshot() > kept);
    assertEquals(List.of(), RewriteJournal.all(open().directory()));
    assertFilesOf(kept);
    assertRows();
  }

  /** As above, but its snapshot has expired, so that its commit id is in the log no more. */
  @Test
  void aJournalWhoseSnapshotExpiredIsForgotten() throws Exception {
    long gone = commitAndKeepJournal();
    append(10);
    long kept = gone + 1; // Lists its files, too.
    String commit = open().directory().log().read(gone).info().commitId();
    open().vacuum(new VacuumOptions(Duration.ZERO, 1, false));
    assertThrows(FileNotFoundException.class, () -> open().directory().log().read(gone));
    assertEquals(1, RewriteJournal.all(open().directory()).size());
    Rewrite.prepare(stores, path, to("orc")).run(part -> {});
    assertEquals(List.of(), RewriteJournal.all(open().directory()));
    // A commit id that was in the history is not used again: vacuums tell files by it.
    assertNotEquals(commit, open().current().commitId());
    assertFilesOf(kept);
    assertRows();
  }

  private long commitAndKeepJournal() throws IOException {
    Rewrite first = Rewrite.prepare(stores, path, to("orc"));
    first.start();
    List<String> written = new ArrayList<>();
    for (RewriteTask task : first.tasks()) {
      written.add(task.run(stores, rows -> {}));
    }
    Path journals = Path.of(path, "_placed", "rewrites");
    Map<Path, byte[]> before = new LinkedHashMap<>();
    try (Stream<Path> files = Files.walk(journals)) {
      for (Path f : files.filter(Files::isRegularFile).toList()) {
        before.put(f, Files.readAllBytes(f));
      }
    }
    long snapshot = first.commit(written).snapshot();
    for (var f : before.entrySet()) {
      Files.createDirectories(f.getKey().getParent());
      Files.write(f.getKey(), f.getValue());
    }
    return snapshot;
  }

  private void assertFilesOf(long snapshot) throws IOException {
    for (DataFile f : open().directory().log().read(snapshot).files().all().values()) {
      assertTrue(Files.exists(Path.of(path, f.path())), f.path() + " of a kept snapshot");
    }
  }
}
