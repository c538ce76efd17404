package io.placed.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void columnsAlignByTheCellsOfATerminal() {
    Table table = Table.of("name", ">n");
    table.add("日本", "1");
    table.add("e\u0301t\u00e9", "22");
    table.add("abcdef", "333");
    assertEquals(
        """
        name      n
        日本      1
        e\u0301t\u00e9      22
        abcdef  333
        """,
        table.toString());
  }

  @Test
  void longValuesEndInAnEllipsisWithinTheWidth() {
    Table table = Table.of("v").maxWidth(5);
    table.add("abcdef");
    table.add("日本語");
    table.add("abcde");
    table.add("a\tb\u0301c");
    assertEquals("v\nabcd…\n日本…\nabcde\na␣b\u0301c\n", table.toString());
  }
}
