package io.placed.vector;

import io.placed.schema.Field;
import io.placed.schema.Type;
import java.util.List;

/** Rows of named parts. Every child has as many values as the struct; a missing row misses all. */
public final class StructColumn extends Column {
  private final List<Column> children;

  StructColumn(Type type) {
    super(type);
    children = type.children().stream().map(f -> Column.of(f.type())).toList();
  }

  public List<Column> children() {
    return children;
  }

  public Column child(int i) {
    return children.get(i);
  }

  /** Fields of the struct, in the order of the children. */
  public List<Field> fields() {
    return type().children();
  }

  /** Ends a row whose children were all appended to. */
  public void endRow() {
    endRows(1);
  }

  /** The same for several rows. */
  public void endRows(int rows) {
    for (Column c : children) {
      if (c.size() != size() + rows) {
        throw new IllegalStateException(
            "a child has " + c.size() + " values, expected " + (size() + rows));
      }
    }
    super.setSize(size() + rows);
  }

  /** Sets the size of the children too. */
  @Override
  public void setSize(int n) {
    children.forEach(c -> c.setSize(n));
    super.setSize(n);
  }

  @Override
  void truncate(int n) {
    children.forEach(c -> c.truncate(n));
    super.setSize(n);
  }

  @Override
  public void appendNull() {
    for (Column c : children) {
      c.appendNull();
    }
    super.setSize(size() + 1);
    setNull(size() - 1);
  }

  @Override
  public void ensureCapacity(int n) {
    children.forEach(c -> c.ensureCapacity(n));
  }

  @Override
  public void clear() {
    super.clear();
    children.forEach(Column::clear);
  }

  @Override
  void copyValues(Column source, int from, int count) {
    StructColumn in = (StructColumn) source;
    for (int k = 0; k < children.size(); k++) {
      children.get(k).appendRange(in.children.get(k), from, count);
    }
    super.setSize(size() + count);
  }

  @Override
  void copySelected(Column source, int[] positions, int count) {
    StructColumn in = (StructColumn) source;
    for (int k = 0; k < children.size(); k++) {
      children.get(k).appendSelected(in.children.get(k), positions, count);
    }
    super.setSize(size() + count);
  }

  @Override
  void blank(int i) {
    children.forEach(c -> c.setNull(i));
  }

  @Override
  public void prepareReads() {
    children.forEach(Column::prepareReads);
  }

  @Override
  public long memoryBytes() {
    return children.stream().mapToLong(Column::memoryBytes).sum() + validityBytes();
  }
}
