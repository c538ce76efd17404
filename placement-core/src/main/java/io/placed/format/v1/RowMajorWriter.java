package io.placed.format.v1;

import io.placed.bytes.ByteWriter;
import io.placed.bytes.LittleEndian;
import io.placed.schema.Type;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import java.util.List;

/** Writes the columns of one logical subset row by row (stride 1). */
public final class RowMajorWriter {
  private RowMajorWriter() {}

  /** The body of the page for rows [from, from + count) of the columns. */
  public static byte[] write(List<Column> columns, int from, int count) {
    int n = columns.size();
    int[] widths = new int[n];
    int slots = 0;
    boolean variable = false;
    for (int c = 0; c < n; c++) {
      widths[c] = RowMajorLayout.width(columns.get(c).type());
      variable |= widths[c] == 0;
      slots += widths[c] == 0 ? 4 : widths[c];
    }
    int missing = RowMajorLayout.missingBytes(n);
    ByteWriter out = new ByteWriter(16 + n + count * (slots + missing + (variable ? 4 : 0)));
    out.u32(count).u16(n);
    for (int width : widths) {
      out.u8(width);
    }
    int starts = out.size();
    if (variable) {
      for (int i = 0; i <= count; i++) {
        out.u32(0);
      }
    }
    int rows = out.size();
    byte[] zero = new byte[slots + missing];
    for (int i = 0; i < count; i++) {
      int row = out.size();
      out.bytes(zero, 0, zero.length);
      int slot = row + missing;
      int variableStart = out.size();
      for (int c = 0; c < n; c++) {
        Column column = columns.get(c);
        boolean present = !column.isNull(from + i);
        if (!present) {
          out.array()[row + (c >> 3)] |= (byte) (1 << (c & 7));
        }
        if (widths[c] == 0) {
          if (present) {
            value(column, from + i, out, true);
          }
          LittleEndian.putInt(out.array(), slot, out.size() - variableStart);
          slot += 4;
        } else {
          if (present) {
            fixed(column, from + i, out.array(), slot);
          }
          slot += widths[c];
        }
      }
      if (variable) {
        LittleEndian.putInt(out.array(), starts + 4 * (i + 1), out.size() - rows);
      }
    }
    return out.toBytes();
  }

  private static void fixed(Column column, int i, byte[] to, int at) {
    if (column instanceof IntColumn c) {
      int v = c.get(i);
      switch (RowMajorLayout.width(c.type())) {
        case 1 -> to[at] = (byte) v;
        case 2 -> {
          to[at] = (byte) v;
          to[at + 1] = (byte) (v >> 8);
        }
        default -> LittleEndian.putInt(to, at, v);
      }
    } else if (column instanceof LongColumn c) {
      LittleEndian.putLong(to, at, c.get(i));
    } else if (column instanceof FloatColumn c) {
      LittleEndian.putInt(to, at, Float.floatToRawIntBits(c.get(i)));
    } else if (column instanceof DoubleColumn c) {
      LittleEndian.putLong(to, at, Double.doubleToRawLongBits(c.get(i)));
    } else if (column instanceof Int128Column c) {
      LittleEndian.putLong(to, at, c.low()[i]);
      LittleEndian.putLong(to, at + 8, c.high()[i]);
    } else {
      to[at] = (byte) (((BooleanColumn) column).get(i) ? 1 : 0);
    }
  }

  /**
   * A non-null value of any type; the outermost string needs no length, since its slot has the end.
   */
  private static void value(Column column, int i, ByteWriter out, boolean outermost) {
    if (column instanceof BytesColumn b) {
      if (!outermost) {
        out.varint(b.lengths()[i]);
      }
      out.bytes(b.arena(), b.starts()[i], b.lengths()[i]);
    } else if (column instanceof StructColumn s) {
      int missing = out.size();
      for (int k = 0; k < RowMajorLayout.missingBytes(s.children().size()); k++) {
        out.u8(0);
      }
      for (int k = 0; k < s.children().size(); k++) {
        part(s.child(k), i, k, missing, out);
      }
    } else if (column instanceof ListColumn l) {
      out.varint(l.length(i));
      parts(l.elements(), l.start(i), l.length(i), out);
    } else if (column instanceof MapColumn m) {
      out.varint(m.length(i));
      for (int k = 0; k < m.length(i); k++) {
        value(m.keys(), m.start(i) + k, out, false);
      }
      parts(m.values(), m.start(i), m.length(i), out);
    } else {
      Type type = column.type();
      int width = RowMajorLayout.width(type);
      for (int k = 0; k < width; k++) {
        out.u8(0);
      }
      fixed(column, i, out.array(), out.size() - width);
    }
  }

  private static void parts(Column column, int start, int count, ByteWriter out) {
    int missing = out.size();
    for (int k = 0; k < RowMajorLayout.missingBytes(count); k++) {
      out.u8(0);
    }
    for (int k = 0; k < count; k++) {
      part(column, start + k, k, missing, out);
    }
  }

  private static void part(Column column, int i, int bit, int missing, ByteWriter out) {
    if (column.isNull(i)) {
      out.array()[missing + (bit >> 3)] |= (byte) (1 << (bit & 7));
    } else {
      value(column, i, out, false);
    }
  }
}
