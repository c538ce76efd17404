package io.placed.jmh.paper;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.DoubleColumn;
import io.placed.vector.IntColumn;
import io.placed.write.FileWriter;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Tables T1 and T2 of the paper (§4.2.1): 16 columns of strings of 40 random characters; or of
 * random ints or doubles. A value depends on its row and column only, so that every file of a table
 * has the same rows.
 */
record PaperTable(String name, Kind kind, long rows) {
  /** Columns of the table. */
  static final int COLUMNS = 16;

  /** Rows of T1 and T2 in the paper. */
  static final long T1_ROWS = 2_100_000;

  static final long T2_ROWS = 700_000;

  private static final int CHARACTERS = 40;

  /** Printable characters of ASCII: random ones are not worth encoding. */
  private static final int FIRST_CHARACTER = 33;

  private static final int DIFFERENT_CHARACTERS = 94;
  private static final int BATCH = 4096;
  private static final long SEED = 0x9E3779B97F4A7C15L;

  /** Type of all columns. */
  enum Kind {
    STRING,
    INT,
    DOUBLE;

    private Type type() {
      return switch (this) {
        case STRING -> Type.STRING;
        case INT -> Type.INT32;
        case DOUBLE -> Type.DOUBLE;
      };
    }
  }

  static String column(int number) {
    return "c" + number;
  }

  Schema schema() {
    return Schema.of(
        IntStream.range(0, COLUMNS).mapToObj(c -> Field.required(column(c), kind.type())).toList());
  }

  /** Writes all rows; memory does not grow with them. */
  void write(FileWriter out) throws IOException {
    Batch batch = Batch.of(schema());
    byte[] text = new byte[CHARACTERS];
    for (long row = 0; row < rows; row += BATCH) {
      int count = (int) Math.min(BATCH, rows - row);
      batch.clear();
      for (int c = 0; c < COLUMNS; c++) {
        SplittableRandom random = new SplittableRandom(SEED + (row / BATCH * COLUMNS + c));
        for (int i = 0; i < count; i++) {
          append(batch, c, random, text);
        }
      }
      batch.setRows(count);
      out.write(batch);
    }
  }

  private void append(Batch batch, int c, SplittableRandom random, byte[] text) {
    switch (kind) {
      case STRING -> {
        for (int k = 0; k < text.length; k++) {
          text[k] = (byte) (FIRST_CHARACTER + random.nextInt(DIFFERENT_CHARACTERS));
        }
        ((BytesColumn) batch.column(c)).append(text, 0, text.length);
      }
      case INT -> ((IntColumn) batch.column(c)).append(random.nextInt());
      case DOUBLE -> ((DoubleColumn) batch.column(c)).append(random.nextDouble());
    }
  }

  /** Bytes of the values alone. */
  long valueBytes() {
    int width =
        switch (kind) {
          case STRING -> CHARACTERS;
          case INT -> Integer.BYTES;
          case DOUBLE -> Double.BYTES;
        };
    return rows * COLUMNS * width;
  }

  /** All of them, in the order of the paper, so many times smaller. */
  static List<PaperTable> all(long divisor) {
    return List.of(
        new PaperTable("T1", Kind.STRING, T1_ROWS / divisor),
        new PaperTable("T2", Kind.STRING, T2_ROWS / divisor),
        new PaperTable("T1 int", Kind.INT, T1_ROWS / divisor),
        new PaperTable("T1 double", Kind.DOUBLE, T1_ROWS / divisor));
  }
}
