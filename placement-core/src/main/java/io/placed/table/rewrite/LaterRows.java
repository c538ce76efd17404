package io.placed.table.rewrite;

import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.placement.reorder.Reorderer;
import io.placed.placement.reorder.Reorderers;
import io.placed.placement.reorder.SortMemory;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.TaskMemory;
import io.placed.write.SpillFiles;
import io.placed.write.options.WriteOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows of partitions whose files are written when no others are open, one after the other. Until
 * then they are in memory, and on disk if they are many.
 */
final class LaterRows implements Closeable {
  private final Schema schema;
  private final Schema numbered;
  private final IntColumn number = (IntColumn) Column.of(Type.INT32);
  private final Reorderer sort;
  private final Map<Map<String, String>, Integer> numbers = new HashMap<>();
  private final List<Map<String, String>> partitions = new ArrayList<>();

  /**
   * @param schema of all rows
   * @param options of which this takes the memory of a sort
   * @param memory grants it
   */
  LaterRows(Schema schema, WriteOptions options, TaskMemory memory) {
    this.schema = schema;
    String name = "partition";
    while (schema.find(name, false).isPresent()) {
      name = "_" + name;
    }
    List<Field> fields = new ArrayList<>(schema.fields());
    fields.add(Field.required(name, Type.INT32));
    this.numbered = Schema.of(fields);
    this.sort =
        Reorderers.create(
            new Reordering.Sort(List.of(SortKey.asc(name))),
            numbered,
            new SortMemory(options.sortMemory(), memory),
            new SpillFiles(options.temporaryDirectory()));
  }

  /** Whether there are rows of a partition. */
  boolean has(Map<String, String> partition) {
    return numbers.containsKey(partition);
  }

  void add(Map<String, String> partition, Batch rows) throws IOException {
    Integer of = numbers.get(partition);
    if (of == null) {
      of = partitions.size();
      numbers.put(partition, of);
      partitions.add(partition);
    }
    number.clear();
    number.ensureCapacity(rows.rows());
    for (int i = 0; i < rows.rows(); i++) {
      number.append(of);
    }
    List<Column> columns = new ArrayList<>(rows.columns());
    columns.add(number);
    sort.add(Batch.of(numbered, columns, rows.rows()), LaterRows::sorted);
  }

  /** All rows, those of a partition together and in their order. */
  void drain(RowPartitions.Target to) throws IOException {
    sort.finish(batch -> divide(batch, to));
  }

  private void divide(Batch batch, RowPartitions.Target to) throws IOException {
    Batch rows = Batch.of(schema, batch.columns().subList(0, schema.size()), batch.rows());
    int[] of = ((IntColumn) batch.column(schema.size())).values();
    for (int from = 0; from < rows.rows(); ) {
      int end = from + 1;
      while (end < rows.rows() && of[end] == of[from]) {
        end++;
      }
      Batch part = rows;
      if (end - from < rows.rows()) {
        part = Batch.of(schema);
        part.appendRange(rows, from, end - from);
      }
      to.write(partitions.get(of[from]), part);
      from = end;
    }
  }

  private static void sorted(Batch rows) {
    throw new AssertionError("a sort has an order before its last row");
  }

  @Override
  public void close() throws IOException {
    sort.close();
  }
}
