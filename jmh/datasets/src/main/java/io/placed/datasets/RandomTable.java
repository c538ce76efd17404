package io.placed.datasets;

import io.placed.formats.BatchSource;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.DoubleColumn;
import io.placed.vector.IntColumn;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Tables T1 and T2 of the paper (§4.2.1): 16 columns of strings of 40 random characters; or of
 * random ints or doubles. A value depends on its row and column only, so that every file of a table
 * has the same rows.
 *
 * @param kind type of all columns
 */
public record RandomTable(String name, Kind kind, long rows) {
  /** Columns of the table. */
  public static final int COLUMNS = 16;

  private static final long T1_ROWS = 2_100_000;
  private static final long T2_ROWS = 700_000;
  private static final int CHARACTERS = 40;

  /** Printable characters of ASCII: random ones are not worth encoding. */
  private static final int FIRST_CHARACTER = 33;

  private static final int DIFFERENT_CHARACTERS = 94;

  /** ORC looks at the size of a stripe once for each batch only. */
  private static final int BATCH = 1024;

  private static final long SEED = 0x9E3779B97F4A7C15L;

  /** Type of all columns. */
  public enum Kind {
    STRING(Type.STRING),
    INT(Type.INT32),
    DOUBLE(Type.DOUBLE);

    private final Type type;

    Kind(Type type) {
      this.type = type;
    }
  }

  /**
   * A table by its name.
   *
   * @param scale 1: as many rows as in the paper
   */
  public static RandomTable of(String name, double scale) {
    long t1 = Math.max(1, Math.round(T1_ROWS * scale));
    return switch (name) {
      case "T1" -> new RandomTable(name, Kind.STRING, t1);
      case "T2" -> new RandomTable(name, Kind.STRING, Math.max(1, Math.round(T2_ROWS * scale)));
      case "T1-int" -> new RandomTable(name, Kind.INT, t1);
      case "T1-double" -> new RandomTable(name, Kind.DOUBLE, t1);
      default -> throw new IllegalArgumentException("no table " + name);
    };
  }

  public Schema schema() {
    return Schema.of(
        IntStream.range(0, COLUMNS).mapToObj(c -> Field.required("c" + c, kind.type)).toList());
  }

  /** All rows; memory does not grow with them. */
  public BatchSource open() {
    return new Rows();
  }

  private final class Rows implements BatchSource {
    private final Batch batch = Batch.of(RandomTable.this.schema());
    private final byte[] text = new byte[CHARACTERS];
    private long next;

    @Override
    public Schema schema() {
      return batch.schema();
    }

    @Override
    public boolean next() {
      batch.clear();
      int count = (int) Math.min(BATCH, rows - next);
      for (int c = 0; c < COLUMNS && count > 0; c++) {
        SplittableRandom random = new SplittableRandom(SEED + (next / BATCH * COLUMNS + c));
        for (int i = 0; i < count; i++) {
          append(c, random);
        }
      }
      batch.setRows(Math.max(0, count));
      next += count;
      return count > 0;
    }

    private void append(int c, SplittableRandom random) {
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

    @Override
    public Batch batch() {
      return batch;
    }

    @Override
    public double fraction() {
      return (double) next / rows;
    }

    @Override
    public void close() {}
  }

  /** Columns that do not touch, with much between them. */
  public static List<String> columns(int count) {
    return switch (count) {
      case 1 -> List.of("c1");
      case 2 -> List.of("c2", "c10");
      case 4 -> List.of("c1", "c5", "c9", "c13");
      default ->
          throw new IllegalArgumentException("--columns is 1, 2 or 4, found '" + count + "'");
    };
  }
}
