package io.placed.spark.read.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.placed.table.source.FileChoice;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

class SourceOptionsTest {
  private static FileChoice choice(Map<String, String> options) throws IOException {
    return SourceOptions.choice(new CaseInsensitiveStringMap(options), "UTC");
  }

  /** Only of all files does the log know how many there are: others are read and counted. */
  @Test
  void withoutOptionsAllFilesAreChosen() throws Exception {
    assertEquals(FileChoice.ALL, choice(Map.of()));
    for (String option : List.of("pathGlobFilter", "modifiedBefore", "modifiedAfter")) {
      assertNotEquals(FileChoice.ALL, choice(Map.of(option, "2020-01-01T00:00:00")), option);
    }
  }
}
