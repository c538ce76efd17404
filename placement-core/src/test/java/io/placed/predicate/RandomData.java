package io.placed.predicate;

import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random rows of every type and random predicates on them, including many edge cases. */
public final class RandomData {
  public static final Schema SCHEMA =
      Schema.of(
          Field.of("bool", Type.BOOLEAN),
          Field.of("i8", Type.INT8),
          Field.of("i16", Type.INT16),
          Field.of("i32", Type.INT32),
          Field.of("i64", Type.INT64),
          Field.of("f", Type.FLOAT),
          Field.of("d", Type.DOUBLE),
          Field.of("dec", Type.decimal(9, 2)),
          Field.of("and", Type.decimal(38, 4)),
          Field.of("odd `name`", Type.STRING),
          Field.of("bin", Type.BINARY),
          Field.of("day", Type.DATE),
          Field.of("ts", Type.TIMESTAMP),
          Field.of("ntz", Type.TIMESTAMP_NTZ),
          Field.of("l", Type.list(Type.INT32)),
          Field.of(
              "s",
              Type.struct(
                  Field.of("a", Type.INT32),
                  Field.of(
                      "t", Type.struct(Field.of("b", Type.STRING), Field.of("x", Type.DOUBLE))))));

  /** Comparable columns, with their types. */
  private static final List<List<String>> LEAVES = new ArrayList<>();

  private static final List<Type> LEAF_TYPES = new ArrayList<>();

  /** Columns for which only null tests are possible. */
  private static final List<List<String>> NESTED = new ArrayList<>();

  static {
    collect(SCHEMA.fields(), List.of());
  }

  static final double[] DOUBLES = {
    0.0,
    -0.0,
    Double.NaN,
    1.0 / 0,
    -1.0 / 0,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    0.1,
    0.1f,
    1,
    -1,
    2.5,
    9007199254740992.0,
    1e300,
    5
  };
  private static final String[] TEXTS = {
    "",
    "a",
    "b",
    "ab",
    "abc",
    "abcd",
    "abd",
    "é",
    "\uD7FF",
    "\uE000",
    "\uFFFF",
    "ab\uFFFFz",
    Character.toString(0x10FFFF).repeat(2),
    Character.toString(0x1F600),
    "it's",
    "a\u0000",
    "%_"
  };

  private final Random random;

  public RandomData(long seed) {
    random = new Random(seed);
  }

  private static void collect(List<Field> fields, List<String> above) {
    for (Field f : fields) {
      List<String> path = new ArrayList<>(above);
      path.add(f.name());
      if (!f.type().isNested()) {
        LEAVES.add(path);
        LEAF_TYPES.add(f.type());
      } else {
        NESTED.add(path);
        if (f.type() instanceof io.placed.schema.StructType s) {
          collect(s.fields(), path);
        }
      }
    }
  }

  public Batch batch() {
    Batch batch = Batch.of(SCHEMA);
    int rows = random.nextInt(10) == 0 ? random.nextInt(300) : random.nextInt(12);
    double[] nulls = SCHEMA.fields().stream().mapToDouble(f -> nullShare()).toArray();
    boolean[] constant = new boolean[SCHEMA.size()];
    Object[] last = new Object[SCHEMA.size()];
    for (int c = 0; c < constant.length; c++) {
      constant[c] = random.nextInt(4) == 0;
      last[c] = value(SCHEMA.field(c).type());
    }
    for (int r = 0; r < rows; r++) {
      Object[] row = new Object[SCHEMA.size()];
      for (int c = 0; c < row.length; c++) {
        if (random.nextDouble() >= nulls[c]) {
          row[c] = constant[c] ? last[c] : value(SCHEMA.field(c).type());
        }
      }
      batch.appendRow(row);
    }
    // The content of a field of a null struct is undefined, so it is kept.
    Column struct = batch.column("s");
    for (int r = 0; r < rows; r++) {
      if (random.nextInt(8) == 0) {
        struct.setNull(r);
      }
    }
    return batch;
  }

  private double nullShare() {
    return switch (random.nextInt(4)) {
      case 0 -> 1;
      case 1 -> 0.3;
      default -> 0;
    };
  }

