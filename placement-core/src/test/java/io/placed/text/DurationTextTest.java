package io.placed.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
  @Test
  void aNumberAndAUnit() {
    assertEquals(Duration.ofDays(7), DurationText.parse("7d"));
    assertEquals(Duration.ofHours(12), DurationText.parse(" 12 h "));
    assertEquals(Duration.ofMinutes(30), DurationText.parse("30m"));
    assertEquals(Duration.ofSeconds(5), DurationText.parse("5s"));
    assertEquals(Duration.ZERO, DurationText.parse("0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7", "7w", "-1d", "1.5h", "1h30m", "P7D", "1234567s"})
  void anythingElseIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> DurationText.parse(text));
  }
}
