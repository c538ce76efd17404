package io.placed.experiments.take;

import io.placed.Placed;
import io.placed.TableReader;
import io.placed.schema.TypeKind;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.Values;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.zip.CRC32;

/** Rows of a file of this format. */
final class PlacedTaker implements Closeable {
  private static final int COLUMN = 31;
  private static final int HUNDREDTHS = 100;

  private final TableReader reader;

  PlacedTaker(Path file) throws IOException {
    reader = Placed.read(file.toString()).openReader();
  }

  Taken take(long[] numbers) throws IOException {
    long start = System.nanoTime();
    Batch rows = reader.rows(numbers);
    double millis = (System.nanoTime() - start) / 1e6;
    return new Taken(millis, checksum(rows));
  }

  /** The same as that of {@code take.py}. */
  static long checksum(Batch rows) {
    long total = 0;
    for (Column column : rows.columns()) {
      for (int i = 0; i < column.size(); i++) {
        total += (i + 1) * value(column, i);
      }
      total *= COLUMN;
    }
    return total;
  }

  private static long value(Column column, int i) {
    if (column.isNull(i)) {
      return 0;
    }
    Object value = Values.get(column, i);
    if (value instanceof String text) {
      CRC32 crc = new CRC32();
      crc.update(text.getBytes(StandardCharsets.UTF_8));
      return crc.getValue();
    }
    if (column.type().kind() == TypeKind.DATE) {
      return ((LocalDate) value).toEpochDay();
    }
    return value instanceof Double d
        ? (long) Math.rint(d * HUNDREDTHS)
        : ((Number) value).longValue() * HUNDREDTHS;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
