package io.placed.cli.text;

import io.placed.formats.text.ValueText;
import io.placed.schema.Type;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.math.BigInteger;

/** Formats bounds of statistics. */
public final class BoundText {
  private BoundText() {}

  /**
   * @param bound as {@link io.placed.statistics.ColumnStatistics} describes it, not null
   */
  public static String of(Type type, Object bound) {
    Column one = Column.of(type);
    switch (type.storage()) {
      case BITS -> ((BooleanColumn) one).append((Long) bound != 0);
      case INT -> ((IntColumn) one).append(((Long) bound).intValue());
      case LONG -> ((LongColumn) one).append((Long) bound);
      case FLOAT -> ((FloatColumn) one).append(((Double) bound).floatValue());
      case DOUBLE -> ((DoubleColumn) one).append((Double) bound);
      case INT128 -> ((Int128Column) one).append((BigInteger) bound);
      case BYTES -> ((BytesColumn) one).append((byte[]) bound);
      case LENGTHS, NONE -> throw new IllegalArgumentException("no bounds of " + type);
    }
    return ValueText.text(one, 0);
  }
}
