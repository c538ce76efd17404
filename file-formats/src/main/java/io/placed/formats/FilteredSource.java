package io.placed.formats;

import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The rows of a source for which a condition is true. */
public final class FilteredSource implements BatchSource {
  private final BatchSource source;
  private final BoundPredicate filter;
  private final Schema schema;
  private int[] positions = new int[BATCH_ROWS];
  private Batch batch;

  /**
   * @param source has the columns of the schema first, in their order, and those of the condition;
   *     closed with this
   * @param schema columns to return
   * @throws IllegalArgumentException if the condition does not fit the source
   */
  public FilteredSource(BatchSource source, Predicate filter, Schema schema) {
    this.source = source;
    this.filter = filter.bind(source.schema(), true);
    this.schema = schema;
  }

  /** The columns that a source must have: those to return, and then those of the condition. */
  public static Schema read(Schema all, Schema wanted, Predicate filter) {
    List<Field> fields = new ArrayList<>(wanted.fields());
    for (String name : filter.columns()) {
      int at = all.indexOf(name);
      if (at >= 0 && wanted.indexOf(name) < 0) {
        fields.add(all.field(at));
      }
    }
    return Schema.of(fields);
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public boolean next() throws IOException {
    while (source.next()) {
      Batch all = source.batch();
      if (positions.length < all.rows()) {
        positions = new int[all.rows()];
      }
      int count = filter.select(all, positions);
      if (count > 0) {
        List<Column> columns = all.columns().subList(0, schema.size());
        batch = count == all.rows() ? Batch.of(schema, columns, count) : selected(all, count);
        return true;
      }
    }
    return false;
  }

  private Batch selected(Batch all, int count) {
    Batch out = Batch.of(schema);
    for (int c = 0; c < schema.size(); c++) {
      out.column(c).appendSelected(all.column(c), positions, count);
    }
    out.setRows(count);
    return out;
  }

  @Override
  public Batch batch() {
    return batch;
  }

  @Override
  public double fraction() {
    return source.fraction();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
