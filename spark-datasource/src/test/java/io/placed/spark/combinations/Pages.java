package io.placed.spark.combinations;

import io.placed.spark.combinations.Query.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * LIMIT with OFFSET and without order, which one task evaluates by row numbers: with columns that
 * are constant in a file (partitions, defaults, {@code _metadata}), for arbitrary ranges of rows,
 * and near the ends of batches and row groups.
 */
final class Pages {
  private static final int[] BATCHES = {100, 300, 1024, 4096};

  private final ModelTable table;
  private final Random random;

  Pages(ModelTable table, Random random) {
    this.table = table;
    this.random = random;
  }

  Query query(Reading reading, List<ModelColumn> columns, ModelTable.State state) {
    List<String> select = new ArrayList<>();
    int id = 0;
    for (ModelColumn c : columns) {
      if (c.key() == ModelTable.ID) {
        select.add(0, "t." + c.quoted() + " as rid");
      } else if (table.isPartition(c) || random.nextInt(4) == 0) {
        select.add("t." + c.quoted() + " as c" + id++);
      }
    }
    int rows = (int) Math.max(1, Math.min(9000, table.count(state)));
    long offset = random.nextInt(rows);
    if (random.nextBoolean()) {
      int batch = BATCHES[random.nextInt(BATCHES.length)];
      offset = Math.max(1, (offset / batch + 1) * batch - random.nextInt(10));
    }
    long limit = 1 + (random.nextBoolean() ? random.nextInt(rows) : random.nextInt(400));
    boolean metadata = reading.hasMetadata() && random.nextBoolean();
    return new Query(
        reading,
        Settings.random(random, reading.kind()),
        "$T t ",
        select,
        List.of(),
        List.of(),
        List.of(),
        false,
        limit,
        offset,
        metadata,
        false,
        null,
        null);
  }
}
