package io.placed.expression;

import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import java.math.BigInteger;

/** Which values can be brought into which type, exactly as Spark does it. */
public final class Casts {
  static final long MICROS_PER_DAY = 86_400_000_000L;

  private Casts() {}

  /**
   * Integers into any number, floating point and decimals into double, decimals into those with as
   * many digits behind the point, dates into times without zone and back.
   */
  public static boolean known(Type from, Type to) {
    if (from.equals(to)) {
      return true;
    }
    TypeKind f = from.kind();
    TypeKind t = to.kind();
    if (f.isInteger()) {
      return t.isInteger() || t == TypeKind.FLOAT || t == TypeKind.DOUBLE || t == TypeKind.DECIMAL;
    }
    if (from instanceof DecimalType d) {
      return t == TypeKind.DOUBLE || (to instanceof DecimalType e && e.scale() >= d.scale());
    }
    return (f == TypeKind.FLOAT && t == TypeKind.DOUBLE)
        || (f == TypeKind.DATE && t == TypeKind.TIMESTAMP_NTZ)
        || (f == TypeKind.TIMESTAMP_NTZ && t == TypeKind.DATE);
  }

  /** Where the integers lie after a cast that does not fail. */
  static Range range(Range range, Type from, Type to) {
    if (from.kind() == TypeKind.TIMESTAMP_NTZ && to.kind() == TypeKind.DATE) {
      return range.dividedBy(MICROS_PER_DAY);
    }
    return range.times(factor(from, to));
  }

  /** What integers of one type are multiplied by to be integers of the other. */
  static BigInteger factor(Type from, Type to) {
    if (to instanceof DecimalType d) {
      return BigInteger.TEN.pow(d.scale() - (from instanceof DecimalType e ? e.scale() : 0));
    }
    return from.kind() == TypeKind.DATE && to.kind() == TypeKind.TIMESTAMP_NTZ
        ? BigInteger.valueOf(MICROS_PER_DAY)
        : BigInteger.ONE;
  }
}
