package io.placed.format.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.bytes.LittleEndian;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The specification of the format agrees with the code. */
class FormatDocumentTest {
  private final String page = read();
  private final String prose = page.replaceAll("\\s+", " ");

  private static String read() {
    try {
      return Files.readString(Path.of("..", "docs", "spec", "file.md"));
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
    assertTrue(prose.contains("at most " + FormatV1.MAX_BOUND_BYTES + ":"));
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
}
