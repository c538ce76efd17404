package io.placed.jmh.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.CountingInput;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.jmh.paper.Setting.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reader and the tables are the paper's. */
class PaperTest {
  @TempDir Path dir;

  private IoCounters read(long fileLength, int io, List<long[]> ranges) throws IOException {
    Path file = dir.resolve("f" + fileLength);
    try (var channel =
        Files.newByteChannel(
            file,
            java.nio.file.StandardOpenOption.CREATE,
            java.nio.file.StandardOpenOption.WRITE)) {
      channel.position(fileLength - 1).write(java.nio.ByteBuffer.wrap(new byte[1]));
    }
    IoCounters counters = new IoCounters();
    BufferedStream.Head head = new BufferedStream.Head();
    try (BufferedStream in =
        new BufferedStream(
            new CountingInput(new LocalFileStore().input(file.toString()).open(), counters),
            fileLength,
            io,
            head)) {
      for (long[] r : ranges) {
        in.read(r[0], r[1]);
      }
    }
    assertTrue(head.seeks() <= counters.requests());
    return counters;
  }

  /** Where gaps are wider than the buffer, a range costs whole buffers. */
  @Test
  void aRangeCostsWholeBuffers() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      int io = 1 << (9 + random.nextInt(6));
      List<long[]> ranges = new ArrayList<>();
      long at = 0;
      long expected = 0;
      for (int i = 0; i < 20; i++) {
        long length = 1 + random.nextInt(5 * io);
        ranges.add(new long[] {at, length});
        expected += (length + io - 1) / io;
        at += length + io + random.nextInt(io);
      }
      IoCounters counters = read(at, io, ranges);
      assertEquals(expected, counters.requests(), "seed " + seed);
      assertEquals(expected * io, counters.bytesRead(), "seed " + seed);
    }
  }

  /**
   * §4.6.1: 4 MiB row groups give columns of 256 KiB and some bytes, so that 256 KiB buffers double
   * them.
   */
  @Test
  void theCaseOfThePaper() throws IOException {
    List<long[]> ranges = new ArrayList<>();
    for (int g = 0; g < 10; g++) {
      for (int c = 1; c < 16; c += 4) {
        ranges.add(new long[] {(g * 16L + c) * 262_160, 262_160});
      }
    }
    IoCounters counters = read(160L * 262_160, 256 << 10, ranges);
    assertEquals(2.0, counters.bytesRead() / (40.0 * 262_160), 0.001);
  }

  @Test
  void everyLayoutHasTheSameRowsAndNeedsTheSameBytes() throws IOException {
    PaperTable table = new PaperTable("T1", PaperTable.Kind.STRING, 9000);
    long file = 0;
    for (boolean grouped : new boolean[] {false, true}) {
      Setting first = setting(grouped, Access.COLUMN_WISE);
      StoredTable stored = StoredTable.write(dir, table, first.layout());
      StoredTable.Reading columns = stored.read(first);
      StoredTable.Reading rows = stored.read(setting(grouped, Access.ROW_WISE));
      StoredTable.Reading planned = stored.read(setting(grouped, Access.PLANNED));
      assertEquals(columns.needed(), rows.needed());
      assertEquals(columns.needed(), planned.needed());
      assertTrue(planned.requests() < columns.requests(), planned + " " + columns);
      assertTrue(columns.read() >= columns.needed() && rows.read() >= columns.read());
      assertNotEquals(file, stored.length());
      file = stored.length();
      assertTrue(file > table.valueBytes() && file < table.valueBytes() * 1.3, "bytes " + file);
      stored.delete();
    }
    try (var left = Files.list(dir)) {
      assertEquals(0, left.count());
    }
  }

  private static Setting setting(boolean grouped, Access access) {
    int io = access == Access.PLANNED ? 0 : 16;
    return new Setting("T1", 1, grouped, 1, List.of(2, 10), access, io, -1);
  }
}
