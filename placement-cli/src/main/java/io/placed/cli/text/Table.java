package io.placed.cli.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Text in columns, as wide as their widest value. */
public final class Table {
  private final String[] names;
  private final boolean[] right;
  private final List<String[]> rows = new ArrayList<>();
  private int maxWidth = Integer.MAX_VALUE;

  /**
   * @param names of the columns
   * @param right which columns have their values at the right edge
   */
  public Table(List<String> names, List<Boolean> right) {
    this.names = names.toArray(String[]::new);
    this.right = new boolean[this.names.length];
    for (int i = 0; i < this.right.length; i++) {
      this.right[i] = right.get(i);
    }
  }

  /** A name that starts with {@code >} stands for a column with its values at the right edge. */
  public static Table of(String... names) {
    return new Table(
        Stream.of(names).map(n -> n.startsWith(">") ? n.substring(1) : n).toList(),
        Stream.of(names).map(n -> n.startsWith(">")).toList());
  }

  /** Cuts longer texts. */
  public Table maxWidth(int characters) {
    maxWidth = characters;
    return this;
  }

  public void add(String... values) {
    if (values.length != names.length) {
      throw new IllegalArgumentException(
          names.length + " values are needed, found " + Arrays.toString(values));
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
        widths[i] = Math.max(widths[i], width(row[i]));
      }
    }
    StringBuilder out = new StringBuilder();
    for (String[] row : all) {
      int start = out.length();
      for (int i = 0; i < row.length; i++) {
        String pad = " ".repeat(widths[i] - width(row[i]));
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
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .limit(maxWidth == Integer.MAX_VALUE ? Long.MAX_VALUE : maxWidth + 1L)
        .forEach(c -> out.appendCodePoint(Character.isISOControl(c) ? '␣' : c));
    if (width(out) > maxWidth) {
      out.setLength(out.offsetByCodePoints(0, maxWidth - 1));
      out.append('…');
    }
    return out.toString();
  }

  private static int width(CharSequence text) {
    return Character.codePointCount(text, 0, text.length());
  }
}
