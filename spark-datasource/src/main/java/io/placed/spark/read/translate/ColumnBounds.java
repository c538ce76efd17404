package io.placed.spark.read.translate;

import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;

/** Converts values of statistics and partitions to Spark's form. */
public final class ColumnBounds {
  private ColumnBounds() {}

  /** In Spark's internal form; negative zero becomes zero, because Spark groups them together. */
  public static Object internal(Type type, Object bound) {
    if (bound == null) {
      return null;
    }
    return switch (type.kind()) {
      case BOOLEAN -> (Long) bound != 0;
      case INT8 -> ((Long) bound).byteValue();
      case INT16 -> ((Long) bound).shortValue();
      case INT32, DATE -> ((Long) bound).intValue();
      case FLOAT -> ((Double) bound).floatValue() + 0.0f;
      case DOUBLE -> (Double) bound + 0.0;
      case BINARY -> bound;
      case STRING -> UTF8String.fromBytes((byte[]) bound);
      case DECIMAL -> {
        DecimalType d = (DecimalType) type;
        BigInteger unscaled = bound instanceof BigInteger b ? b : BigInteger.valueOf((Long) bound);
        yield Decimal.apply(new BigDecimal(unscaled, d.scale()), d.precision(), d.scale());
      }
      default -> bound;
    };
  }
}
