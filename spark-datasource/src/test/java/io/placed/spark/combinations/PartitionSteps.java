package io.placed.spark.combinations;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.spark.types.SparkTypes;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTerm;
import io.placed.table.partition.PartitionTransform;
import io.placed.table.partition.PartitionTransform.Kind;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.Row;

/** Changes of the transforms by which new files are partitioned. */
final class PartitionSteps extends TableSteps {
  private static final int MOST_VALUES = 6;

  PartitionSteps(ModelTable table, Random random) {
    super(table, random);
  }

  static Snapshot current(ModelTable t) throws IOException {
    return DataSet.at(FileStores.local(), t.path).current();
  }

  /** Whether every file has a value of each partition field of new files, and there is one. */
  static boolean allFilesAreInPartitions(ModelTable t) throws IOException {
    Snapshot s = current(t);
    List<String> names = s.partitioning().names(s.schema());
    return !names.isEmpty() && s.files().stream().allMatch(f -> f.isIn(names));
  }

  /** After a rewrite all files have the fields of now, and no others, of columns that they have. */
  static void requireMoved(ModelTable t) throws IOException {
    Snapshot s = current(t);
    Set<String> names = Set.copyOf(s.partitioning().names(s.schema()));
    for (DataFile f : s.files()) {
      assertTrue(names.containsAll(f.partition().keySet()), () -> names + " " + f);
      boolean hasAllColumns =
          s.partitioning().fields().stream()
              .map(field -> field.sourceIn(s.schema()).name())
              .allMatch(c -> f.partition().containsKey(c) || f.statistics().containsKey(c));
      assertTrue(!hasAllColumns || f.isIn(names), () -> names + " " + f);
    }
  }

  /** The values of the partition fields, in SQL. */
  static List<String> results(ModelTable t) throws IOException {
    Snapshot s = current(t);
    List<String> results = new ArrayList<>();
    for (PartitionTerm term : s.partitioning().spec(s.schema()).terms()) {
      String column = "`" + term.column() + "`";
      int number = term.transform().parameter();
      results.add(
          switch (term.transform().kind()) {
            case IDENTITY -> column;
            case BUCKET -> "placed.bucket(" + number + ", " + column + ")";
            case TRUNCATE -> "placed.truncate(" + number + ", " + column + ")";
            case YEAR -> "placed.years(" + column + ")";
            case MONTH -> "placed.months(" + column + ")";
            case DAY -> "placed.days(" + column + ")";
            case HOUR -> "placed.hours(" + column + ")";
          });
    }
    return results;
  }

  /** Whether new files are partitioned by a transform of the column. */
  static boolean isSource(ModelTable t, ModelColumn c) {
    try {
      Snapshot s = current(t);
      return s.partitioning().spec(s.schema()).terms().stream()
          .anyMatch(term -> term.column().equals(c.name()));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Whether files keep their partition values if the column gets its wider type. */
  static boolean mayWiden(ModelTable t, ModelColumn c) {
    try {
      Snapshot s = current(t);
      int id = s.schema().require(c.name()).id();
      return s.partitioning().all().stream()
          .allMatch(
              f ->
                  f.source() != id
                      || f.transform()
                          .survives(
                              SparkTypes.toType(c.type(), c.name()),
                              SparkTypes.toType(c.wider(), c.name())));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** The partition columns, and some transforms of other columns among them. */
  static PartitionSpec random(ModelTable t, Random random) {
    return random(t, t.partitions(), random);
  }

  private static PartitionSpec random(ModelTable t, List<ModelColumn> partitions, Random random) {
    List<String> columns = partitions.stream().map(ModelColumn::name).toList();
    List<PartitionTerm> terms = new ArrayList<>(PartitionSpec.ofColumns(columns).terms());
    for (int i = random.nextInt(4); i > 0; i--) {
      ModelColumn c = t.stored().get(random.nextInt(t.stored().size()));
      if (partitions.contains(c)) {
        continue;
      }
      Kind kind = Kind.values()[1 + random.nextInt(Kind.values().length - 1)];
      boolean numbered = kind == Kind.BUCKET || kind == Kind.TRUNCATE;
      int number = kind == Kind.BUCKET ? 3 : c.key() == ModelTable.ID ? 500 : 2;
      PartitionTransform transform = new PartitionTransform(kind, numbered ? number : 0);
      PartitionTerm term = new PartitionTerm(c.name(), transform);
      try {
        transform.requireAllowed(c.name(), SparkTypes.toType(c.type(), c.name()));
      } catch (IllegalArgumentException e) {
        continue;
      }
      if (!terms.contains(term)) {
        terms.add(random.nextInt(terms.size() + 1), term);
      }
    }
    return new PartitionSpec(terms);
  }

  String change() throws IOException {
    if (current(t).hasForeign()) {
      return null;
    }
    List<ModelColumn> columns = t.partitions();
    if (!t.inCatalog && random.nextInt(3) == 0) {
      columns = someColumns();
    }
    String done =
        run(
            "call placed.system.set_partitioning(table => '"
                + (t.inCatalog && random.nextBoolean() ? t.name : t.path)
                + "', partitioning => '"
                + random(t, columns, random)
                + "')");
    if (t.inCatalog) {
      run("refresh table " + t.name);
    }
    t.partitionBy(columns.stream().map(ModelColumn::key).toList());
    t.stays();
    return done;
  }

  /** Up to two with few values, others than those of now among them. */
  private List<ModelColumn> someColumns() {
    List<ModelColumn> few = new ArrayList<>();
    List<Row> samples = t.samples(t.current());
    for (ModelColumn c : t.columns()) {
      Set<Object> values = new HashSet<>();
      samples.forEach(row -> values.add(row.get(row.fieldIndex(c.name()))));
      if (RandomValues.PARTITION_TYPES.contains(c.type().sql().toLowerCase(Locale.ROOT))
          && values.size() <= MOST_VALUES
          && c.key() != ModelTable.ID) {
        few.add(c);
      }
    }
    Collections.shuffle(few, random);
    return few.subList(0, Math.min(few.size(), random.nextInt(3)));
  }
}
