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
import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** A table of TPC-DS from its generator; columns may have nulls. */
final class TpcdsSource implements BatchSource {
  private final Iterator<List<List<String>>> rows;
  private final double expected;
  private final Batch batch;
  private long done;

  TpcdsSource(TableSpec spec) {
    Table table = Table.valueOf(spec.name().toUpperCase(Locale.ROOT));
    Session session = Session.getDefaultSession().withTable(table).withScale(spec.scale());
    rows = Results.constructResults(table, session).iterator();
    expected = Math.max(1, session.getScaling().getRowCount(table));
    List<Field> fields = new ArrayList<>();
    for (io.trino.tpcds.column.Column c : table.getColumns()) {
      fields.add(Field.of(c.getName(), type(c, spec.decimals())));
    }
    batch = Batch.of(Schema.of(fields));
  }

  private static Type type(io.trino.tpcds.column.Column column, boolean decimals) {
    String name = column.getName();
    return Type.parse(
        switch (column.getType().getBase()) {
          case INTEGER -> "int32";
          // Keys fit 32 bits, except where they number the sales.
          case IDENTIFIER ->
              name.endsWith("_ticket_number") || name.endsWith("_order_number") ? "int64" : "int32";
          case DATE -> "date";
          case DECIMAL ->
              decimals
                  ? String.format(
                      Locale.ROOT,
                      "decimal(%d,%d)",
                      column.getType().getPrecision().orElseThrow(),
                      column.getType().getScale().orElseThrow())
                  : "double";
          case VARCHAR, CHAR, TIME -> "string";
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
      // The first list is the row; others are rows of other tables that belong to it.
      List<String> row = rows.next().get(0);
      for (int c = 0; c < row.size(); c++) {
        append(batch.column(c), row.get(c));
      }
    }
    batch.setRows(n);
    done += n;
    return n > 0;
  }

  private static void append(Column to, String text) {
    if (text == null) {
      to.appendNull();
      return;
    }
    switch (to.type().kind()) {
      case INT32 -> ((IntColumn) to).append(Integer.parseInt(text));
      case INT64 -> ((LongColumn) to).append(Long.parseLong(text));
      case DATE -> ((IntColumn) to).append(Math.toIntExact(LocalDate.parse(text).toEpochDay()));
      case DOUBLE -> ((DoubleColumn) to).append(Double.parseDouble(text));
      case DECIMAL -> ((LongColumn) to).append(unscaled(to.type(), text));
      default -> ((BytesColumn) to).append(text);
    }
  }

  private static long unscaled(Type type, String text) {
    int scale = ((io.placed.schema.DecimalType) type).scale();
    return new BigDecimal(text).setScale(scale).unscaledValue().longValueExact();
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
