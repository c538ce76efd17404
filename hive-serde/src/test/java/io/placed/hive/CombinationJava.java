package io.placed.hive;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.WriteBuilder;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What the Java API does to a random table. */
final class CombinationJava {
  private static final VacuumOptions ALL = new VacuumOptions(Duration.ZERO, 1, false);

  private final CombinationTable table;

  /** States to which the table can be rolled back. */
  private final List<State> states = new ArrayList<>();

  private int files;

  CombinationJava(CombinationTable table) {
    this.table = table;
  }

  private record State(long snapshot, List<CombinationColumn> columns, List<Object[]> rows) {}

  private DataSet dataSet() throws IOException {
    return DataSet.at(FileStores.local(), table.place());
  }

  private void note(String what) {
    table.story.add(what);
  }

  /** Does nothing if the step is not applicable to the table. */
  void apply(CombinationTable.Kind kind, Random random) throws IOException {
    if (!table.isLogged) {
      if (kind == CombinationTable.Kind.APPEND && table.former.isEmpty()) {
        takeOver(random);
      }
      return;
    }
    remember();
    switch (kind) {
      case APPEND -> append(random);
      case OVERWRITE -> overwrite(random);
      case MERGE -> merge(random);
      case FOREIGN_FILE -> foreignFile(random);
      case REWRITE -> rewrite(random);
      case OPTIMIZE -> optimize();
      case ROLLBACK -> rollback(random);
      case VACUUM -> vacuum();
      case DELETE -> delete(random);
      case PARTITION -> partition(random);
      default -> throw new IllegalArgumentException(kind.toString());
    }
    if (table.hasHivePartitions) {
      table.declare();
    }
  }

  /** The first snapshot of a table that Hive has filled. */
  private void takeOver(Random random) throws IOException {
    table.run("alter table " + table.name + " set tblproperties ('EXTERNAL'='TRUE')");
    table.isLogged = true;
    table.hasForeign = true;
    append(random);
    if (table.hasHivePartitions) {
      table.declare();
    }
  }

  /** Rollbacks show other foreign files than there were. */
  private void remember() throws IOException {
    if (!table.hasForeign) {
      List<Object[]> rows = table.rows.stream().map(Object[]::clone).toList();
      states.add(new State(dataSet().newestId(), List.copyOf(table.columns), rows));
    }
  }

  private void rollback(Random random) throws IOException {
    if (table.hasForeign || states.isEmpty()) {
      return;
    }
    State to = states.get(random.nextInt(states.size()));
    dataSet().rollback(to.snapshot());
    note("rollback to " + to.snapshot());
    for (CombinationColumn c : table.columns) {
      if (!to.columns().contains(c)) {
        table.former.add(c.name());
      }
    }
    table.columns.clear();
    table.columns.addAll(to.columns());
    table.rows.clear();
    to.rows().forEach(r -> table.rows.add(r.clone()));
    table.declare();
  }

  private void vacuum() throws IOException {
    note("vacuum " + dataSet().vacuum(ALL));
    states.clear();
  }

  private void optimize() throws IOException {
    note("optimize " + dataSet().optimize(OptimizeOptions.defaults()));
    // Small files that Hive has added are merged, too.
    table.hasForeign = dataSet().current().files().stream().anyMatch(DataFile::foreign);
  }

  void alter(ColumnChange change) throws IOException {
    if (table.hasForeign) {
      rewrite(Map.of()); // columns of foreign files cannot be renamed
    }
    dataSet().alter(List.of(change), Map.of());
    note("alter " + change);
  }

  private void partition(Random random) throws IOException {
    if (!table.hasHivePartitions && !table.hasForeign) {
      PartitionSpec by = CombinationPartitioning.random(table.partitions, table.schema(), random);
      dataSet().alter(by);
      note("partitioned by " + by);
    }
  }

  private void rewrite(Random random) throws IOException {
    List<String> placements = CombinationTable.ANY_PLACEMENT;
    rewrite(
        random.nextBoolean()
            ? Map.of()
            : Map.of("placement", placements.get(random.nextInt(placements.size()))));
  }

  private void rewrite(Map<String, String> settings) throws IOException {
    Rewrite.prepare(FileStores.local(), table.place(), RewriteOptions.of(settings)).run(f -> {});
    note("rewrite " + settings);
    table.hasForeign = false;
  }

  private void foreignFile(Random random) throws IOException {
    if (!table.partitions.isEmpty()) {
      return;
    }
    Path place = Path.of(table.place());
    for (String other : List.of("x.parquet", "x.orc", "_x.placed", ".x", "readme.txt")) {
      Files.writeString(place.resolve(other), "no Placed file");
    }
    String file = place.resolve("extra" + files++ + ".placed").toString();
    writeForeign(file, random);
    if (random.nextBoolean()) {
      dataSet().addFiles(List.of(file));
      note("it is added to the table");
    } else {
      showForeignFiles(true);
      table.hasForeign = true;
    }
    if (random.nextInt(3) == 0) {
      showForeignFiles(false);
    }
  }

