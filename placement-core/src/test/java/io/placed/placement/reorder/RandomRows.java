package io.placed.placement.reorder;

import io.placed.placement.SortKey;
import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random schemas and rows with many ties, and a simple sort as reference. */
final class RandomRows {
  static final Type[] FLAT = {
    Type.BOOLEAN,
    Type.INT8,
    Type.INT16,
    Type.INT32,
    Type.INT64,
    Type.FLOAT,
    Type.DOUBLE,
    Type.STRING,
    Type.BINARY,
    Type.DATE,
    Type.TIMESTAMP,
    Type.TIMESTAMP_NTZ,
    Type.decimal(9, 2),
    Type.decimal(18, 0),
    Type.decimal(38, 4)
  };
  private static final float[] FLOATS = {
    0f, -0f, Float.NaN, 1f, -1f, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY, Float.MIN_VALUE
  };

  private final Random r;
  private final int variety;
  private final double nulls;

  RandomRows(Random r) {
    this.r = r;
    variety = 1 << r.nextInt(12);
    nulls = r.nextInt(3) == 0 ? 0 : r.nextDouble() * 0.5;
  }

  Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (int c = 2 + r.nextInt(5); c > 0; c--) {
      Type type =
          switch (r.nextInt(10)) {
            case 0 -> Type.list(flat());
            case 1 -> Type.map(Type.STRING, flat());
            case 2 -> Type.struct(Field.of("x", flat()), Field.of("y", Type.list(flat())));
            default -> flat();
          };
      fields.add(new Field(0, "c" + c, type, nulls > 0));
    }
    fields.add(Field.required("key", flat()));
    return Schema.of(fields);
  }

  private Type flat() {
    return FLAT[r.nextInt(FLAT.length)];
  }

  List<SortKey> keys(Schema schema) {
    List<Field> flat = new ArrayList<>(schema.fields());
    flat.removeIf(f -> f.type().isNested());
    Collections.shuffle(flat, r);
    return flat.subList(0, 1 + r.nextInt(Math.min(3, flat.size()))).stream()
        .map(f -> new SortKey(f.name(), r.nextBoolean(), r.nextBoolean()))
        .toList();
  }

  /** Names of sortable columns in random order. */
  List<String> columns(Schema schema, int most) {
    List<Field> flat = new ArrayList<>(schema.fields());
    flat.removeIf(f -> f.type().isNested());
    Collections.shuffle(flat, r);
    return flat.subList(0, 1 + r.nextInt(Math.min(most, flat.size()))).stream()
        .map(Field::name)
        .toList();
  }

  /** Columns of every sortable type. */
  Schema everyType() {
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < FLAT.length; c++) {
      fields.add(new Field(0, "c" + c, FLAT[c], nulls > 0));
    }
    fields.add(Field.of("l", Type.list(Type.STRING)));
    return Schema.of(fields);
  }

  /** Batches of random sizes, some of them empty. */
  List<Batch> batches(Schema schema, int rows) {
    List<Batch> out = new ArrayList<>();
    for (int left = rows; left > 0; ) {
      Batch b = Batch.of(schema);
      int n = r.nextInt(8) == 0 ? 0 : Math.min(left, 1 + r.nextInt(1 + r.nextInt(3000)));
      for (int i = 0; i < n; i++) {
        b.appendRow(schema.fields().stream().map(this::value).toArray());
      }
      out.add(b);
      left -= n;
    }
    return out;
  }

  private Object value(Field field) {
    if (field.nullable() && r.nextDouble() < nulls) {
      return null;
    }
    int v = r.nextInt(variety) - variety / 2;
    return switch (field.type().kind()) {
      case BOOLEAN -> r.nextBoolean();
      case INT8 -> (byte) v;
      case INT16 -> (short) (v * 9);
      case INT32 -> v * 1_000_003;
      case INT64 -> v * 4_000_000_000_000_007L;
      case FLOAT -> r.nextInt(3) == 0 ? FLOATS[r.nextInt(8)] : v / 3f;
      case DOUBLE -> r.nextInt(3) == 0 ? FLOATS[r.nextInt(8)] : v / 3.0;
      case STRING -> text(v);
      case BINARY -> text(v).getBytes(StandardCharsets.ISO_8859_1);
      case DATE -> LocalDate.ofEpochDay(v);
      case TIMESTAMP -> Instant.ofEpochSecond(v, 1000);
      case TIMESTAMP_NTZ -> LocalDateTime.ofEpochSecond(v, 0, ZoneOffset.UTC);
      case DECIMAL -> {
        DecimalType d = (DecimalType) field.type();
        BigInteger unscaled = BigInteger.valueOf(v);
        if (d.precision() > 18 && r.nextBoolean()) {
          unscaled = unscaled.shiftLeft(55 + r.nextInt(40));
        }
        yield new BigDecimal(unscaled, d.scale());
      }
      case STRUCT -> field.type().children().stream().map(this::value).toArray();
      case LIST -> {
        List<Object> list = new ArrayList<>();
        for (int k = r.nextInt(4); k > 0; k--) {
          list.add(value(field.type().children().get(0)));
        }
        yield list;
      }
      case MAP -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int k = r.nextInt(3); k > 0; k--) {
          map.put("k" + k, value(field.type().children().get(1)));
        }
        yield map;
      }
    };
  }

  /** Short and long strings with common prefixes, zero bytes, and non-ASCII letters. */
  private static String text(int v) {
    String digits = Integer.toString(v, 3);
    return switch (v & 3) {
      case 0 -> digits;
      case 1 -> "a common beginning " + digits;
      case 2 -> digits.substring(0, Math.min(3, digits.length())) + "\0".repeat(v & 7);
      default -> (v & 4) == 0 ? "é" + digits : "\ud83d\ude00\uffee" + digits;
    };
  }

  static List<Object[]> rows(List<Batch> batches) {
    List<Object[]> rows = new ArrayList<>();
    for (Batch b : batches) {
      for (int i = 0; i < b.rows(); i++) {
        rows.add(b.row(i));
      }
    }
    return rows;
  }

  /** Rows as strings that distinguish all values, zeros and NaNs by their bits. */
  static List<String> texts(List<Batch> batches) {
    List<String> out = new ArrayList<>();
    for (Batch b : batches) {
      for (int i = 0; i < b.rows(); i++) {
        Object[] row = b.row(i);
        for (int c = 0; c < row.length; c++) {
          if (row[c] != null && b.column(c) instanceof DoubleColumn d) {
            row[c] = Double.doubleToRawLongBits(d.get(i));
          } else if (row[c] != null && b.column(c) instanceof FloatColumn f) {
            row[c] = Float.floatToRawIntBits(f.get(i));
          }
        }
        out.add(text(row));
      }
    }
    return out;
  }

  static String text(Object[] row) {
    return Arrays.deepToString(Arrays.stream(row).map(RandomRows::readable).toArray());
  }

  private static Object readable(Object value) {
    if (value instanceof List<?> l) {
      return l.stream().map(RandomRows::readable).toList();
    }
    if (value instanceof Map<?, ?> m) {
      return m.entrySet().stream().map(e -> e.getKey() + "=" + readable(e.getValue())).toList();
    }
    if (value instanceof Object[] a) {
      return Arrays.stream(a).map(RandomRows::readable).toArray();
    }
    return value instanceof byte[] b ? Arrays.toString(b) : value;
  }

  /** The order of rows as Java objects. */
  static Comparator<Object[]> comparator(Schema schema, List<SortKey> keys) {
    Comparator<Object[]> all = Comparator.comparing(row -> 0);
    for (SortKey key : keys) {
      int c = schema.indexOf(key.column());
      Comparator<Object> values = RandomRows::compare;
      Comparator<Object> directed = key.descending() ? values.reversed() : values;
      Comparator<Object> withNulls =
          key.nullsFirst() ? Comparator.nullsFirst(directed) : Comparator.nullsLast(directed);
      all = all.thenComparing(row -> row[c], withNulls);
    }
    return all;
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object a, Object b) {
    if (a instanceof String s) {
      return Arrays.compareUnsigned(
          s.getBytes(StandardCharsets.UTF_8), ((String) b).getBytes(StandardCharsets.UTF_8));
    }
    if (a instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) b);
    }
    if (a instanceof Double || a instanceof Float) {
      // Adding 0.0 converts -0.0 to 0.0.
      return Double.compare(((Number) a).doubleValue() + 0.0, ((Number) b).doubleValue() + 0.0);
    }
    return ((Comparable<Object>) a).compareTo(b);
  }
}
