package io.placed.jmh.table;

import io.placed.formats.BatchSource;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchColumnType;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A table of TPC-H from its generator. No column has nulls. */
final class TpchSource<E extends TpchEntity> implements BatchSource {
  /** Rows of lineitem at scale factor 1, for the progress; the other tables have fewer. */
  private static final double LINE_ITEMS = 6_001_215;

  private final List<TpchColumn<E>> columns;
  private final Iterator<E> rows;
  private final double expected;
  private final Batch batch;
  private long done;

  private TpchSource(TpchTable<E> table, double scale, boolean decimals) {
    columns = table.getColumns();
    rows = table.createGenerator(scale, 1, 1).iterator();
    expected = Math.max(1, LINE_ITEMS * scale);
    List<Field> fields = new ArrayList<>();
    for (TpchColumn<E> c : columns) {
      fields.add(Field.of(c.getColumnName(), type(c.getType(), decimals)));
    }
    batch = Batch.of(Schema.of(fields));
  }

  static <E extends TpchEntity> TpchSource<E> of(
      TpchTable<E> table, double scale, boolean decimals) {
    return new TpchSource<>(table, scale, decimals);
  }

  private static Type type(TpchColumnType type, boolean decimals) {
    return Type.parse(
        switch (type.getBase()) {
          case INTEGER -> "int32";
          case IDENTIFIER -> "int64";
          case DATE -> "date";
          case DOUBLE -> decimals ? "decimal(12,2)" : "double";
          case VARCHAR -> "string";
        });
  }

  @Override
  public Schema schema() {
    return batch.schema();
  }

  @Override
  public boolean next() {
    batch.clear();
    int n = 0;
    for (; n < BATCH_ROWS && rows.hasNext(); n++) {
      E row = rows.next();
      for (int c = 0; c < columns.size(); c++) {
        append(batch.column(c), columns.get(c), row);
      }
    }
    batch.setRows(n);
    done += n;
    return n > 0;
  }

  private void append(Column to, TpchColumn<E> from, E row) {
    switch (from.getType().getBase()) {
      case INTEGER -> ((IntColumn) to).append(from.getInteger(row));
      case IDENTIFIER -> ((LongColumn) to).append(from.getIdentifier(row));
      case DATE -> ((IntColumn) to).append(from.getDate(row));
      case VARCHAR -> ((BytesColumn) to).append(from.getString(row));
      case DOUBLE -> {
        double amount = from.getDouble(row);
        if (to instanceof DoubleColumn d) {
          d.append(amount);
        } else {
          ((LongColumn) to).append(Math.round(amount * 100));
        }
      }
    }
  }

  @Override
  public Batch batch() {
    return batch;
  }

  @Override
  public double fraction() {
    return Math.min(1, done / expected);
  }

  @Override
  public void close() {}
}
