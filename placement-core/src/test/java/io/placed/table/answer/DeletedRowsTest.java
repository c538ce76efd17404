package io.placed.table.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.aggregate.Aggregate;
import io.placed.aggregate.Aggregate.Function;
import io.placed.expression.Expression;
import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.plan.FileQuery;
import io.placed.table.source.SourceFile;
import io.placed.table.source.TableSource;
import io.placed.table.split.FileSlice;
import io.placed.table.split.ReadTask;
import io.placed.table.split.RowRange;
import io.placed.table.split.SlicePlanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is answered or planned without reading the rows, of tables with deletion vectors. */
class DeletedRowsTest {
  @TempDir Path dir;
  private final long seed = Long.getLong("placed.seed", new Random().nextLong());
  private final Random random = new Random(seed);

  private RandomTable table(int number) throws IOException {
    return new RandomTable(dir.resolve("t" + number).toString(), random);
  }

  private static Expression.Reference column(String name) {
    return new Expression.Reference(List.of(name), RandomTable.SCHEMA.require(name).type(), null);
  }

  @Test
  void answersAreThoseOfTheRows() throws IOException {
    int answered = 0;
    for (int t = 0; t < 100; t++) {
      RandomTable table = table(t);
      TableSource source = table.source();
      Schema partition =
          Schema.of(source.partitionColumns().stream().map(source.schema()::require).toList());
      FileQuery query =
          new FileQuery(source, partition, List.of(), List.of(), Set.of(), false, true);
      List<Aggregate> aggregates = new ArrayList<>(List.of(Aggregate.countRows()));
      for (int i = random.nextInt(3); i > 0; i--) {
        Function f = List.of(Function.COUNT, Function.MIN, Function.MAX).get(random.nextInt(3));
        aggregates.add(
            Aggregate.of(
                f, column(List.of("part", "id", "n", "s", "part").get(random.nextInt(5)))));
      }
      boolean grouped = random.nextBoolean();
      Optional<StatisticsAnswer> answer =
          StatisticsAnswer.of(query, grouped ? List.of(column("part")) : List.of(), aggregates);
      if (answer.isEmpty()) {
        continue;
      }
      answered++;
      Map<List<Object>, List<Object>> found = new HashMap<>();
      answer.get().rows().forEach(r -> found.put(texts(r.key()), texts(r.values())));
      Map<List<Object>, List<Object[]>> groups = new HashMap<>();
      if (!grouped) {
        groups.put(List.of(), table.rows());
      } else {
        for (Object[] row : table.rows()) {
          groups.computeIfAbsent(texts(Arrays.asList(row[1])), k -> new ArrayList<>()).add(row);
        }
      }
      Map<List<Object>, List<Object>> expected = new HashMap<>();
      groups.forEach(
          (key, rows) ->
              expected.put(
                  key, texts(aggregates.stream().map(a -> (Object) value(a, rows)).toArray())));
      assertEquals(expected, found, "seed " + seed + ", table " + t + ": " + aggregates);
    }
    assertTrue(answered > 10, answered + " answers, seed " + seed);
  }

  private static List<Object> texts(Object... values) {
    return texts(Arrays.asList(values));
  }

  private static List<Object> texts(List<Object> values) {
    List<Object> texts = new ArrayList<>();
    values.forEach(
        v ->
            texts.add(
                v instanceof byte[] b
                    ? new String(b, StandardCharsets.UTF_8)
                    : v == null ? null : v.toString()));
    return texts;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Object value(Aggregate a, List<Object[]> rows) {
    if (a.function() == Function.COUNT_ROWS) {
      return rows.size();
    }
    int c = RandomTable.SCHEMA.indexOf(((Expression.Reference) a.argument()).path().get(0));
    List<Object> values =
        new ArrayList<>(rows.stream().map(r -> r[c]).filter(Objects::nonNull).toList());
    if (a.function() == Function.COUNT) {
      return values.size();
    }
    Comparator<Object> order = (x, y) -> ((Comparable) x).compareTo(y);
    values.sort(a.function() == Function.MIN ? order : order.reversed());
    return values.isEmpty() ? null : values.get(0);
  }

  private List<Object> ids(List<FileSlice> slices) throws IOException {
    List<Object> ids = new ArrayList<>();
    Schema id = Schema.of(List.of(RandomTable.SCHEMA.require("id")));
    for (FileSlice slice : slices) {
      ReadRequest request = slice.restrict(ReadRequest.all().withColumns(id), FileStores.local());
      try (FileReader file = slice.open(FileStores.local());
          BatchReader batches = file.read(request)) {
        while (batches.next()) {
          for (int i = 0; i < batches.batch().rows(); i++) {
            ids.add(batches.batch().row(i)[0] + " of " + PathNames.name(slice.path()));
          }
        }
      }
    }
    return ids;
  }

  @Test
  void limitsPassOverRowsThatAreThere() throws IOException {
    for (int t = 0; t < 40; t++) {
      List<SourceFile> files = table(100 + t).source().files();
      List<FileSlice> whole = new ArrayList<>();
      for (SourceFile f : files) {
        int[] groups = new int[f.file().rowGroups().size()];
        Arrays.setAll(groups, g -> g);
        whole.addAll(SlicePlanner.divide(f, groups, Long.MAX_VALUE, 1));
      }
      List<Object> all = ids(whole);
      for (int i = 0; i < 20; i++) {
        int offset = random.nextInt(all.size() + 2);
        int end = offset + 1 + random.nextInt(random.nextBoolean() ? 5 : all.size() + 1);
        ReadTask task = new RowRange(offset, end).plan(files);
        List<Object> read = ids(task.slices());
        List<Object> rows =
            read.subList(
                (int) Math.min(read.size(), task.skipped()),
                (int) Math.min(read.size(), task.skipped() + end - offset));
        assertEquals(
            all.subList(Math.min(offset, all.size()), Math.min(end, all.size())),
            rows,
            "seed " + seed + ", table " + t + ", " + offset + " to " + end);
      }
    }
  }
}
