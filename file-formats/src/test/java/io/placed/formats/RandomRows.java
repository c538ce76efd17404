package io.placed.formats;

import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Rows of every type, including nested ones. */
public final class RandomRows {
  /** One column of each type, with nesting of up to three levels. */
  public static final Schema EVERY_TYPE =
      Schema.parse(
          "b: boolean, i8: int8, i16: int16, i32: int32, i64: int64 not null, f: float, d: double,"
              + " d9: decimal(9,2), d18: decimal(18,0), d38: decimal(38,10), s: string,"
              + " bin: binary, day: date, t: timestamp, ntz: timestamp_ntz,"
              + " st: struct<x: int32, y: struct<z: string not null, w: double>>,"
              + " l: list<int64>, ll: list<list<string>>,"
              + " m: map<string, int32>, ml: map<int32, list<struct<a: int64, b: decimal(20,3)>>>,"
              + " req: list<element: int32 not null> not null");

  private final Random random;

  public RandomRows(long seed) {
    random = new Random(seed);
  }

  public Batch batch(Schema schema, int rows) {
    Batch batch = Batch.of(schema);
    for (int i = 0; i < rows; i++) {
      batch.appendRow(schema.fields().stream().map(this::value).toArray());
    }
    return batch;
  }

  private Object value(Field f) {
    return f.nullable() && random.nextInt(6) == 0 ? null : value(f.type());
  }

  private Object value(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> random.nextBoolean();
      case INT8 -> (byte) random.nextInt();
      case INT16 -> (short) random.nextInt();
      case INT32 -> random.nextInt();
      case INT64 -> random.nextLong();
      case FLOAT -> special(random.nextInt(8), random.nextFloat());
      case DOUBLE -> (double) special(random.nextInt(8), random.nextFloat()) / 3;
      case DECIMAL -> decimal((DecimalType) type);
      case STRING -> "é".repeat(random.nextInt(4)) + Integer.toString(random.nextInt(500), 36);
      case BINARY -> {
        byte[] bytes = new byte[random.nextInt(5)];
        random.nextBytes(bytes);
        yield bytes;
      }
      case DATE -> LocalDate.ofEpochDay(random.nextInt(200_000) - 100_000);
      case TIMESTAMP -> Values.instant(micros());
      case TIMESTAMP_NTZ -> LocalDateTime.ofInstant(Values.instant(micros()), ZoneOffset.UTC);
      case STRUCT -> type.children().stream().map(this::value).toArray();
      case LIST -> list(type.children().get(0));
      case MAP -> map(type.children().get(0), type.children().get(1));
    };
  }

  private static float special(int which, float other) {
    return switch (which) {
      case 0 -> Float.NaN;
      case 1 -> -0.0f;
      case 2 -> Float.NEGATIVE_INFINITY;
      default -> other;
    };
  }

  private long micros() {
    return random.nextLong() >> 10;
  }

  private BigDecimal decimal(DecimalType type) {
    BigInteger limit = BigInteger.TEN.pow(type.precision());
    BigInteger unscaled = new BigInteger(140, random).mod(limit);
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
  }

  private List<Object> list(Field element) {
    List<Object> out = new ArrayList<>();
    int size = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      out.add(value(element));
    }
    return out;
  }

  private Map<Object, Object> map(Field key, Field value) {
    Map<Object, Object> out = new LinkedHashMap<>();
    int size = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      out.put(value(key), value(value));
    }
    return out;
  }

  /** Rows as strings, which differ if rows differ. */
  public static List<String> texts(Batch batch) {
    List<String> out = new ArrayList<>();
    for (int i = 0; i < batch.rows(); i++) {
      StringBuilder row = new StringBuilder();
      for (Object v : batch.row(i)) {
        append(v, row);
        row.append(" | ");
      }
      out.add(row.toString());
    }
    return out;
  }

  private static void append(Object v, StringBuilder out) {
    if (v instanceof Object[] parts) {
      append(List.of("struct", java.util.Arrays.asList(parts)), out);
    } else if (v instanceof byte[] bytes) {
      out.append(new BigInteger(1, bytes).toString(16)).append('/').append(bytes.length);
    } else if (v instanceof List<?> list) {
      out.append('[');
      for (Object e : list) {
        append(e, out);
        out.append(", ");
      }
      out.append(']');
    } else if (v instanceof Map<?, ?> map) {
      out.append('{');
      map.forEach(
          (k, e) -> {
            append(k, out);
            out.append(": ");
            append(e, out);
            out.append(", ");
          });
      out.append('}');
    } else {
      out.append(v);
    }
  }
}
