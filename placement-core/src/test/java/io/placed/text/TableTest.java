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

  @Test
  void everyRowOfWideCharactersHasTheSameWidth() {
    Table table = Table.of("text", ">n");
    // The text, and its cells in a terminal.
    Object[][] texts = {
      {"\u65e5\u672c", 4}, // Japan
      {"\ud55c\uae00", 4}, // Hangul, composed
      {"\u1112\u1161\u11ab", 2}, // one syllable of conjoining Hangul
      {"\uff76\uff9e", 2}, // halfwidth katakana
      {"\uff21", 2}, // fullwidth A
      {"e\u0301\u0323", 1}, // combining marks
      {"\u0928\u093f", 2}, // a spacing mark
      {"\ud83d\ude80", 2}, // rocket
      {"\u2705\u231a", 4}, // check mark, watch
      {"\u2764", 1}, // a heart as text
      {"\u2764\ufe0f", 2}, // as an emoji
      {"1\ufe0f\u20e3", 2}, // keycap
      {"\ud83d\udc4d\ud83c\udffd", 2}, // thumbs up with a skin tone
      {"\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67", 2}, // a family
      {"\ud83c\udde9\ud83c\uddea", 2}, // flag
      {"\ud83c\udde9\ud83c\uddea\ud83c\uddeb\ud83c\uddf7", 4}, // two flags
      {"a\u200db", 2}, // a joiner between letters
      {"\ud842\udfb7", 2}, // beyond the first plane
      {"\u200b", 0},
      {"abc", 3},
    };
    for (Object[] t : texts) {
      table.add((String) t[0], "1");
    }
    String[] lines = table.toString().split("\n");
    for (int i = 0; i < texts.length; i++) {
      String text = (String) texts[i][0];
      int cells = (Integer) texts[i][1];
      assertEquals(text + " ".repeat(4 - cells) + "  1", lines[i + 1], "text " + i);
    }
    Table cut = Table.of("v").maxWidth(4);
    cut.add("ab\ud83d\udc68\u200d\ud83d\udc69c");
    cut.add("a\ud83d\udc4d\ud83c\udffdbc");
    assertEquals("v\nab\u2026\na\ud83d\udc4d\ud83c\udffd\u2026\n", cut.toString());
  }
}
