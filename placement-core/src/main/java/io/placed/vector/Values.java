package io.placed.vector;

import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Type;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Java objects ↔ column values, for row-wise use.
 *
 * <p>boolean: Boolean · integers: Byte, Short, Integer, Long (the narrowest for the type is
 * returned) · float: Float · double: Double · decimal: BigDecimal · string: String · binary: byte[]
 * (or ByteBuffer) · date: LocalDate · timestamp: Instant · timestamp_ntz: LocalDateTime · struct:
 * Object[] (or List) · list: List · map: Map. Times are kept to the microsecond.
 */
public final class Values {
  private static final long MICROS = 1_000_000;

  private Values() {}

  /**
   * Appends one value.
   *
   * @throws IllegalArgumentException if the value does not fit the field; the column is unchanged
   *     unless the field is nested
   */
  public static void append(Column column, Field field, Object value) {
    if (value == null) {
      if (!field.nullable()) {
        throw new IllegalArgumentException(
            "field " + field.name() + " is not nullable, found null");
      }
      column.appendNull();
      return;
    }
    try {
      appendValue(column, field, value);
    } catch (ClassCastException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "field "
              + field.name()
              + ": "
              + value.getClass().getSimpleName()
              + " "
              + value
              + " is not a value of type "
              + field.type(),
          e);
    }
  }

  private static void appendValue(Column column, Field field, Object value) {
    Type type = field.type();
    switch (type.kind()) {
      case BOOLEAN -> ((BooleanColumn) column).append((Boolean) value);
      case INT8 ->
          ((IntColumn) column).append((int) integer(value, Byte.MIN_VALUE, Byte.MAX_VALUE));
      case INT16 ->
          ((IntColumn) column).append((int) integer(value, Short.MIN_VALUE, Short.MAX_VALUE));
      case INT32 ->
          ((IntColumn) column).append((int) integer(value, Integer.MIN_VALUE, Integer.MAX_VALUE));
      case INT64 -> ((LongColumn) column).append(integer(value, Long.MIN_VALUE, Long.MAX_VALUE));
      case FLOAT -> ((FloatColumn) column).append((Float) value);
      case DOUBLE ->
          ((DoubleColumn) column).append(value instanceof Float f ? (double) f : (Double) value);
      case DECIMAL -> appendDecimal(column, (DecimalType) type, (BigDecimal) value);
      case STRING -> appendText((BytesColumn) column, field, (String) value);
      case BINARY ->
          ((BytesColumn) column).append(value instanceof ByteBuffer b ? bytes(b) : (byte[]) value);
      case DATE -> ((IntColumn) column).append(Math.toIntExact(((LocalDate) value).toEpochDay()));
      case TIMESTAMP -> ((LongColumn) column).append(micros((Instant) value));
      case TIMESTAMP_NTZ ->
          ((LongColumn) column).append(micros(((LocalDateTime) value).toInstant(ZoneOffset.UTC)));
      case STRUCT -> {
        StructColumn struct = (StructColumn) column;
        List<?> parts = value instanceof Object[] a ? java.util.Arrays.asList(a) : (List<?>) value;
        if (parts.size() != struct.children().size()) {
          throw new IllegalArgumentException(
              "field "
                  + field.name()
                  + " has "
                  + struct.children().size()
                  + " fields, found "
                  + parts.size());
        }
        for (int i = 0; i < parts.size(); i++) {
          append(struct.child(i), type.children().get(i), parts.get(i));
        }
        struct.endRow();
      }
      case LIST -> {
        ListColumn list = (ListColumn) column;
        for (Object e : (List<?>) value) {
          append(list.elements(), type.children().get(0), e);
        }
        list.endList();
      }
      case MAP -> {
        MapColumn map = (MapColumn) column;
        for (Map.Entry<?, ?> e : ((Map<?, ?>) value).entrySet()) {
          append(map.keys(), type.children().get(0), e.getKey());
          append(map.values(), type.children().get(1), e.getValue());
        }
        map.endMap();
      }
    }
  }

  /** Value i as a Java object; may be null. */
  public static Object get(Column column, int i) {
    if (column.isNull(i)) {
      return null;
    }
    return switch (column.type().kind()) {
      case BOOLEAN -> ((BooleanColumn) column).get(i);
      case INT8 -> (byte) ((IntColumn) column).get(i);
      case INT16 -> (short) ((IntColumn) column).get(i);
      case INT32 -> ((IntColumn) column).get(i);
      case INT64 -> ((LongColumn) column).get(i);
      case FLOAT -> ((FloatColumn) column).get(i);
      case DOUBLE -> ((DoubleColumn) column).get(i);
      case DECIMAL -> {
        int scale = ((DecimalType) column.type()).scale();
        yield column instanceof LongColumn l
            ? BigDecimal.valueOf(l.get(i), scale)
            : new BigDecimal(((Int128Column) column).get(i), scale);
      }
      case STRING -> ((BytesColumn) column).getString(i);
      case BINARY -> ((BytesColumn) column).get(i);
      case DATE -> LocalDate.ofEpochDay(((IntColumn) column).get(i));
      case TIMESTAMP -> instant(((LongColumn) column).get(i));
      case TIMESTAMP_NTZ ->
          LocalDateTime.ofInstant(instant(((LongColumn) column).get(i)), ZoneOffset.UTC);
      case STRUCT -> ((StructColumn) column).children().stream().map(c -> get(c, i)).toArray();
      case LIST -> {
        ListColumn list = (ListColumn) column;
        List<Object> out = new ArrayList<>(list.length(i));
        for (int k = list.start(i); k < list.start(i) + list.length(i); k++) {
          out.add(get(list.elements(), k));
        }
        yield out;
      }
      case MAP -> {
        MapColumn map = (MapColumn) column;
        Map<Object, Object> out = new LinkedHashMap<>();
        for (int k = map.start(i); k < map.start(i) + map.length(i); k++) {
          out.put(get(map.keys(), k), get(map.values(), k));
        }
        yield out;
      }
    };
  }

  private static long integer(Object value, long min, long max) {
    if (!(value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte)) {
      throw new ClassCastException("not an integer");
    }
    long v = ((Number) value).longValue();
    if (v < min || v > max) {
      throw new ArithmeticException("out of range");
    }
    return v;
  }

  private static void appendText(BytesColumn column, Field field, String value) {
    try {
      column.append(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("field " + field.name() + ": " + e.getMessage(), e);
    }
  }

  private static void appendDecimal(Column column, DecimalType type, BigDecimal value) {
    BigDecimal scaled = value.setScale(type.scale(), RoundingMode.UNNECESSARY);
    if (scaled.precision() > type.precision()) {
      throw new ArithmeticException("too many digits");
    }
    if (column instanceof LongColumn l) {
      l.append(scaled.unscaledValue().longValueExact());
    } else {
      ((Int128Column) column).append(scaled.unscaledValue());
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] out = new byte[buffer.remaining()];
    buffer.duplicate().get(out);
    return out;
  }

  /** Microseconds since the epoch, rounded down. */
  public static long micros(Instant t) {
    long seconds = t.getEpochSecond();
    long micros = t.getNano() / 1000;
    // Counted from the next second, the first one that is in range does not overflow on the way.
    return seconds < 0 && micros > 0
        ? Math.addExact(Math.multiplyExact(seconds + 1, MICROS), micros - MICROS)
        : Math.addExact(Math.multiplyExact(seconds, MICROS), micros);
  }

  public static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
