package io.placed.spark;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Random;

/** Converts values of rows to SQL literals. */
public final class SqlLiterals {
  private SqlLiterals() {}

  /** The value, or sometimes a slightly larger or smaller one. */
  public static String near(Object v, Random random) {
    if (v instanceof Boolean) {
      return v.toString();
    }
    if (v instanceof Float) {
      return "float('" + v + "')";
    }
    if (v instanceof Double) {
      return "double('" + v + "')";
    }
    if (v instanceof Long x && x == Long.MIN_VALUE) {
      return "(-9223372036854775807L - 1L)";
    }
    if (v instanceof BigDecimal x) {
      BigDecimal near = random.nextInt(3) == 0 ? x.movePointLeft(1) : x;
      return near.precision() > 38 || near.scale() > 38 ? x.toPlainString() : near.toPlainString();
    }
    if (v instanceof Number) {
      return random.nextInt(8) == 0 && v instanceof Integer ? v + ".5" : v.toString();
    }
    if (v instanceof String x) {
      byte[] utf8 = x.getBytes(StandardCharsets.UTF_8);
      return "cast(x'" + HexFormat.of().formatHex(utf8) + "' as string)";
    }
    if (v instanceof byte[] x) {
      return "x'" + HexFormat.of().formatHex(x) + "'";
    }
    if (v instanceof Timestamp x) {
      long micros = ChronoUnit.MICROS.between(Instant.EPOCH, x.toInstant());
      return "timestamp_micros(" + micros + ")";
    }
    if (v instanceof LocalDateTime x) {
      return "timestamp_ntz'" + x.atOffset(ZoneOffset.UTC).toLocalDateTime() + "'";
    }
    return "date'" + v + "'";
  }
}
