package io.placed.picture.map;

import io.placed.scan.FileMap;
import io.placed.scan.FileReader;
import io.placed.scan.RowGroupInfo;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.BoundText;
import io.placed.statistics.ColumnStatistics;
import io.placed.text.Amounts;
import io.placed.text.Ranges;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The tooltip of a shape of one table file. */
final class ShapeText {
  private static final int MAX_NAMES = 8;
  private static final int MAX_VALUE = 60;

  private final FileReader reader;
  private final FileMap map;
  private final Schema schema;
  private final List<RowGroupInfo> rowGroups;

  /** Number of shapes whose encodings may still be read. */
  private int encodings;

  private boolean withoutEncoding;
  private final Map<String, String> known = new HashMap<>();

  /**
   * @param encodings maximum number of pages that are read for their encodings
   */
  ShapeText(FileReader reader, FileMap map, int encodings) throws IOException {
    this.reader = reader;
    this.map = map;
    this.schema = reader.schema();
    this.rowGroups = reader.rowGroups();
    this.encodings = encodings;
  }

  /** Whether the encodings of some shapes are unknown. */
  boolean withoutEncoding() {
    return withoutEncoding;
  }

  int encodingsLeft() {
    return encodings;
  }

  /** For metadata of the file. */
  static String about(FileMap.Extent e) {
    String what =
        switch (e.kind()) {
          case HEADER -> "header";
          case METADATA -> "footer: user metadata";
          case COLUMNS -> "footer: columns";
          case INDEX -> "footer: page index";
          case STATISTICS -> "footer: statistics";
          case ROOT -> "footer: root";
          case TAIL -> "tail";
          case PAGES, DICTIONARY -> throw new IllegalArgumentException("data: " + e);
        };
    return what + "\n" + place(e.offset(), e.length());
  }

  /** For pages of one column, or of one column group with shared pages. */
  String chunk(FileMap.Extent e, boolean page) throws IOException {
    RowGroupInfo group = rowGroups.get(e.rowGroup());
    int all = (group.rows() + group.pageRows() - 1) / group.pageRows();
    StringBuilder out = new StringBuilder();
    Field field = e.column() < 0 ? null : schema.field(e.column());
    out.append(
        field == null
            ? names(map.groups().get(e.group()))
            : field.name() + " (" + shortened(field.type().toString()) + ")");
    out.append("\ncolumn group ").append(e.group());
    out.append(", row group ").append(e.rowGroup()).append(" of ").append(rowGroups.size());
    if (page && e.firstPage() < 0) {
      out.append(", dictionary");
    } else {
      int first = Math.max(0, e.firstPage());
      out.append(page ? ", page " + first : pages(first, e.pages()));
      out.append(" of ").append(all);
    }
    out.append('\n').append(place(e.offset(), e.length()));
    out.append(" (").append(Amounts.bytes(e.rawBytes())).append(" before compression)");
    if (field != null) {
      out.append(encoding(e, field.name()));
      ColumnStatistics s =
          !page
              ? reader.rowGroupStatistics(e.rowGroup(), field.name())
              : e.firstPage() < 0
                  ? null
                  : reader.pageStatistics(e.rowGroup(), e.firstPage(), field.name());
      out.append(s == null ? "" : "\n" + statistics(field.type(), s));
    } else {
      out.append("\nrow-major\nrows ").append(Amounts.count(group.rows()));
    }
    return out.toString();
  }

  private static String pages(int first, int count) {
    return count <= 1 ? ", page " + first : ", pages " + first + "–" + (first + count - 1);
  }

  /** For several chunks that are drawn as one shape. */
  String several(List<FileMap.Extent> extents) {
    TreeSet<Integer> columns = new TreeSet<>();
    TreeSet<Integer> groups = new TreeSet<>();
    TreeSet<Integer> inRowGroups = new TreeSet<>();
    long bytes = 0;
    for (FileMap.Extent e : extents) {
      inRowGroups.add(e.rowGroup());
      groups.add(e.group());
      columns.addAll(e.column() < 0 ? map.groups().get(e.group()) : List.of(e.column()));
      bytes += e.length();
    }
    return Amounts.count(columns.size(), "column")
        + ": "
        + names(List.copyOf(columns))
        + "\ncolumn group"
        + (groups.size() == 1 ? " " : "s ")
        + Ranges.text(groups)
        + ", row group"
        + (inRowGroups.size() == 1 ? " " : "s ")
        + Ranges.text(inRowGroups)
        + " of "
        + rowGroups.size()
        + "\n"
        + place(extents.get(0).offset(), bytes);
  }

  private String encoding(FileMap.Extent e, String column) throws IOException {
    int page = Math.max(0, e.firstPage());
    String key = e.rowGroup() + "/" + page + "/" + column;
    String text = known.get(key);
    if (text == null) {
      if (encodings == 0) {
        withoutEncoding = true;
        return "";
      }
      encodings--;
      text = reader.encoding(e.rowGroup(), page, column);
      known.put(key, text);
    }
    return "\nencoding " + shortened(text);
  }

  private String names(List<Integer> columns) {
    List<String> names =
        columns.stream()
            .limit(MAX_NAMES)
            .map(c -> c < schema.size() ? shortened(schema.field(c).name()) : "?")
            .toList();
    int more = columns.size() - names.size();
    return String.join(", ", names) + (more > 0 ? " and " + Amounts.count(more) + " more" : "");
  }

  static String statistics(Type type, ColumnStatistics s) {
    StringBuilder out = new StringBuilder();
    out.append("rows ").append(Amounts.count(s.valueCount()));
    out.append(", nulls ").append(Amounts.count(s.nullCount()));
    if (s.nanCount() > 0) {
      out.append(", NaN ").append(Amounts.count(s.nanCount()));
    }
    if (s.min() != null) {
      out.append("\nmin ").append(shortened(BoundText.of(type, s.min())));
    }
    if (s.max() != null) {
      out.append("\nmax ").append(shortened(BoundText.of(type, s.max())));
    }
    return out.toString();
  }

  private static String place(long offset, long length) {
    return "%s at %s".formatted(Amounts.bytes(length), Amounts.count(offset));
  }

  private static String shortened(String text) {
    return text.codePointCount(0, text.length()) <= MAX_VALUE
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MAX_VALUE - 1)) + "…";
  }
}
