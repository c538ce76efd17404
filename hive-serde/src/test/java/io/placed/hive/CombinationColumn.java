package io.placed.hive;

import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A column of a random table, its random values, and literals that equal some of them. */
record CombinationColumn(String name, String type) {
  /** Hive's types and the corresponding ones of Placed. */
  private static final Map<String, String> STORED =
      Map.ofEntries(
          Map.entry("boolean", "boolean"),
          Map.entry("tinyint", "int8"),
          Map.entry("smallint", "int16"),
          Map.entry("int", "int32"),
          Map.entry("bigint", "int64"),
          Map.entry("float", "float"),
          Map.entry("double", "double"),
          Map.entry("decimal(9,3)", "decimal(9,3)"),
          Map.entry("decimal(22,5)", "decimal(22,5)"),
          Map.entry("string", "string"),
          Map.entry("varchar(8)", "string"),
          Map.entry("char(5)", "string"),
          Map.entry("decimal(38,10)", "decimal(38,10)"),
          Map.entry("map<string,int>", "map<key: string not null, value: int32>"),
          Map.entry("array<struct<x:int,y:string>>", "list<struct<x: int32, y: string>>"),
          Map.entry("date", "date"),
          Map.entry("timestamp", "timestamp_ntz"),
          Map.entry("timestamp with local time zone", "timestamp"),
          Map.entry("binary", "binary"),
          Map.entry("array<int>", "list<int32>"),
          Map.entry("struct<x:int,y:string>", "struct<x: int32, y: string>"));

  private static final List<String> TYPES = STORED.keySet().stream().sorted().toList();
  private static final List<String> OF_PARTITIONS =
      List.of(
          "int",
          "string",
          "date",
          "bigint",
          "smallint",
          "varchar(8)",
          "boolean",
          "decimal(9,3)",
          "char(5)",
          "tinyint",
          "decimal(22,5)",
          "timestamp");
  private static final List<LocalDate> DATES =
      List.of(
          LocalDate.of(1, 1, 1),
          LocalDate.of(1582, 10, 4),
          LocalDate.of(1582, 10, 15),
          LocalDate.of(1969, 12, 31),
          LocalDate.of(1970, 1, 1),
          LocalDate.of(9999, 12, 31));
  private static final String[] WORDS = {
    "a", "ab", "abc", "b", "bä", "Zz", "x=y", "50%", "a b", "1/2", "it's", "7", "a=b/c"
  };

  static CombinationColumn random(String name, Random random) {
    return new CombinationColumn(name, TYPES.get(random.nextInt(TYPES.size())));
  }

  static CombinationColumn ofPartitions(String name, Random random) {
    return new CombinationColumn(name, OF_PARTITIONS.get(random.nextInt(OF_PARTITIONS.size())));
  }

  /** The stored type. */
  String stored() {
    return name + ": " + STORED.get(type);
  }

  Type storedType() {
    return Schema.parse(stored()).fields().get(0).type();
  }

  String declared() {
    return name + " " + type;
  }

  boolean isNested() {
    return type.contains("<");
  }

  boolean isText() {
    return type.equals("string") || type.contains("char");
  }

  /** Whether sums of its values do not depend on their order. */
  boolean isNumber() {
    return List.of("tinyint", "smallint", "int", "bigint", "double").contains(type)
        || type.startsWith("decimal");
  }

  /** A value for the Java API; one in seven is null. */
  Object value(Random random) {
    return random.nextInt(7) == 0 ? null : present(random);
  }

  /** One of few values, so that there are few partitions. */
  Object partitionValue(Random random) {
    Random some = new Random(random.nextInt(4) * 31L + name.hashCode());
    return random.nextInt(9) == 0 ? null : present(some);
  }

