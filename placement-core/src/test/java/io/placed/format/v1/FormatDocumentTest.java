package io.placed.format.v1;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.bytes.ByteReader;
import io.placed.bytes.LittleEndian;
import io.placed.compression.Codec;
import io.placed.encoding.derived.Derivation;
import io.placed.error.MalformedDataException;
import io.placed.schema.PrimitiveType;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.schema.Widening;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The specification of the format agrees with the code. */
class FormatDocumentTest {
  private final String page = read("file.md");
  private final String prose = page.replaceAll("\\s+", " ");

  private static String read(String name) {
    try {
      return Files.readString(Path.of("..", "docs", "spec", name));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void constants() {
    byte[] magic = new byte[8];
    LittleEndian.putLong(magic, 0, FormatV1.MAGIC);
    String hex = HexFormat.ofDelimiter(" ").withUpperCase().formatHex(magic);
    assertTrue(prose.contains("`" + hex + "`"), hex);
    assertTrue(prose.contains("(" + FormatV1.HEADER_BYTES + " bytes)"));
    assertTrue(prose.contains("(" + FormatV1.TAIL_BYTES + " bytes)"));
    assertTrue(prose.contains("`version` is " + FormatV1.VERSION));
    assertTrue(
        prose.contains(
            String.format(
                Locale.ROOT,
                "at most %d, or %d more than minimum and maximum have in common, up to 1,024:",
                FormatV1.MAX_BOUND_BYTES,
                FormatV1.BOUND_BYTES_APART)));
    assertEquals(1024, FormatV1.LONGEST_BOUND_BYTES);
    assertTrue(prose.contains("1,024 rows"));
    assertTrue(prose.contains("| depth of a type | " + ColumnRecord.MAX_DEPTH + " |"));
    assertTrue(prose.contains("| rows of a page | 1,048,576 (`MAX_PAGE_ROWS`) |"));
    assertEquals(1_048_576, FormatV1.MAX_PAGE_ROWS);
    assertTrue(prose.contains("at most 128 MiB (`MAX_ELEMENT_BYTES`)"));
    assertEquals(128L << 20, FormatV1.MAX_ELEMENT_BYTES);
    assertTrue(prose.contains(FormatV1.ELEMENT_BYTES_PER_RAW_BYTE + " · rawLength"));
    assertEquals(64, FormatV1.ELEMENT_BYTES_PER_RAW_BYTE);
    assertEquals(1024, FormatV1.VECTOR_ROWS);
    assertTrue(prose.contains(FormatV1.COLUMNS_PER_BUCKET + " columns (`COLUMNS_PER_BUCKET`)"));
    assertTrue(prose.contains("8,192 (`MAX_BUCKETS`)"));
    assertEquals(8192, FormatV1.MAX_BUCKETS);
    assertTrue(prose.contains("the last " + FormatV1.TAIL_READ_BYTES / 1024 + " KiB"));
  }

  @Test
  void kindsOfParts() {
    for (PartKind kind : PartKind.values()) {
      assertTrue(page.contains("| " + kind.id() + " | " + kind.text() + " |"), kind.text());
    }
  }

  @Test
  void headerAndTailHaveTheirSizes() {
    java.util.UUID id = new java.util.UUID(1, 2);
    assertEquals(FormatV1.HEADER_BYTES, Tail.header(id, FormatV1.ROLE_TABLE).length);
    assertEquals(
        FormatV1.TAIL_BYTES, new Tail(32, 8, 92, id, FormatV1.ROLE_TABLE).toBytes().length);
  }

  @Test
  void kindsOfTypes() {
    String types = read("types.md");
    Map<Integer, String> documented = new TreeMap<>();
    Matcher row =
        Pattern.compile("(?m)^\\| (\\d+) \\| `(\\w+)[^`]*` \\| ([^|]+) \\|").matcher(types);
    while (row.find()) {
      documented.put(Integer.parseInt(row.group(1)), row.group(2) + " " + row.group(3));
    }
    Map<Integer, String> found = new TreeMap<>();
    for (TypeKind kind : TypeKind.values()) {
      String storage =
          switch (kind) {
            case DECIMAL ->
                Type.decimal(18, 0).storage()
                    + " to 18 digits, otherwise "
                    + Type.decimal(19, 0).storage();
            case STRUCT, LIST, MAP -> kind == TypeKind.STRUCT ? "NONE" : "LENGTHS";
            default -> new PrimitiveType(kind).storage().toString();
          };
      found.put((int) kind.id(), kind.text() + " " + storage);
    }
    assertEquals(found, documented);
  }

  @Test
  void rolesAndLayouts() {
    assertTrue(
        prose.contains(
            String.format(
                Locale.ROOT,
                "`role` is %d for a table file and %d for a sibling",
                FormatV1.ROLE_TABLE,
                FormatV1.ROLE_SIBLING)));
    assertTrue(prose.contains("`layout` is 0 if every node has chunks of its own, and 1 if"));
  }

  /** Of types that are not nested; those to decimals by the least number of digits. */
  @Test
  void widening() {
    String types = read("types.md");
    Matcher row =
        Pattern.compile("(?m)^\\| ([^|]+) \\| ([^|]+) \\|$")
            .matcher(types.substring(types.indexOf("## Widening")));
    Map<String, List<String>> documented = new TreeMap<>();
    while (row.find()) {
      documented.put(row.group(1), List.of(row.group(2).replaceFirst(":.*", "").split(", ")));
    }
    List<Type> plain =
        Stream.of(TypeKind.values())
            .filter(k -> k.compareTo(TypeKind.STRUCT) < 0 && k != TypeKind.DECIMAL)
            .map(k -> (Type) new PrimitiveType(k))
            .toList();
    for (Type from : plain) {
      for (Type to : plain) {
        boolean said =
            from.equals(to)
                || documented.getOrDefault(from.toString(), List.of()).contains(to.toString());
        assertEquals(said, Widening.allowed(from, to), from + " to " + to);
      }
    }
    assertTrue(types.contains("at least 3, 5, 10 or 19 digits before the point"));
    Map<Type, Integer> digits = Map.of(Type.INT8, 3, Type.INT16, 5, Type.INT32, 10, Type.INT64, 19);
    digits.forEach(
        (from, least) -> {
          assertTrue(Widening.allowed(from, Type.decimal(least + 2, 2)), from.toString());
          assertFalse(Widening.allowed(from, Type.decimal(least + 1, 2)), from.toString());
        });
  }

  @Test
  void codecs() {
    String names =
        Stream.of(Codec.values())
            .map(c -> c.id() + " = " + c.text() + (c == Codec.LZ4 ? " block" : ""))
            .collect(Collectors.joining(", "));
    assertTrue(prose.contains("codec " + names + " frame"), names);
  }

  @Test
  void functionsOfDerivedColumns() {
    Map<Integer, Integer> documented = new TreeMap<>();
    Matcher row =
        Pattern.compile("(?m)^\\| (\\d+) \\| [^|]+ \\| ([12]) \\|$").matcher(read("encodings.md"));
    while (row.find()) {
      documented.put(Integer.parseInt(row.group(1)), Integer.parseInt(row.group(2)));
    }
    Map<Integer, Integer> found = new TreeMap<>();
    for (Derivation.Function f : Derivation.Function.values()) {
      found.put((int) f.id(), f.parents());
    }
    assertEquals(found, documented);
  }

  /** The worked example is a golden file, byte by byte, with the offsets that it says. */
  @Test
  void workedExample() throws IOException {
    int at = page.indexOf("<!-- example: a file -->");
    assertTrue(at >= 0, "no example");
    String block = page.substring(page.indexOf("```", at) + 4);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String line : block.substring(0, block.indexOf("```")).split("\n")) {
      assertEquals(bytes.size(), Integer.parseInt(line.substring(0, 3), 16), line);
      String hex = line.substring(5, Math.min(line.length(), 52)).strip();
      if (hex.startsWith("--")) {
        assertTrue(line.endsWith("(offset " + bytes.size() + ")"), line);
      } else {
        bytes.writeBytes(HexFormat.ofDelimiter(" ").parseHex(hex));
      }
    }
    Matcher golden = Pattern.compile("`placement-core/(\\S+added\\.placed)`").matcher(page);
    assertTrue(golden.find(), "the example names no golden file");
    assertArrayEquals(Files.readAllBytes(Path.of(golden.group(1))), bytes.toByteArray());
  }

  @Test
  void unknownFlagsAreRefused() {
    byte[] statistics = {0x40, 0};
    assertThrows(
        MalformedDataException.class,
        () -> StatisticsCodec.read(new ByteReader(statistics, 0, 2), Type.INT32, 1));
    byte[] bucket = {1, 0, 0, 0, 1, 1, 'a', 4, 2, 0, 1, 0, 0, 0, 0, 0};
    MalformedDataException e =
        assertThrows(
            MalformedDataException.class, () -> ColumnRecord.readBucket(bucket, 0, bucket.length));
    assertTrue(e.getMessage().contains("unknown flags of field a: 2"), e.getMessage());
  }
}
