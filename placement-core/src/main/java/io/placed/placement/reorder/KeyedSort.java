package io.placed.placement.reorder;

import io.placed.placement.SortKey;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.LongColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Sorts rows by computed keys. The keys are appended to the rows as extra columns and removed after
 * the sort.
 */
final class KeyedSort implements Reorderer {
  private final Schema schema;
  private final Schema keyed;
  private final RowKeys keys;
  private final LongColumn[] columns;
  private final ExternalSort sort;

  KeyedSort(RowKeys keys, Schema schema, SortMemory memory, RunStore runs) {
    this.schema = schema;
    this.keys = keys;
    columns = new LongColumn[keys.words()];
    List<Field> fields = new ArrayList<>(schema.fields());
    List<SortKey> order = new ArrayList<>();
    String prefix = "key";
    while (takes(schema, prefix)) {
      prefix = "_" + prefix;
    }
    for (int w = 0; w < columns.length; w++) {
      columns[w] = (LongColumn) Column.of(Type.INT64);
      fields.add(Field.required(prefix + w, Type.INT64));
      order.add(SortKey.asc(prefix + w));
    }
    keyed = Schema.of(fields);
    sort = new ExternalSort(SortOrder.of(order, keyed), keyed, memory, runs);
  }

  private static boolean takes(Schema schema, String prefix) {
    return schema.fields().stream()
        .anyMatch(f -> f.name().regionMatches(true, 0, prefix, 0, prefix.length()));
  }

  @Override
  public void add(Batch batch, BatchSink out) throws IOException {
    for (LongColumn c : columns) {
      c.clear();
    }
    keys.append(batch, columns);
    List<Column> all = new ArrayList<>(batch.columns());
    Collections.addAll(all, columns);
    sort.add(Batch.of(keyed, all, batch.rows()), out);
  }

  @Override
  public void finish(BatchSink out) throws IOException {
    sort.finish(b -> out.accept(Batch.of(schema, b.columns().subList(0, schema.size()), b.rows())));
  }

  @Override
  public void close() throws IOException {
    sort.close();
  }
}
