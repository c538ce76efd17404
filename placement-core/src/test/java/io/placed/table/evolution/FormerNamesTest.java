package io.placed.table.evolution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.file.DataFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Entries of logs that version 0.2 wrote. */
class FormerNamesTest {
  /** The column {@code id} of the table, which was renamed, is {@code ID} in an added file. */
  @Test
  void aNewColumnIsNotWhatAFileStoresForAnother() {
    Map<String, String> names = new HashMap<>();
    names.put("key", "ID");
    names.put("id", null);
    DataFile added = DataFile.unknown("x", 1).with(Map.of(), Map.of(), names);
    Schema before = Schema.parse("key#1: int64");
    Schema after = Schema.parse("key#1: int64, ID#2: int64");
    names.put("ID", null);
    ColumnChange change = new ColumnChange.Add(List.of("ID"), Type.INT64, ColumnChange.LAST);
    assertEquals(names, EvolvedColumns.restate(added, before, after, change).names());
    assertEquals(names, SchemaMerge.restate(added, before, after).names());
  }
}
