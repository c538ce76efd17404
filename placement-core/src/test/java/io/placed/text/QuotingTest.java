package io.placed.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotingTest {
  @Test
  void columnsAreSeparatedByCommas() {
    assertEquals(List.of("a", "b c", "d"), Quoting.columns("a, b c ,d"));
    assertEquals(List.of("a,b", "c`d", " e"), Quoting.columns("`a,b`, c`d ,` e`"));
    assertEquals(List.of("`,`", "x", ""), Quoting.columns("```,```,`x` ,"));
    assertEquals(List.of(""), Quoting.columns(""));
    assertEquals(List.of("l".repeat(100_000)), Quoting.columns("`" + "l".repeat(100_000) + "`"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"`a", "a,`b,c", "`a`b", "`a``", "`"})
  void backticksHaveToEnd(String list) {
    String found =
        assertThrows(IllegalArgumentException.class, () -> Quoting.columns(list)).getMessage();
    assertTrue(found.startsWith("a name in backticks has to end with one"), found);
  }

  @Test
  void whatIsWrittenIsRead() {
    List<String> names =
        List.of("a", "dep-time", "a,b", "`", "x`y", " z", "z ", "", "line\nbreak", "a`,`b", "é");
    String list = Quoting.columns(names);
    assertEquals("a,dep-time,`a,b`,````,x`y,` z`,`z `,,line\nbreak,`a``,``b`,é", list);
    assertEquals(names, Quoting.columns(list));
  }
}
