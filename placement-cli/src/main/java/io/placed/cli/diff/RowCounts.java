package io.placed.cli.diff;

import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Compares two multisets of rows, exactly and in bounded memory. Each distinct row has a count: how
 * often it is in the first, less how often it is in the second. Counts that reach zero are
 * forgotten, so that two tables in the same order need next to no memory. If the others need more
 * than the limit, they go to temporary files, divided by the hash of the row; each file is then
 * counted by itself, and divided again if it is too large.
 */
final class RowCounts implements Closeable {
  /** Files at a time. */
  private static final int PARTS = 64;

  private static final int PART_BITS = 6;

  /** Of a row in the map, besides its bytes. */
  private static final int ENTRY_BYTES = 96;

  /** After it, all rows of a file have the same hash, and are counted whatever they need. */
  private static final int MOST_LEVELS = Long.SIZE / PART_BITS;

  /** Rows that one of the tables has more often. */
  record Difference(long onlyFirst, long onlySecond) {
    Difference plus(Difference other) {
      return new Difference(onlyFirst + other.onlyFirst, onlySecond + other.onlySecond);
    }
  }

  /** A row, compared by its bytes. */
  private static final class Row {
    private final byte[] bytes;
    private final int hash;

    Row(byte[] bytes) {
      this.bytes = bytes;
      this.hash = Arrays.hashCode(bytes);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Row r && Arrays.equals(r.bytes, bytes);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private final long memory;
  private final Path directory;
  private final int level;
  private final RowBytes encoder = new RowBytes();
  private final Map<Row, Long> counts = new HashMap<>();
  private long used;
  private Path[] files;
  private DataOutputStream[] outputs;

  /**
   * @param memory bytes of rows that are kept in memory, about
   * @param directory for temporary files, which are deleted by {@link #close}
   */
  RowCounts(long memory, Path directory) {
    this(memory, directory, 0);
  }

  private RowCounts(long memory, Path directory, int level) {
    this.memory = memory;
    this.directory = directory;
    this.level = level;
  }

  /**
   * Adds the rows of a batch, whose columns are in the same order for both tables.
   *
   * @param first whether it is a batch of the first table
   * @return number of rows
   */
  int add(Batch batch, boolean first) throws IOException {
    for (int row = 0; row < batch.rows(); row++) {
      encoder.clear();
      for (Column column : batch.columns()) {
        encoder.add(column, row);
      }
      add(encoder.toBytes(), first ? 1 : -1);
    }
    return batch.rows();
  }

  private void add(byte[] bytes, long count) throws IOException {
    Row row = new Row(bytes);
    Long before = counts.get(row);
    long sum = count + (before == null ? 0 : before);
    if (sum == 0) {
      counts.remove(row);
      used -= bytes.length + ENTRY_BYTES;
    } else {
      counts.put(row, sum);
      used += before == null ? bytes.length + ENTRY_BYTES : 0;
    }
    if (used > memory && level < MOST_LEVELS) {
      spill();
    }
  }

  private void spill() throws IOException {
    if (outputs == null) {
      files = new Path[PARTS];
      outputs = new DataOutputStream[PARTS];
      for (int p = 0; p < PARTS; p++) {
        files[p] = Files.createTempFile(directory, "placed-diff-", ".rows");
        outputs[p] =
            new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(files[p]), 8192));
      }
    }
    for (Map.Entry<Row, Long> e : counts.entrySet()) {
      byte[] bytes = e.getKey().bytes;
      DataOutputStream out = outputs[part(bytes)];
      out.writeLong(e.getValue());
      out.writeInt(bytes.length);
      out.write(bytes);
    }
    counts.clear();
    used = 0;
  }

  /** By other bits on each level. */
  private int part(byte[] bytes) {
    return (int) (hash(bytes) >>> (level * PART_BITS)) & (PARTS - 1);
  }

  private static long hash(byte[] bytes) {
    long h = bytes.length;
    for (byte b : bytes) {
      h = (h ^ b) * 0x100000001B3L;
    }
    h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }

  /** The result, after all rows were added. */
  Difference difference() throws IOException {
    if (outputs == null) {
      long first = 0;
      long second = 0;
      for (long count : counts.values()) {
        first += Math.max(0, count);
        second += Math.max(0, -count);
      }
      return new Difference(first, second);
    }
    spill();
    Difference sum = new Difference(0, 0);
    for (int p = 0; p < PARTS; p++) {
      outputs[p].close();
      try (RowCounts part = new RowCounts(memory, directory, level + 1)) {
        part.addAll(files[p]);
        sum = sum.plus(part.difference());
      }
      Files.delete(files[p]);
    }
    return sum;
  }

  private void addAll(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      while (true) {
        long count;
        try {
          count = in.readLong();
        } catch (EOFException e) {
          return;
        }
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        add(bytes, count);
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (outputs != null) {
      for (int p = 0; p < PARTS; p++) {
        outputs[p].close();
        Files.deleteIfExists(files[p]);
      }
    }
  }
}
