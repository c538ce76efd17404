package io.placed.scan.decode;

import io.placed.encoding.PageDecoder;
import io.placed.encoding.derived.DerivedParent;
import io.placed.scan.fetch.ScanMemory;
import io.placed.scan.request.ReadRequest;
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
import io.placed.vector.match.ValueMatch;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** The kinds of column decoders. */
final class ColumnDecoders {
  private ColumnDecoders() {}

  /** A column that the file does not have. */
  record Missing() implements ColumnDecoder {
    @Override
    public void decode(int rowGroup, int page, int from, int count, Column target) {
      for (int i = 0; i < count; i++) {
        target.appendNull();
      }
    }

    @Override
    public boolean select(RowSpan span, SelectedRows selected, Column target) {
      decode(span.rowGroup(), span.page(), 0, selected.count(), target);
      return true;
    }
  }

  /** A constant column; see {@link ReadRequest#constants}. */
  record Constant(Object value) implements ColumnDecoder {
    @Override
    public void decode(int rowGroup, int page, int from, int count, Column target) {
      for (int i = 0; i < count; i++) {
        append(target);
      }
    }

    @Override
    public boolean select(RowSpan span, SelectedRows selected, Column target) {
      decode(span.rowGroup(), span.page(), 0, selected.count(), target);
      return true;
    }

    private void append(Column target) {
      if (value == null) {
        target.appendNull();
      } else if (target instanceof BooleanColumn c) {
        c.append((Long) value != 0);
      } else if (target instanceof IntColumn c) {
        c.append(((Long) value).intValue());
      } else if (target instanceof LongColumn c) {
        c.append((Long) value);
      } else if (target instanceof FloatColumn c) {
        c.append(((Double) value).floatValue());
      } else if (target instanceof DoubleColumn c) {
        c.append((Double) value);
      } else if (target instanceof Int128Column c) {
        c.append((BigInteger) value);
      } else if (target instanceof BytesColumn c) {
        byte[] bytes = (byte[]) value;
        if (c.size() == 0) {
          c.append(bytes);
        } else {
          int i = c.size();
          c.setSize(i + 1);
          c.starts()[i] = c.starts()[i - 1];
          c.lengths()[i] = bytes.length;
        }
      } else {
        throw new IllegalArgumentException(
            "a column of type " + target.type() + " cannot be a constant");
      }
    }
  }

  /** A leaf node in its stored type. */
  record Leaf(NodeReader node, StoredPage stored, List<ParentDecoder> parents)
      implements ColumnDecoder {
    /**
     * @param parents decoders of the parent columns, in the order of the derivation; empty for most
     *     columns
     */
    Leaf(NodeReader node, List<ParentDecoder> parents) {
      this(node, new StoredPage(node), parents);
    }

    @Override
    public void decode(int rowGroup, int page, int from, int count, Column target)
        throws IOException {
      PageDecoder decoder = node.page(rowGroup, page);
      node.requireValues(rowGroup, page, count);
      // A page of a derived column may store its values directly.
      List<DerivedParent> values = decoder.isDerived() ? new ArrayList<>() : List.of();
      if (decoder.isDerived()) {
        for (ParentDecoder p : parents) {
          values.add(p.values(rowGroup, page, from, count));
        }
      }
      try {
        if (decoder.isDerived()) {
          decoder.decodeDerived(from, count, values, target);
        } else {
          decoder.decode(from, count, target);
        }
      } catch (RuntimeException e) {
        throw node.malformed(rowGroup, page, e);
      }
    }

    @Override
    public boolean test(RowSpan span, ValueMatch match, boolean negated, long[] rows, long[] out)
        throws IOException {
      return stored.test(span, match, negated, rows, out);
    }

    @Override
    public boolean testPresence(RowSpan span, boolean present, long[] rows, long[] out)
        throws IOException {
      return stored.testPresence(span, present, rows, out);
    }

    @Override
    public boolean select(RowSpan span, SelectedRows selected, Column target) throws IOException {
      return stored.select(span, selected, target);
    }
  }

  /** Decodes the stored type and converts to the requested one. */
  static final class Converted implements ColumnDecoder {
    private final ColumnDecoder stored;
    private final Column buffer;
    private final ColumnConverter converter;

