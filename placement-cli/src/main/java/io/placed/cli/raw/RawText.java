package io.placed.cli.raw;

import io.placed.text.Amounts;
import io.placed.text.Markup;
import java.util.HexFormat;
import java.util.Locale;

/** A part as text: a line about it, then its bytes with the fields that they are. */
public final class RawText {
  private static final int LINE_BYTES = 16;
  private static final int MOST_VALUE = 100;
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

  private RawText() {}

  /** In the notation of the worked example of docs/spec/file.md. */
  static String of(RawPart part) {
    StringBuilder out = new StringBuilder(title(part)).append('\n');
    byte[] bytes = part.bytes();
    for (RawField f : part.fields()) {
      String about = f.name() + (f.value().isEmpty() ? "" : ": " + f.value());
      int end = Math.min(f.offset() + f.length(), bytes.length);
      boolean first = true;
      for (int at = f.offset(); at < end; at += LINE_BYTES) {
        String hex = HEX.formatHex(bytes, at, Math.min(end, at + LINE_BYTES));
        String line = String.format(Locale.ROOT, "%08x  %-47s", part.offset() + at, hex);
        out.append(first ? line + "  " + printable(about) : line.stripTrailing()).append('\n');
        first = false;
      }
      if (end < f.offset() + f.length()) {
        int from = Math.max(end, f.offset());
        int more = f.offset() + f.length() - from;
        out.append(
            String.format(
                Locale.ROOT,
                "%08x  … %s%s%n",
                part.offset() + from,
                Amounts.count(more, first ? "byte" : "more byte"),
                first ? ": " + printable(about) : ""));
      }
    }
    if (part.moreFields() > 0) {
      out.append("          … ")
          .append(Amounts.count(part.moreFields(), "more field"))
          .append('\n');
    }
    return out.toString();
  }

  private static String title(RawPart part) {
    RawPart.Place p = part.place();
    StringBuilder out = new StringBuilder("-- ").append(part.kind());
    if (p.page() != null) {
      out.append(' ').append(p.page());
    }
    if (p.rowGroup() != null) {
      out.append(" of row group ").append(p.rowGroup());
    }
    if (p.name() != null) {
      out.append(p.rowGroup() == null ? " of column " : ", column ").append(p.column());
      out.append(" (").append(printable(p.name())).append(')');
    } else if (p.columnGroup() != null) {
      out.append(", column group ").append(p.columnGroup());
    }
    if (p.node() != null && p.node() > 0) {
      out.append(", node ").append(p.node());
    }
    out.append(part.file() == 0 ? ": " : ": sibling " + part.file() + ", ");
    out.append("offset ").append(part.offset());
    out.append(", ").append(Amounts.count(part.length(), "byte"));
    RawPart.Contents c = part.contents();
    if (c != null) {
      out.append(", ").append(c.codec());
      out.append(", ").append(Amounts.count(c.rawBytes(), "byte")).append(" unpacked");
      out.append(c.encoding() == null ? "" : ", " + c.encoding());
    }
    out.append(", checksum ").append(part.checksum());
    return out.append(part.checksumMatches() ? " matches" : " DOES NOT MATCH").toString();
  }

  /** Names and values come from the file: no control characters, no endless lines. */
  private static String printable(String text) {
    StringBuilder out = new StringBuilder();
    Markup.cut(text, MOST_VALUE)
        .codePoints()
        .forEach(c -> out.appendCodePoint(Character.isISOControl(c) ? '␣' : c));
    return out.toString();
  }
}
