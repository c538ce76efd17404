package io.placed.predicate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.Chosen;
import io.placed.encoding.Profile;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.RandomTables;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares a filtered scan, which evaluates predicates on encoded columns and selects rows, with
 * the predicate evaluated on all decoded rows: for every type, profile and several placements.
 */
class FilterOnFileTest {
  private static final LocalFileStore STORE = new LocalFileStore();
  private static final String[] PLACEMENTS = {
    "default", "default", "row-group=3000 rows", "column-groups=all stride 1", "column-groups=none"
  };

  @TempDir Path dir;

  @Test
  void filteredScansGiveTheRowsForWhichThePredicateIsTrue() throws IOException {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    System.out.println("FilterOnFileTest seed " + seed);
    Random random = new Random(seed);
    RandomData data = new RandomData(seed);
    for (int round = 0; round < Chosen.rounds(6, 12); round++) {
      Batch rows = rows(data, random.nextInt(2) * 3000 + 500 + random.nextInt(3000), random);
      String placement = PLACEMENTS[random.nextInt(PLACEMENTS.length)];
      WriteOptions options =
          WriteOptions.defaults()
              .withPlacement(Placement.parse(placement))
              .withProfile(Profile.values()[random.nextInt(3)])
              .withPageRows(1024 << random.nextInt(3));
      String about = "seed " + seed + " round " + round + " " + placement;
      check(rows, options, data, random, about);
    }
  }

  /** Small tables, which often have equal values, runs and few distinct values. */
  private static Batch rows(RandomData data, int count, Random random) {
    Batch rows = Batch.of(RandomData.SCHEMA);
    while (rows.rows() < count) {
      Batch some = data.batch();
      for (int times = 1 + random.nextInt(20); times > 0; times--) {
        rows.appendRange(some, 0, some.rows());
      }
    }
    return rows;
  }

  private void check(Batch rows, WriteOptions options, RandomData data, Random random, String about)
      throws IOException {
    String path = dir.resolve("t.placed").toString();
    STORE.delete(path, false);
    try (FileWriter out = FileWriter.create(STORE, path, RandomData.SCHEMA, options)) {
      out.write(rows);
      out.finish();
    }
    try (FileReader file = FileReader.open(STORE.input(path), new IoCounters())) {
      for (int k = 0; k < 60; k++) {
        Predicate p = data.predicate(random.nextInt(3));
        Schema wanted = wanted(random);
        ReadRequest request =
            ReadRequest.all()
                .withColumns(wanted)
                .withTableSchema(RandomData.SCHEMA)
                .withBatchRows(1024 << random.nextInt(4));
        BoundPredicate bound = p.bind(RandomData.SCHEMA, true);
        int[] positions = new int[rows.rows()];
        int n = bound.select(rows, positions);
        List<String> all = read(file, request);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < n; i++) {
          expected.add(all.get(positions[i]));
        }
        assertEquals(expected, read(file, request.withFilter(p)), about + ", " + p + " " + wanted);
      }
    }
  }

  /** Some columns, a few of them wider than stored, and one that the file does not have. */
  private static Schema wanted(Random random) {
    List<Field> fields = new ArrayList<>();
    for (Field f : RandomData.SCHEMA.fields()) {
      if (random.nextInt(3) == 0) {
        Type type = f.type();
        boolean wider = random.nextInt(3) == 0;
        if (wider && (type == Type.INT8 || type == Type.INT16 || type == Type.INT32)) {
          type = Type.INT64;
        } else if (wider && type == Type.FLOAT) {
          type = Type.DOUBLE;
        }
        fields.add(Field.of(f.name(), type));
      }
    }
    if (random.nextInt(5) == 0) {
      fields.add(Field.of("not there", Type.STRING));
    }
    if (fields.isEmpty()) {
      fields.add(Field.of("i32", Type.INT32));
    }
    return Schema.of(fields);
  }

  private static List<String> read(FileReader file, ReadRequest request) throws IOException {
    List<String> out = new ArrayList<>();
    try (BatchReader scan = file.read(request)) {
      while (scan.next()) {
        out.addAll(RandomTables.texts(scan.batch()));
      }
    }
    return out;
  }
}
