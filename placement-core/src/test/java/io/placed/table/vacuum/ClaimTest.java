package io.placed.table.vacuum;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CommitConflictException;
import io.placed.table.DataSetContract;
import io.placed.table.commit.Commit;
import io.placed.table.commit.CommitClaims;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commits whose files a vacuum takes for those of a dead writer. */
class ClaimTest extends DataSetContract {
  private static final VacuumOptions ALL = new VacuumOptions(Duration.ZERO, 1, false);
  private static final long DAYS = Duration.ofDays(1).toMillis();

  private VacuumResult vacuumAt(long now, VacuumOptions options) throws IOException {
    return new Vacuum(dataSet.directory(), options, now).run();
  }

  private ColumnBinding bound() throws IOException {
    return ColumnBinding.of(SCHEMA, open().current());
  }

  private void assertExists(DataFile file) {
    assertTrue(Files.exists(Path.of(root, file.path())), file.path());
  }

  /** A writer that took too long gets an error, and the table remains readable. */
  @Test
  void aCommitOfVacuumedFilesFails() throws Exception {
    append(SCHEMA, 1);
    Commit slow = begin(SCHEMA);
    DataFile file = write(slow, "t", 5, SCHEMA);
    vacuumAt(System.currentTimeMillis() + 9 * DAYS, ALL);
    Commit resumed =
        Commit.resume(dataSet.directory(), slow.commitId(), bound(), PartitionSpec.NONE, null);
    String message =
        assertThrows(CommitConflictException.class, () -> resumed.append(List.of(file)))
            .getMessage();
    assertTrue(message.contains("a vacuum is removing the files"), message);
    // The second vacuum forgets what was removed.
    vacuumAt(System.currentTimeMillis() + 19 * DAYS, ALL);
    assertEquals(List.of(), new CommitClaims(dataSet.directory()).files());
    message =
        assertThrows(CommitConflictException.class, () -> slow.append(List.of(file))).getMessage();
    assertTrue(message.contains("was removed by a vacuum"), message);
    assertArrayEquals(new long[] {1}, rows());
  }

  /** The claim of a commit is removed when its files are, and not before. */
  @Test
  void theClaimStaysWhileThereIsAFile() throws Exception {
    append(SCHEMA, 1);
    Commit dead = begin(SCHEMA);
    write(dead, "t", 5, SCHEMA);
    CommitClaims claims = new CommitClaims(dataSet.directory());
    claims.take(dead.commitId());
    claims.take(dead.commitId());
    assertTrue(claims.isTaken(dead.commitId()));
    long later = System.currentTimeMillis() + 9 * DAYS;
    assertEquals(1, vacuumAt(later, ALL).filesRemoved().size());
    assertEquals("vacuum", open().current().operation());
    assertEquals(1, claims.files().size());
    assertEquals(0, vacuumAt(later, ALL).filesRemoved().size());
    assertEquals(List.of(), claims.files());
    assertArrayEquals(new long[] {1}, rows());
  }

  /** What an interrupted vacuum has claimed cannot be committed, and the next vacuum removes it. */
  @Test
  void theClaimOfADeadVacuumHolds() throws Exception {
    append(SCHEMA, 1);
    Commit slow = begin(SCHEMA);
    DataFile file = write(slow, "t", 5, SCHEMA);
    new CommitClaims(dataSet.directory()).take(slow.commitId());
    Commit resumed =
        Commit.resume(dataSet.directory(), slow.commitId(), bound(), PartitionSpec.NONE, null);
    assertThrows(CommitConflictException.class, () -> resumed.append(List.of(file)));
    assertEquals(1, vacuumAt(System.currentTimeMillis() + 9 * DAYS, ALL).filesRemoved().size());
    assertArrayEquals(new long[] {1}, rows());
  }

  /** Whichever is first, a snapshot never lists a missing file. */
  @Test
  void aLateCommitAgainstAVacuum() throws Exception {
    append(SCHEMA, 1);
    int committed = 0;
    var threads = java.util.concurrent.Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 60; round++) {
        Commit slow = begin(SCHEMA);
        DataFile file = write(slow, "t", 5, SCHEMA);
        Commit resumed =
            Commit.resume(open().directory(), slow.commitId(), bound(), PartitionSpec.NONE, null);
        var start = new java.util.concurrent.CyclicBarrier(2);
        var writer =
            threads.submit(
                () -> {
                  start.await();
                  try {
                    resumed.append(List.of(file));
                    return true;
                  } catch (CommitConflictException e) {
                    return false;
                  }
                });
        var vacuum =
            threads.submit(
                () -> {
                  start.await();
                  return new Vacuum(open().directory(), ALL, System.currentTimeMillis() + 9 * DAYS)
                      .run();
                });
        committed += writer.get() ? 1 : 0;
        vacuum.get();
        open().current().files().forEach(this::assertExists);
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(1 + committed, rows().length);
  }
}
