package io.placed.spark.read.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.table.source.FileChoice;
import java.io.IOException;
import java.time.OffsetDateTime;
import java.util.HashMap;
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

  private static long asOf(Map<String, String> options, String session) {
    Map<String, String> all = new HashMap<>(options);
    all.put("timestampAsOf", "2020-01-01T12:00:00");
    return SourceOptions.moment(new CaseInsensitiveStringMap(all), session).asOfMillis();
  }

  /** Those that java.time does not know, too. */
  @Test
  void timeZonesAreThoseOfSpark() throws Exception {
    Map<String, String> offsets =
        Map.of("UTC", "Z", "PST", "-08:00", "JST", "+09:00", "+8:00", "+08:00", "-7:3", "-07:03");
    offsets.forEach(
        (zone, offset) -> {
          long expected =
              OffsetDateTime.parse("2020-01-01T12:00:00" + offset).toEpochSecond() * 1000;
          assertEquals(expected, asOf(Map.of(), zone), zone);
          assertEquals(expected, asOf(Map.of("timezone", zone), "Europe/Berlin"), zone);
          assertEquals(expected, SourceOptions.millis("2020-01-01 12:00:00", zone), zone);
        });
    Map<String, String> modified =
        Map.of("modifiedAfter", "2020-01-01T12:00:00", "timeZone", "CST");
    FileChoice after = choice(modified);
    assertEquals(
        choice(Map.of("modifiedAfter", "2020-01-01T18:00:00")).modifiedAfter(),
        after.modifiedAfter());
  }

  @Test
  void wrongTimeZonesAreNamed() {
    String option =
        assertThrows(
                IllegalArgumentException.class, () -> asOf(Map.of("timeZone", "Europa/Berlin"), ""))
            .getMessage();
    assertTrue(option.startsWith("option timeZone: 'Europa/Berlin' is no time zone"), option);
    String ofFiles =
        assertThrows(
                IllegalArgumentException.class,
                () -> choice(Map.of("modifiedBefore", "2020-01-01T12:00:00", "timeZone", "+25:00")))
            .getMessage();
    assertTrue(ofFiles.startsWith("option timeZone: '+25:00' is no time zone"), ofFiles);
    String session =
        assertThrows(IllegalArgumentException.class, () -> asOf(Map.of(), "Berlin")).getMessage();
    assertTrue(session.startsWith("spark.sql.session.timeZone: 'Berlin' is no time"), session);
  }
}