  /** Sometimes without a column, which the table may not allow to be null. */
  private void writeForeign(String file, Random random) throws IOException {
    List<Object[]> added = table.newRows(random);
    Schema schema = table.schema();
    int lacking = random.nextBoolean() ? table.anyStored(random) : -1;
    if (lacking > 0) {
      List<Field> fields = new ArrayList<>(schema.fields());
      fields.remove(lacking);
      schema = Schema.of(fields);
      added.forEach(r -> r[lacking] = null);
    }
    table.rows.addAll(added);
    List<Object[]> stored = new ArrayList<>();
    for (Object[] row : added) {
      List<Object> values = new ArrayList<>(Arrays.asList(row));
      if (lacking > 0) {
        values.remove(lacking);
      }
      stored.add(values.toArray());
    }
    write(Placed.write(file, schema), stored);
    note("a file beside the snapshot, of " + schema);
  }

  /** Few rows are marked; files of which many go are written again. */
  private void delete(Random random) throws IOException {
    long from = random.nextInt(1 + (int) table.nextId());
    delete(from, from + random.nextInt(random.nextBoolean() ? 20 : 1500), random);
  }

  private void delete(long from, long to, Random random) throws IOException {
    String share = List.of("0", "0.2", "1").get(random.nextInt(3));
    DataSet dataSet = dataSet();
    dataSet.alter(List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, share));
    String where = "id between " + from + " and " + to;
    note("delete " + where + ": " + dataSet.deleteRows(Predicate.parse(where)));
    table.rows.removeIf(r -> (Long) r[0] >= from && (Long) r[0] <= to);
    table.hasForeign = dataSet.current().files().stream().anyMatch(DataFile::foreign);
  }

  /** Replaces rows by new ones with the same ids. */
  private void merge(Random random) throws IOException {
    long from = random.nextInt(1 + (int) table.nextId());
    List<Object[]> replaced =
        table.rows.stream().filter(r -> (Long) r[0] >= from && (Long) r[0] <= from + 50).toList();
    List<Object[]> added = table.newRows(random);
    int n = Math.min(added.size(), replaced.size());
    for (int k = 0; k < n; k++) {
      added.get(k)[0] = replaced.get(k)[0];
    }
    delete(from, from + 50, random);
    write(into(table.schema()), added.subList(0, n));
    table.rows.addAll(added.subList(0, n));
    note("Java appends " + n + " of them again");
  }

  private void overwrite(Random random) throws IOException {
    List<Object[]> added = table.newRows(random);
    write(into(table.schema()).overwrite(), added);
    note("Java overwrites with " + added.size() + " rows");
    table.rows.clear();
    table.rows.addAll(added);
    table.hasForeign = false;
  }

  /** Otherwise Hive refuses to write to what Java has made. */
  void showForeignFiles(boolean shown) throws IOException {
    DataSet dataSet = dataSet();
    if (TableProperties.showForeignFiles(dataSet.current().properties()) != shown) {
      String value = String.valueOf(shown);
      dataSet.alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, value));
      note(TableProperties.FOREIGN_FILES + "=" + value);
      table.hasForeign &= shown;
    }
  }

  /** Some columns of the first rows must not be null; others may write nulls later. */
  private Schema withRequired(Schema schema, List<Object[]> added, Random random) {
    List<Field> fields = new ArrayList<>(schema.fields());
    for (int k = 0; k < table.stored().size(); k++) {
      CombinationColumn column = table.columns.get(k);
      if (random.nextInt(3) == 0) {
        int at = k;
        added.forEach(r -> r[at] = r[at] == null ? column.present(random) : r[at]);
        Field f = fields.get(k);
        fields.set(k, new Field(f.id(), f.name(), f.type(), false));
      }
    }
    return Schema.of(fields);
  }

  void append(Random random) throws IOException {
    List<Object[]> added = table.newRows(random);
    boolean isFirst = table.story.isEmpty();
    Schema schema = isFirst ? withRequired(table.schema(), added, random) : table.schema();
    write(into(schema), added);
    table.rows.addAll(added);
    note("Java appends " + added.size() + " rows " + schema + " " + table.settings);
  }

  private WriteBuilder into(Schema schema) throws IOException {
    WriteBuilder to = Placed.write(table.place(), schema);
    for (String setting : table.settings.split(";")) {
      to = to.option(setting.split("=")[0], setting.split("=")[1]);
    }
    PartitionSpec by = CombinationPartitioning.of(table.place(), table.partitions);
    return to.partitionedBy(by.toString());
  }

  private static void write(WriteBuilder to, List<Object[]> rows) throws IOException {
    try (TableWriter out = to.open()) {
      for (Object[] row : rows) {
        out.write(row);
      }
      out.commit();
    }
  }
}