    Converted(ColumnDecoder stored, Type storedType, ColumnConverter converter) {
      this.stored = stored;
      this.buffer = Column.of(storedType);
      this.converter = converter;
    }

    @Override
    public void decode(int rowGroup, int page, int from, int count, Column target)
        throws IOException {
      buffer.clear();
      stored.decode(rowGroup, page, from, count, buffer);
      converter.append(buffer, 0, count, target);
    }

    @Override
    public boolean select(RowSpan span, SelectedRows selected, Column target) throws IOException {
      buffer.clear();
      if (!stored.select(span, selected, buffer)) {
        return false;
      }
      converter.append(buffer, 0, selected.count(), target);
      return true;
    }
  }

  /** A column of a row-major group in its stored type. */
  record RowMajor(GroupReader group, int position) implements ColumnDecoder {
    @Override
    public void decode(int rowGroup, int page, int from, int count, Column target)
        throws IOException {
      group.decode(rowGroup, page, position, from, count, target);
    }
  }

  /** A struct: its validity, and its requested fields. */
  record Struct(NodeReader node, List<ColumnDecoder> fields) implements ColumnDecoder {
    @Override
    public void decode(int rowGroup, int page, int from, int count, Column target)
        throws IOException {
      node.requireValues(rowGroup, page, count);
      StructColumn struct = (StructColumn) target;
      int start = struct.size();
      for (int k = 0; k < fields.size(); k++) {
        fields.get(k).decode(rowGroup, page, from, count, struct.child(k));
      }
      struct.setSize(start + count);
      PageDecoder decoder = node.page(rowGroup, page);
      try {
        decoder.decodeValidity(from, count, struct);
      } catch (RuntimeException e) {
        throw node.malformed(rowGroup, page, e);
      }
    }
  }

  /**
   * A list or map. Its elements do not start at vector boundaries, so a page is decoded completely
   * when its first row is needed, and returned in parts.
   */
  static final class Repeated extends ScanMemory.Holder implements ColumnDecoder {
    private final NodeReader node;
    private final List<ColumnDecoder> children;
    private final ScanMemory memory;
    private Column whole;
    private int wholeRowGroup = -1;
    private int wholePage = -1;

    Repeated(NodeReader node, List<ColumnDecoder> children, Type wanted, ScanMemory memory) {
      this.node = node;
      this.children = children;
      this.memory = memory;
      this.whole = Column.of(wanted);
    }

    @Override
    public void release() {
      whole = Column.of(whole.type());
      wholePage = -1;
    }

    @Override
    public void decode(int rowGroup, int page, int from, int count, Column target)
        throws IOException {
      node.requireValues(rowGroup, page, count);
      if (wholeRowGroup != rowGroup || wholePage != page) {
        wholePage = -1;
        memory.drop(this);
        decodePage(rowGroup, page);
        wholeRowGroup = rowGroup;
        wholePage = page;
        memory.hold(this, whole.memoryBytes());
      }
      target.appendRange(whole, from, count);
    }

    private void decodePage(int rowGroup, int page) throws IOException {
      PageDecoder decoder = node.page(rowGroup, page);
      int rows = node.values(rowGroup, page);
      whole.clear();
      whole.setSize(rows);
      int[] offsets = whole instanceof ListColumn l ? l.offsets() : ((MapColumn) whole).offsets();
      try {
        decoder.decodeLengths(0, rows, offsets, 1);
        decoder.decodeValidity(0, rows, whole);
      } catch (RuntimeException e) {
        throw node.malformed(rowGroup, page, e);
      }
      long sum = 0;
      for (int i = 1; i <= rows; i++) {
        if (offsets[i] < 0 || (sum += offsets[i]) > Integer.MAX_VALUE - 8) {
          throw node.malformed(
              rowGroup,
              page,
              new IllegalArgumentException("the lengths of lists are negative or too large"));
        }
        offsets[i] = (int) sum;
      }
      int elements = (int) sum;
      if (whole instanceof ListColumn l) {
        child(0, rowGroup, page, elements, l.elements());
      } else {
        child(0, rowGroup, page, elements, ((MapColumn) whole).keys());
        child(1, rowGroup, page, elements, ((MapColumn) whole).values());
      }
    }

    private void child(int k, int rowGroup, int page, int elements, Column target)
        throws IOException {
      children.get(k).decode(rowGroup, page, 0, elements, target);
    }
  }
}
