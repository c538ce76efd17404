package io.placed.format.v1;

import io.placed.bytes.ByteReader;
import io.placed.bytes.LittleEndian;
import io.placed.error.MalformedDataException;
import io.placed.schema.Field;
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

/** Reads single columns of a row-major page without the types of the others. */
public final class RowMajorReader {
  private final byte[] bytes;
  private final int end;
  private final int rows;
  private final int[] slots;
  private final int[] widths;

  /** Per column the previous one with a variable part, or -1. */
  private final int[] previousVariable;

  private final int missing;
  private final int rowBytes;
  private final int starts;
  private final int firstRow;
  private final int variableBytes;
  private final int length;
  private long elementBits;

  private RowMajorReader(byte[] bytes, int offset, int length, int expectedRows) {
    this.bytes = bytes;
    this.end = offset + length;
    this.length = length;
    ByteReader in = new ByteReader(bytes, offset, length);
    rows = in.u32();
    if (rows != expectedRows) {
      throw new MalformedDataException("a page has " + rows + " rows, expected " + expectedRows);
    }
    int columns = in.u16();
    missing = RowMajorLayout.missingBytes(columns);
    widths = new int[columns];
    slots = new int[columns];
    previousVariable = new int[columns];
    int slot = missing;
    boolean variable = false;
    int previous = -1;
    for (int c = 0; c < columns; c++) {
      previousVariable[c] = previous;
      widths[c] = in.u8();
      if (widths[c] > 16) {
        throw new MalformedDataException(
            "column " + c + " has slots of " + widths[c] + " bytes, at most 16 are allowed");
      }
      if (widths[c] == 0) {
        variable = true;
        previous = c;
      }
      slots[c] = slot;
      slot += widths[c] == 0 ? 4 : widths[c];
    }
    rowBytes = slot;
    long head = variable ? 4L * (rows + 1L) : 0;
    if (head > in.remaining() || (long) rows * rowBytes > in.remaining() - head) {
      throw new MalformedDataException(
          rows + " rows of " + rowBytes + " bytes do not fit into " + in.remaining() + " bytes");
    }
    starts = variable ? in.position() : -1;
    firstRow = in.position() + (int) head;
    variableBytes = end - firstRow;
    if (!variable && (long) rows * rowBytes != variableBytes) {
      throw new MalformedDataException(
          rows
              + " rows of "
              + rowBytes
              + " bytes do not match the "
              + variableBytes
              + " bytes of the page");
    }
    if (variable
        && (LittleEndian.getInt(bytes, starts) != 0
            || LittleEndian.getInt(bytes, starts + 4 * rows) != variableBytes)) {
      throw new MalformedDataException("the rows do not fill the page");
    }
  }

  public static RowMajorReader open(byte[] bytes, int offset, int length, int expectedRows) {
    return new RowMajorReader(bytes, offset, length, expectedRows);
  }

  /** Appends the values [from, from + count) of the column at this position of the group. */
  public void decode(int position, int from, int count, Column target) {
    if (position >= widths.length || widths[position] != RowMajorLayout.width(target.type())) {
      throw new MalformedDataException(
          "the page has no column of type " + target.type() + " at position " + position);
    }
    elementBits = 0;
    for (int i = from; i < from + count; i++) {
      int row = rowStart(i);
      if ((bytes[row + (position >> 3)] >> (position & 7) & 1) != 0) {
        target.appendNull();
        continue;
      }
      int slot = row + slots[position];
      if (widths[position] > 0) {
        fixed(target, slot);
        continue;
      }
      int variable = row + rowBytes;
      int valueEnd = LittleEndian.getInt(bytes, slot);
      int valueStart = previousEnd(position, row);
      if (valueStart < 0 || valueEnd < valueStart || valueEnd > rowStart(i + 1) - variable) {
        throw new MalformedDataException("row " + i + ": a value ends outside the row");
      }
      if (target instanceof BytesColumn b) {
        b.append(bytes, variable + valueStart, valueEnd - valueStart);
      } else {
        ByteReader in = new ByteReader(bytes, variable + valueStart, valueEnd - valueStart);
        value(target, in);
        in.end("a nested value");
      }
    }
  }

  private int rowStart(int i) {
    if (starts < 0) {
      return firstRow + i * rowBytes;
    }
    int at = LittleEndian.getInt(bytes, starts + 4 * i);
    int limit = i == rows ? variableBytes : variableBytes - rowBytes;
    if (at < 0 || at > limit) {
      throw new MalformedDataException("row " + i + " starts outside the page");
    }
    return firstRow + at;
  }

  private int previousEnd(int position, int row) {
    int c = previousVariable[position];
    return c < 0 ? 0 : LittleEndian.getInt(bytes, row + slots[c]);
  }

  private void fixed(Column target, int at) {
    ByteReader in = new ByteReader(bytes, at, 16 <= end - at ? 16 : end - at);
    value(target, in);
  }

  private void value(Column target, ByteReader in) {
    if (target instanceof IntColumn c) {
      c.append(
          switch (RowMajorLayout.width(c.type())) {
            case 1 -> (byte) in.u8();
            case 2 -> (short) in.u16();
            default -> in.u32();
          });
    } else if (target instanceof LongColumn c) {
      c.append(in.u64());
    } else if (target instanceof FloatColumn c) {
      c.append(Float.intBitsToFloat(in.u32()));
    } else if (target instanceof DoubleColumn c) {
      c.append(Double.longBitsToDouble(in.u64()));
    } else if (target instanceof Int128Column c) {
      long low = in.u64();
      c.append(in.u64(), low);
    } else if (target instanceof BooleanColumn c) {
      c.append(in.u8() != 0);
    } else if (target instanceof BytesColumn c) {
      c.append(in.bytes(in.varint("length of a value", in.remaining())));
    } else if (target instanceof StructColumn s) {
      byte[] gone = in.bytes(RowMajorLayout.missingBytes(s.children().size()));
      for (int k = 0; k < s.children().size(); k++) {
        part(s.child(k), gone, k, in);
      }
      s.endRow();
    } else if (target instanceof ListColumn l) {
      parts(l.elements(), count(in, l), in);
      l.endList();
    } else if (target instanceof MapColumn m) {
      int count = count(in, m);
      for (int k = 0; k < count; k++) {
        value(m.keys(), in);
      }
      parts(m.values(), count, in);
      m.endMap();
    }
  }

  /** An element takes at least its validity bit. */
  private int count(ByteReader in, Column target) {
    long max = in.remaining() * 8L;
    int count = in.varint("number of elements", (int) Math.min(max, Integer.MAX_VALUE - 8));
    for (Field part : target.type().children()) {
      elementBits += count * ElementMemory.bitsWithFields(part.type());
    }
    ElementMemory.check(ElementMemory.excess(elementBits / 8, length));
    return count;
  }

  private void parts(Column target, int count, ByteReader in) {
    byte[] gone = in.bytes(RowMajorLayout.missingBytes(count));
    for (int k = 0; k < count; k++) {
      part(target, gone, k, in);
    }
  }

  private void part(Column target, byte[] gone, int bit, ByteReader in) {
    if ((gone[bit >> 3] >> (bit & 7) & 1) != 0) {
      target.appendNull();
    } else {
      value(target, in);
    }
  }
}
