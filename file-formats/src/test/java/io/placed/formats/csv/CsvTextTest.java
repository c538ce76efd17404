package io.placed.formats.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import org.junit.jupiter.api.Test;

class CsvTextTest {
  /** Readers skip a byte order mark at the start of a file, also of one that others wrote. */
  @Test
  void aByteOrderMarkInFrontOfATextIsQuoted() {
    Batch rows = Batch.of(Schema.of(Field.of("\uFEFFa", Type.STRING)));
    rows.appendRow("\uFEFFx");
    rows.appendRow("y\uFEFF");
    CsvText text = new CsvText(CsvDialect.STANDARD);
    assertEquals("\"\uFEFFa\"\n", text.header(rows.schema()).toString());
    assertEquals("\"\uFEFFx\"\ny\uFEFF\n", text.rows(rows, 0, 2).toString());
  }
}
