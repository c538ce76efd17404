package io.placed.scan;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Schemas and rows of every type, from a seed. */
public final class RandomTables {
  private final Random random;

  public RandomTables(long seed) {
    random = new Random(seed);
  }

  /** A schema with a column of every type, some required, some nested. */
  public Schema everyType() {
    return Schema.of(
        Field.of("b", Type.BOOLEAN),
        Field.of("i8", Type.INT8),
        Field.of("i16", Type.INT16),
        Field.required("i32", Type.INT32),
        Field.of("i64", Type.INT64),
        Field.of("f", Type.FLOAT),
        Field.of("d", Type.DOUBLE),
        Field.of("dec9", Type.decimal(9, 2)),
        Field.of("dec38", Type.decimal(38, 10)),
        Field.of("s", Type.STRING),
        Field.required("bin", Type.BINARY),
        Field.of("date", Type.DATE),
        Field.of("ts", Type.TIMESTAMP),
        Field.of("ntz", Type.TIMESTAMP_NTZ),
        Field.of("list", Type.list(Type.INT32)),
        Field.of("map", Type.map(Type.STRING, Type.list(Type.DOUBLE))),
        Field.of(
            "struct",
            Type.struct(
                Field.of("x", Type.INT64),
                Field.of("y", Type.list(Type.struct(Field.of("z", Type.STRING)))),
                Field.of("empty", Type.struct(Field.of("b", Type.BOOLEAN))))));
  }

  public Schema schema() {
    int columns = 1 + random.nextInt(6);
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      fields.add(new Field(0, "c" + c, type(3), random.nextInt(4) > 0));
    }
    return Schema.of(fields);
  }

  private Type type(int depth) {
    return switch (random.nextInt(depth > 0 ? 18 : 14)) {
      case 0 -> Type.BOOLEAN;
      case 1 -> Type.INT8;
      case 2 -> Type.INT16;
      case 3 -> Type.INT32;
      case 4 -> Type.INT64;
      case 5 -> Type.FLOAT;
      case 6 -> Type.DOUBLE;
      case 7 -> Type.decimal(1 + random.nextInt(18), 0);
      case 8 -> Type.decimal(19 + random.nextInt(20), 5);
      case 9 -> Type.STRING;
      case 10 -> Type.BINARY;
      case 11 -> Type.DATE;
      case 12 -> Type.TIMESTAMP;
      case 13 -> Type.TIMESTAMP_NTZ;
      case 14 -> Type.list(type(depth - 1));
      case 15 -> Type.map(type(0), type(depth - 1));
      default -> Type.struct(Field.of("p", type(depth - 1)), Field.of("q", type(depth - 1)));
    };
  }

  public Batch rows(Schema schema, int count) {
    Batch batch = Batch.of(schema);
    int[] shape = new int[schema.size()];
    for (int c = 0; c < shape.length; c++) {
      shape[c] = random.nextInt(5);
    }
    Object[] last = new Object[schema.size()];
    for (int i = 0; i < count; i++) {
      Object[] row = new Object[schema.size()];
      for (int c = 0; c < row.length; c++) {
        Field f = schema.field(c);
        row[c] =
            switch (shape[c]) {
              case 0 -> last[c] != null ? last[c] : value(f, 50, 1000);
              case 1 -> random.nextInt(20) > 0 && last[c] != null ? last[c] : value(f, 5, 1000);
              case 2 -> value(f, 100, 3);
              case 3 -> f.nullable() ? null : value(f, 10, 1000);
              default -> value(f, 10, 1 << 30);
            };
        last[c] = row[c];
      }
      batch.appendRow(row);
    }
    return batch;
  }

  /** One value in {@code nullEvery} is null if the field is nullable. */
  public Object value(Field f, int nullEvery, int range) {
    if (f.nullable() && random.nextInt(nullEvery) == 0) {
      return null;
    }
    int n = random.nextInt(range) - range / 2;
    boolean extreme = range > 1 << 20 && random.nextInt(50) == 0;
    Type t = f.type();
    return switch (t.kind()) {
      case BOOLEAN -> n % 3 == 0;
      case INT8 -> (byte) n;
      case INT16 -> (short) n;
      case INT32 -> extreme ? (random.nextBoolean() ? Integer.MIN_VALUE : Integer.MAX_VALUE) : n;
      case INT64 -> extreme ? (random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE) : (long) n;
      case FLOAT -> extreme ? Float.NaN : n == 0 ? -0.0f : n / 4f;
      case DOUBLE -> extreme ? special() : n == 0 ? -0.0 : n / 100.0;
      case DECIMAL -> decimal((io.placed.schema.DecimalType) t, n, extreme);
      case STRING -> (n % 7 == 0 ? "ü€𝄞" : "") + (extreme ? "x".repeat(3000) : "v" + n % 1000);
      case BINARY -> BigInteger.valueOf(n).toByteArray();
      case DATE -> LocalDate.ofEpochDay(n % 100_000);
      case TIMESTAMP -> Instant.ofEpochSecond(n).plus(n & 1023, ChronoUnit.MICROS);
      case TIMESTAMP_NTZ -> LocalDateTime.ofEpochSecond(n, 0, ZoneOffset.UTC);
      case STRUCT -> t.children().stream().map(c -> value(c, nullEvery, range)).toArray();
      case LIST -> {
        List<Object> list = new ArrayList<>();
        for (int k = random.nextInt(4); k > 0; k--) {
          list.add(value(t.children().get(0), nullEvery, range));
        }
        yield list;
      }
      case MAP -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int k = random.nextInt(3); k > 0; k--) {
          map.put(
              value(t.children().get(0), nullEvery, range),
              value(t.children().get(1), nullEvery, range));
        }
        yield map;
      }
    };
  }

  private double special() {
    double[] all = {
      Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, -0.0
    };
    return all[random.nextInt(all.length)];
  }

  private static BigDecimal decimal(io.placed.schema.DecimalType t, int n, boolean extreme) {
    BigInteger max = BigInteger.TEN.pow(t.precision()).subtract(BigInteger.ONE);
    BigInteger v = extreme ? max : BigInteger.valueOf(n).remainder(max.add(BigInteger.ONE));
    return new BigDecimal(v, t.scale());
  }

  /**
   * A row as a string that distinguishes all values: bits of floating-point numbers, bytes of
   * binary values.
   */
  public static String text(Object value) {
    if (value instanceof Object[] a) {
      StringBuilder out = new StringBuilder("[");
      for (Object o : a) {
        out.append(text(o)).append(';');
      }
      return out.append(']').toString();
    }
    if (value instanceof List<?> l) {
      return "L" + text(l.toArray());
    }
    if (value instanceof Map<?, ?> m) {
      List<Object> flat = new ArrayList<>();
      m.forEach(
          (k, v) -> {
            flat.add(k);
            flat.add(v);
          });
      return "M" + text(flat.toArray());
    }
    if (value instanceof byte[] b) {
      return "0x" + new BigInteger(1, b).toString(16) + "/" + b.length;
    }
    if (value instanceof Double d) {
      return Long.toHexString(Double.doubleToRawLongBits(d));
    }
    if (value instanceof Float d) {
      return Integer.toHexString(Float.floatToRawIntBits(d));
    }
    return String.valueOf(value);
  }

  public static List<String> texts(Batch batch) {
    return texts(batch, batch.rows());
  }

  /** Of the first rows of a batch. */
  public static List<String> texts(Batch batch, int most) {
    List<String> out = new ArrayList<>();
    for (int i = 0; i < Math.min(most, batch.rows()); i++) {
      out.add(text(batch.row(i)));
    }
    return out;
  }
}