  private Object value(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> random.nextBoolean();
      case INT8 -> (byte) integer(8);
      case INT16 -> (short) integer(16);
      case INT32 -> (int) integer(32);
      case INT64 -> integer(64);
      case FLOAT -> (float) number();
      case DOUBLE -> number();
      case DECIMAL -> decimal((DecimalType) type);
      case STRING -> text();
      case BINARY -> bytes();
      case DATE -> LocalDate.ofEpochDay(integer(32));
      case TIMESTAMP -> instant();
      case TIMESTAMP_NTZ -> LocalDateTime.ofInstant(instant(), ZoneOffset.UTC);
      case LIST -> new ArrayList<>(Collections.nCopies(random.nextInt(3), 1));
      case STRUCT -> {
        Object[] parts = new Object[type.children().size()];
        for (int i = 0; i < parts.length; i++) {
          parts[i] = random.nextInt(5) == 0 ? null : value(type.children().get(i).type());
        }
        yield parts;
      }
      case MAP -> throw new IllegalStateException();
    };
  }

  /** One second less than 64 bits hold, because Values counts whole seconds first. */
  private Instant instant() {
    long micros = Math.max(integer(64), Long.MIN_VALUE + 1_000_000);
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  /** A signed integer of that many bits, usually small or extreme. */
  private long integer(int bits) {
    long max = -1L >>> (65 - bits);
    return switch (random.nextInt(8)) {
      case 0 -> max - random.nextInt(2);
      case 1 -> -max - 1 + random.nextInt(2);
      case 2 -> random.nextLong() >> (64 - bits);
      default -> random.nextInt(9) - 4;
    };
  }

  private double number() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextGaussian();
      case 1 -> random.nextInt(9) - 4;
      default -> DOUBLES[random.nextInt(DOUBLES.length)];
    };
  }

  private BigDecimal decimal(DecimalType type) {
    BigInteger limit = BigInteger.TEN.pow(type.precision());
    BigInteger unscaled =
        switch (random.nextInt(5)) {
          case 0 -> limit.subtract(BigInteger.ONE);
          case 1 -> new BigInteger(limit.bitLength() - 1, random);
          case 2 -> halves(type);
          default -> BigInteger.valueOf(random.nextInt(9) * 25L);
        };
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
  }

  /** Near multiples of 2^63, where one half of 128 bits changes its sign. */
  private BigInteger halves(DecimalType type) {
    BigInteger v = BigInteger.valueOf(random.nextInt(4)).shiftLeft(63);
    return type.precision() < 38
        ? BigInteger.ONE
        : v.add(BigInteger.valueOf(random.nextInt(3) - 1));
  }

  private String text() {
    StringBuilder out = new StringBuilder(TEXTS[random.nextInt(TEXTS.length)]);
    if (random.nextInt(3) == 0) {
      out.append(TEXTS[random.nextInt(TEXTS.length)]);
    }
    return out.toString();
  }

  private byte[] bytes() {
    byte[] out = new byte[random.nextInt(5)];
    for (int i = 0; i < out.length; i++) {
      out[i] = (byte) (random.nextBoolean() ? -1 : random.nextInt(3) * 64);
    }
    return out;
  }

  public Predicate predicate(int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      int n = 2 + random.nextInt(2);
      List<Predicate> parts = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        parts.add(predicate(depth - 1));
      }
      return switch (random.nextInt(3)) {
        case 0 -> Predicate.and(parts);
        case 1 -> Predicate.or(parts);
        default -> Predicate.not(parts.get(0));
      };
    }
    return leaf();
  }

  private Predicate leaf() {
    int at = random.nextInt(LEAVES.size());
    List<String> column = LEAVES.get(at);
    Type type = LEAF_TYPES.get(at);
    switch (random.nextInt(12)) {
      case 0:
        List<String> any = random.nextBoolean() ? column : pick(NESTED);
        return random.nextBoolean() ? Predicate.isNull(any) : Predicate.isNotNull(any);
      case 1:
        return random.nextBoolean() ? Predicate.alwaysTrue() : Predicate.alwaysFalse();
      case 2:
        return Predicate.equalNullSafe(column, random.nextInt(4) == 0 ? null : literal(type));
      case 3, 4:
        List<Object> values = new ArrayList<>();
        for (int n = random.nextInt(6); n >= 0; n--) {
          values.add(random.nextInt(12) == 0 ? null : literal(type));
        }
        return Predicate.in(column, values);
      case 5, 6:
        List<String> text = random.nextBoolean() ? List.of("odd `name`") : List.of("s", "t", "b");
        return switch (random.nextInt(3)) {
          case 0 -> Predicate.startsWith(text, text());
          case 1 -> Predicate.endsWith(text, text());
          default -> Predicate.contains(text, text());
        };
      default:
        Object value = random.nextInt(20) == 0 ? null : literal(type);
        return Predicate.compare(column, pick(List.of(Predicate.Op.values())), value);
    }
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private Object literal(Type type) {
    return switch (type.kind()) {
      case INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL -> numberLiteral(type);
      case TIMESTAMP -> ((Instant) value(type)).plusNanos(random.nextInt(4) * 500L);
      case TIMESTAMP_NTZ -> ((LocalDateTime) value(type)).plusNanos(random.nextInt(4) * 500L);
      default -> value(type);
    };
  }

  private Object numberLiteral(Type type) {
    return switch (random.nextInt(7)) {
      case 0 -> number();
      case 1 -> (float) number();
      case 2 -> decimal(Type.decimal(38, 4));
      case 3 -> integer(64);
      case 4 -> BigInteger.TEN.pow(random.nextInt(400)).negate();
      case 5 -> new BigDecimal(moderate()).setScale(3, RoundingMode.HALF_UP);
      default -> value(type);
    };
  }

  private double moderate() {
    double d = number();
    return Math.abs(d) < 1e20 ? d : 0.5;
  }
}
