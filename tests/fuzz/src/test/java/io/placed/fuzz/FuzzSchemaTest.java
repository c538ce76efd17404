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
    Schema schema = Documented.parsed(() -> Schema.parse(text));
    if (schema != null) {
      assertEquals(schema, Schema.parse(schema.toString()), text);
    }
    Type type = Documented.parsed(() -> Type.parse(text));
    if (type != null) {
      assertEquals(type, Type.parse(type.toString()), text);
    }
  }
}
