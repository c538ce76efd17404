package io.placed.scan.decode;

import io.placed.predicate.BoundPredicate;
import io.placed.predicate.EncodedRows;
import io.placed.schema.Schema;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.match.ValueMatch;
import java.io.IOException;
import java.util.Arrays;

/**
 * Selects the matching rows of a span. Encoded columns are tested directly where possible, vector
 * by vector and only where rows are left; others are decoded on first use. {@link FilterOrder}
 * gives the order of the conjuncts.
 */
public final class RowFilter implements EncodedRows {
  /** Cost of decoding a value, in tests of an encoded integer; measured roughly. */
  private static final int DECODE = 3;

  private static final int DECODE_BYTES = 16;

  private final FilterOrder order;
  private final ColumnDecoder[] decoders;
  private final Column[] columns;
  private final boolean[] decoded;
  private RowSpan span;

  /** Cost of the current condition so far. */
  private long work;

  /**
   * @param decoders of the columns of the predicate's schema
   */
  public RowFilter(BoundPredicate predicate, ColumnDecoder[] decoders) {
    this.order = new FilterOrder(predicate.steps());
    this.decoders = decoders;
    Schema schema = predicate.schema();
    columns = new Column[schema.size()];
    Arrays.setAll(columns, c -> Column.of(schema.field(c).type()));
    decoded = new boolean[columns.length];
  }

  /**
   * Clears the bits of rows that do not match.
   *
   * @param bits the rows to be tested
   */
  public void select(RowSpan wanted, long[] bits) throws IOException {
    span = wanted;
    Arrays.fill(decoded, false);
    int rows = Bits.count(bits, 0, wanted.count());
    for (int k = 0; k < order.size() && rows > 0; k++) {
      BoundPredicate step = order.step(order.at(k));
      work = (long) rows * step.cost();
      step.filter(this, bits);
      int left = Bits.count(bits, 0, wanted.count());
      order.count(order.at(k), rows, left, work);
      rows = left;
    }
    order.next();
  }

  /** Resets the state before a span that is not filtered. */
  public void forget() {
    Arrays.fill(decoded, false);
  }

  /** A column of the span if it was decoded for the predicate, else null. */
  Column decodedColumn(int column) {
    return decoded[column] ? columns[column] : null;
  }

  @Override
  public int rows() {
    return span.count();
  }

  @Override
  public boolean test(int column, ValueMatch match, boolean negated, long[] rows, long[] out)
      throws IOException {
    return !decoded[column] && decoders[column].test(span, match, negated, rows, out);
  }

  @Override
  public boolean testPresence(int column, boolean present, long[] rows, long[] out)
      throws IOException {
    return !decoded[column] && decoders[column].testPresence(span, present, rows, out);
  }

  @Override
  public Column decoded(int column) throws IOException {
    Column values = columns[column];
    if (!decoded[column]) {
      values.clear();
      decoders[column].decode(span.rowGroup(), span.page(), span.from(), span.count(), values);
      decoded[column] = true;
      work += (long) span.count() * (values instanceof BytesColumn ? DECODE_BYTES : DECODE);
    }
    return values;
  }
}
