package io.placed.scan.decode;

import io.placed.encoding.derived.DerivedParent;
import io.placed.vector.Column;
import io.placed.vector.match.ValueMatch;
import java.io.IOException;

/**
 * A parent of derived columns: caches the rows decoded last, so that all its children, and the
 * projection, decode them once.
 */
final class ParentDecoder implements ColumnDecoder {
  private final ColumnDecoder stored;
  private final DerivedParent values;
  private int rowGroup = -1;
  private int page;
  private int from;

  /**
   * @param stored decodes the stored type
   */
  ParentDecoder(ColumnDecoder stored, Column buffer) {
    this.stored = stored;
    this.values = new DerivedParent(buffer);
  }

  /** The values of these rows; valid until the next call. */
  DerivedParent values(int wantedRowGroup, int wantedPage, int wantedFrom, int count)
      throws IOException {
    Column column = values.column();
    if (rowGroup != wantedRowGroup
        || page != wantedPage
        || from != wantedFrom
        || column.size() != count) {
      rowGroup = -1;
      column.clear();
      values.changed();
      stored.decode(wantedRowGroup, wantedPage, wantedFrom, count, column);
      rowGroup = wantedRowGroup;
      page = wantedPage;
      from = wantedFrom;
    }
    return values;
  }

  @Override
  public void decode(int wantedRowGroup, int wantedPage, int wantedFrom, int count, Column target)
      throws IOException {
    Column column = values(wantedRowGroup, wantedPage, wantedFrom, count).column();
    target.appendRange(column, 0, count);
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
}