  /** A value that is not null. */
  Object present(Random random) {
    boolean extreme = random.nextInt(40) == 0;
    int n = random.nextInt(60) - 20;
    return switch (type) {
      case "boolean" -> random.nextBoolean();
      case "tinyint" -> extreme ? Byte.MIN_VALUE : (byte) n;
      case "smallint" -> extreme ? Short.MAX_VALUE : (short) n;
      case "int" -> extreme ? Integer.MIN_VALUE : n;
      case "bigint" -> extreme ? 1L << 40 : (long) n;
      case "float" -> n / 4f;
      case "double" -> n / 4d;
      case "decimal(9,3)" -> BigDecimal.valueOf(n * 125L, 3);
      case "decimal(22,5)" ->
          new BigDecimal((extreme ? "12345678901234567" : String.valueOf(n)) + ".25000");
      case "decimal(38,10)" ->
          new BigDecimal(
              (extreme ? "-1234567890123456789012345678" : String.valueOf(n)) + ".5000000000");
      case "date" ->
          extreme ? DATES.get(random.nextInt(DATES.size())) : LocalDate.of(2020, 1, 1).plusDays(n);
      case "timestamp" ->
          extreme
              ? DATES.get(random.nextInt(DATES.size())).atTime(23, 59, 59, 999_999_000)
              : LocalDateTime.of(2020, 1, 1, 0, 0, 0, 250_000_000).plusHours(n);
      case "timestamp with local time zone" ->
          LocalDateTime.of(2020, 1, 1, 0, 0, 0, 250_000_000).plusHours(n).toInstant(ZoneOffset.UTC);
      case "binary" -> WORDS[random.nextInt(WORDS.length)].getBytes(StandardCharsets.UTF_8);
      case "map<string,int>" -> pairs(random);
      case "array<struct<x:int,y:string>>" -> structs(random);
      case "array<int>" -> numbers(random);
      case "struct<x:int,y:string>" ->
          new Object[] {random.nextInt(4) == 0 ? null : n, WORDS[random.nextInt(WORDS.length)]};
      default -> WORDS[random.nextInt(WORDS.length)];
    };
  }

  private static List<Object> numbers(Random random) {
    List<Object> list = new ArrayList<>();
    for (int k = random.nextInt(4); k > 0; k--) {
      list.add(k > 1 && random.nextInt(4) == 0 ? null : random.nextInt(9));
    }
    // A list of a single null would be read as a null list from Hive's text format.
    return list.size() == 1 && list.get(0) == null ? List.of(1) : list;
  }

  private static Map<String, Object> pairs(Random random) {
    Map<String, Object> map = new TreeMap<>();
    for (int k = random.nextInt(3); k > 0; k--) {
      map.put(
          WORDS[random.nextInt(WORDS.length)], random.nextInt(4) == 0 ? null : random.nextInt(9));
    }
    return map;
  }

  private static List<Object> structs(Random random) {
    List<Object> list = new ArrayList<>();
    for (int k = random.nextInt(3); k > 0; k--) {
      list.add(new Object[] {random.nextInt(9), WORDS[random.nextInt(WORDS.length)]});
    }
    return list;
  }

  /** A value as Hive's text format represents it. */
  static String text(Object value) {
    return text(value, '\u0002');
  }

  /**
   * @param delimiter of the parts of a nested value; those of their parts are the next ones
   */
  private static String text(Object value, char delimiter) {
    char next = (char) (delimiter + 1);
    if (value == null) {
      return "\\N";
    } else if (value instanceof List<?> list) {
      return list.stream()
          .map(v -> text(v, next))
          .collect(Collectors.joining(String.valueOf(delimiter)));
    } else if (value instanceof Object[] parts) {
      return text(Arrays.asList(parts), delimiter);
    } else if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(e -> e.getKey() + String.valueOf(next) + text(e.getValue(), next))
          .collect(Collectors.joining(String.valueOf(delimiter)));
    } else if (value instanceof LocalDateTime at) {
      return at.format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT));
    } else if (value instanceof Instant at) {
      return at.toString().replace('T', ' ').replace("Z", " UTC");
    } else if (value instanceof byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    } else if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    return value.toString();
  }

  /** A literal of a type that is comparable with the column. */
  String literal(Random random) {
    Object value = present(random);
    if (isText()) {
      return "'" + value.toString().replace("'", "\\'") + "'";
    }
    return switch (type) {
      case "date" -> (random.nextBoolean() ? "date " : "") + "'" + value + "'";
      case "timestamp" -> "timestamp '" + text(value) + "'";
      case "timestamp with local time zone" -> "timestamplocaltz '" + text(value) + "'";
      case "binary" ->
          "cast('"
              + new String((byte[]) value, StandardCharsets.UTF_8).replace("'", "\\'")
              + "' as binary)";
      case "float", "double" -> value + "D";
      case "tinyint", "smallint", "int", "bigint" ->
          random.nextInt(8) == 0 ? value + ".5" : text(value);
      default -> text(value);
    };
  }
}
