package io.placed.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Text in columns that are as wide as their widest value. Widths are those of a terminal: {@link
 * Cells}.
 */
public final class Table {
  private final String[] names;
  private final boolean[] right;
  private final List<String[]> rows = new ArrayList<>();
  private int maxWidth = Integer.MAX_VALUE;

  /**
   * @param names of the columns
   * @param right which columns are right-aligned
   */
  public Table(List<String> names, List<Boolean> right) {
    this.names = names.toArray(String[]::new);
    this.right = new boolean[this.names.length];
    for (int i = 0; i < this.right.length; i++) {
      this.right[i] = right.get(i);
    }
  }

  /** A name that starts with {@code >} stands for a right-aligned column. */
  public static Table of(String... names) {
    return new Table(
        Stream.of(names).map(n -> n.startsWith(">") ? n.substring(1) : n).toList(),
        Stream.of(names).map(n -> n.startsWith(">")).toList());
  }

  /** Truncates longer values. */
  public Table maxWidth(int cells) {
    maxWidth = cells;
    return this;
  }

  public void add(String... values) {
    if (values.length != names.length) {
      throw new IllegalArgumentException(
          "expected " + names.length + " values, found " + Arrays.toString(values));
    }
    rows.add(values.clone());
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  @Override
  public String toString() {
    int[] widths = new int[names.length];
    List<String[]> all = new ArrayList<>();
    all.add(names);
    all.addAll(rows);
    for (String[] row : all) {
      for (int i = 0; i < row.length; i++) {
        row[i] = shown(row[i]);
        widths[i] = Math.max(widths[i], Cells.of(row[i]));
      }
    }
    StringBuilder out = new StringBuilder();
    for (String[] row : all) {
      int start = out.length();
      for (int i = 0; i < row.length; i++) {
        String pad = " ".repeat(widths[i] - Cells.of(row[i]));
        out.append(i == 0 ? "" : "  ");
        out.append(right[i] ? pad + row[i] : row[i] + pad);
      }
      int end = out.length();
      while (end > start && out.charAt(end - 1) == ' ') {
        end--;
      }
      out.setLength(end);
      out.append('\n');
    }
    return out.toString();
  }

  private String shown(String text) {
    StringBuilder printable = new StringBuilder(text.length());
    text.codePoints().forEach(c -> printable.appendCodePoint(Character.isISOControl(c) ? '␣' : c));
    String shown = printable.toString();
    return Cells.of(shown) <= maxWidth ? shown : Cells.first(shown, maxWidth - 1) + "…";
  }
}
