package io.placed.jmh.table;

import io.placed.formats.BatchSource;
import io.placed.cluster.Generator;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.spark.SparkTypes;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;

/** The rows of a generator of whole numbers and strings, of which none is missing. */
final class GeneratedSource implements BatchSource {
  private final Iterator<Row> rows;
  private final Batch batch;

  GeneratedSource(Generator generator) {
    rows = generator.rows(0, 1);
    List<Field> fields = new ArrayList<>();
    for (Field f : SparkTypes.toSchema(generator.schema()).fields()) {
      fields.add(Field.required(f.name(), f.type()));
    }
    batch = Batch.of(Schema.of(fields));
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
      Row row = rows.next();
      for (int c = 0; c < row.length(); c++) {
        append(batch.column(c), row.get(c));
      }
    }
    batch.setRows(n);
    return n > 0;
  }

  private static void append(Column to, Object value) {
    if (to instanceof IntColumn ints) {
      ints.append((Integer) value);
    } else if (to instanceof LongColumn longs) {
      longs.append((Long) value);
    } else {
      ((BytesColumn) to).append((String) value);
    }
  }

  @Override
  public Batch batch() {
    return batch;
  }

  /** Generators do not tell. */
  @Override
  public double fraction() {
    return 0;
  }

  @Override
  public void close() {}
}
