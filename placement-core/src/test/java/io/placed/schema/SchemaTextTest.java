package io.placed.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Names in the text of schemas, which the log of a table has. */
class SchemaTextTest {
  /** The writer's JDK may know letters that the reader's does not. */
  @Test
  void lettersOfALaterUnicode() {
    char letter = '\uABFF'; // No version has it yet.
    assertEquals(Character.UNASSIGNED, Character.getType(letter));
    for (String name : new String[] {"" + letter, "x" + letter + "1"}) {
      Schema schema = Schema.parse(name + "#1: int32 not null, s#2: struct<" + name + "#3: date>");
      assertEquals(name, schema.field(0).name());
      assertEquals(schema, Schema.parse(schema.toString()));
    }
  }

  @Test
  void otherCharactersNeedQuotes() {
    for (String name : new String[] {"a\u00A0", "x²", "a-b", "\uD800"}) {
      assertThrows(IllegalArgumentException.class, () -> Schema.parse(name + ": int32"), name);
    }
  }
}
