package io.placed.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.nio.charset.StandardCharsets;

/** The texts of schemas and types: refused in words, or printed as a text that means the same. */
class FuzzSchemaTest {
  @FuzzTest(maxDuration = "")
  void schema(byte[] data) {
    String text = new String(data, StandardCharsets.UTF_8);
    try {
      Schema schema = Schema.parse(text);
      assertEquals(schema, Schema.parse(schema.toString()), text);
    } catch (IllegalArgumentException e) {
      // Refused in words.
    }
    try {
      Type type = Type.parse(text);
      assertEquals(type, Type.parse(type.toString()), text);
    } catch (IllegalArgumentException e) {
      // Refused in words.
    }
  }
}
