package io.placed.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.placed.error.MalformedDataException;
import io.placed.io.CreateOptions;
import io.placed.io.MemoryStore;
import io.placed.io.PositionOutput;
import io.placed.table.deletes.FileDeletes;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.file.Deletes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * The bitmap of a deletion vector, alone and in a file with the lengths and checksums that fit. A
 * bitmap that is read has the same numbers however it is asked, and when it is written and read.
 */
class FuzzDeletesTest {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef";
  private static final String FILE = "deletes/" + COMMIT + "-01234567.bin";
  private static final UUID OWNER = new UUID(1, 2);
  private static final int HEADER_BYTES = 40;

  /** Numbers that are looked at one by one. */
  private static final int WINDOW = 1 << 17;

  @FuzzTest(maxDuration = "")
  void bitmap(byte[] data) throws IOException {
    RowBitmap rows;
    try {
      rows = RowBitmap.of(data);
    } catch (MalformedDataException e) {
      assertFalse(inFile(data, 1, Long.MAX_VALUE), "refused alone, but not in a file");
      return;
    }
    RowBitmap again = RowBitmap.of(rows.copy().toBytes());
    assertEquals(rows, again);
    assertArrayEquals(again.toBytes(), rows.copy().toBytes());
    assertEquals(rows.rows(), rows.count(0, rows.end()));
    long first = Math.max(0, rows.end() - WINDOW);
    long[] bits = new long[WINDOW / 64];
    Arrays.fill(bits, -1L);
    rows.clear(first, bits, WINDOW);
    long kept = 0;
    for (long word : bits) {
      kept += Long.bitCount(word);
    }
    assertEquals(rows.count(first, WINDOW), WINDOW - kept);
    if (rows.rows() > 0) {
      inFile(data, rows.rows(), rows.end());
    }
  }

  /** Whether the vector is read from a file, where it must be the same. */
  private static boolean inFile(byte[] bitmap, long rows, long fileRows) throws IOException {
    ByteBuffer vector = ByteBuffer.allocate(12 + bitmap.length);
    vector.putInt(4 + bitmap.length).putInt(0xD1D33964).put(bitmap);
    CRC32 crc = new CRC32();
    crc.update(vector.array(), 4, 4 + bitmap.length);
    vector.putInt((int) crc.getValue());
    MemoryStore store = new MemoryStore();
    try (PositionOutput out = store.create("/t/_placed/" + FILE, CreateOptions.NEW)) {
      out.write(
          ByteBuffer.allocate(HEADER_BYTES + 16)
              .putInt(0x504C4456)
              .putInt(1)
              .put(COMMIT.getBytes(StandardCharsets.US_ASCII))
              .putLong(OWNER.getMostSignificantBits())
              .putLong(OWNER.getLeastSignificantBits())
              .array());
      out.write(vector.array());
    }
    Deletes reference = new Deletes(FILE, HEADER_BYTES + 16, vector.capacity(), rows);
    FileDeletes deletes =
        new FileDeletes("/t/_placed", OWNER.toString(), fileRows, reference, null);
    return Documented.runs(
        () -> {
          RowBitmap read = deletes.read(store);
          assertEquals(RowBitmap.of(bitmap), read);
        });
  }
}
