package io.placed.spark.combinations;

import io.placed.io.FileStores;
import io.placed.schema.Field;
import io.placed.spark.PlacedTables;
import io.placed.spark.SqlLiterals;
import io.placed.table.DataSet;
import io.placed.table.snapshot.SnapshotInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/**
 * A table and its expected content: the columns by key, and for each snapshot a Parquet copy of the
 * rows, which was computed by Spark's own reader and operators.
 */
final class ModelTable {
  /** The column with the row ids. */
  static final int ID = 0;

  private static final int MOST_SAMPLES = 150;

  /**
   * The expected content of a snapshot.
   *
   * @param parquet directory of the rows
   * @param partitions keys of the columns by which new rows are partitioned
   * @param sortKey key of the column by which new rows are sorted; -1 = none
   */
  record State(
      long snapshot,
      String parquet,
      List<ModelColumn> columns,
      List<Integer> partitions,
      int sortKey,
      boolean sortsDescending) {}

  final SparkSession spark;
  final String path;

  /** The table's name in SQL. */
  final String name;

  final boolean inCatalog;
  private final Path parquet;
  private final List<Integer> partitionKeys = new ArrayList<>();
  private final Set<Integer> catalogPartitions = new HashSet<>();
  private final NavigableMap<Long, State> states = new TreeMap<>();
  private final Map<String, List<Row>> samples = new HashMap<>();
  private final Map<String, Long> counts = new HashMap<>();
  private final Set<String> dropped = new HashSet<>();
  private final RelatedColumns related = new RelatedColumns();
  private final List<ModelChanges> changes = new ArrayList<>();
  private final Map<Integer, String> defaults = new HashMap<>();
  private final Map<String, Long> tags = new TreeMap<>();
  private boolean fieldsChanged;
  private List<ModelColumn> columns = new ArrayList<>();
  private int sortKey = -1;
  private boolean descending;
  private int nextKey = 1;
  private int versions;
  private int views;
  private long nextId;

  ModelTable(SparkSession spark, Path directory, String catalogName) {
    this.spark = spark;
    this.path = directory.resolve("table").toString();
    this.inCatalog = catalogName != null;
    this.name = inCatalog ? catalogName : "placed.`" + path + "`";
    this.parquet = directory.resolve("parquet");
  }

  List<ModelColumn> columns() {
    return columns;
  }

  List<ModelColumn> stored() {
    return columns.stream().filter(c -> !isPartition(c)).toList();
  }

  List<ModelColumn> partitions() {
    return partitionKeys.stream().map(this::byKey).toList();
  }

  /** Whether it has one value in each file: partition columns, and those of changes. */
  boolean isPartition(ModelColumn c) {
    return c.key() < 0 || partitionKeys.contains(c.key());
  }

  /** Null if the column was dropped. */
  ModelColumn byKey(int key) {
    return columns.stream().filter(c -> c.key() == key).findFirst().orElse(null);
  }

  ModelColumn id() {
    return byKey(ID);
  }

  void addPartition(ModelColumn c, int position) {
    columns.add(position, c);
    partitionKeys.add(c.key());
  }

  /** The partition columns that the catalog has, for good. */
  void partitionInCatalog(List<ModelColumn> partitions) {
    partitions.forEach(c -> catalogPartitions.add(c.key()));
  }

  /** The columns by which new rows are partitioned. */
  void partitionBy(List<Integer> keys) {
    partitionKeys.clear();
    partitionKeys.addAll(keys);
  }

  /** Where a table adds columns: in a catalog before its partition columns. */
  void add(ModelColumn c) {
    columns.add(added(columns), c);
  }

  void add(ModelColumn c, int position) {
    columns.add(position, c);
  }

  void move(ModelColumn c, int position) {
    columns.remove(c);
    columns.add(position, c);
  }

  /** The position after the last column that is no partition column of the catalog. */
  private int added(List<ModelColumn> columns) {
    int position = columns.size();
    while (inCatalog && position > 0 && isInCatalogPartition(columns.get(position - 1))) {
      position--;
    }
    return position;
  }

  private boolean isInCatalogPartition(ModelColumn c) {
    return catalogPartitions.contains(c.key());
  }

  void drop(ModelColumn c) {
    columns.remove(c);
    dropped.add(c.name());
  }

  void replace(ModelColumn c, ModelColumn by) {
    columns.set(columns.indexOf(c), by);
  }

  /** Rows without the column have this value, in SQL, where the table is read by its name. */
  void defaultTo(ModelColumn c, String value) {
    defaults.put(c.key(), value);
  }

  boolean hasDefault(ModelColumn c) {
    return defaults.containsKey(c.key());
  }

  boolean hasDefaults() {
    return !defaults.isEmpty();
  }

  /** Whether a state has all columns that have a default now. */
  boolean hasDefaults(State state) {
    return defaults.keySet().stream()
        .allMatch(k -> state.columns().stream().anyMatch(c -> c.key() == k));
  }

  /** The value of a column that rows do not have. */
  Column absent(ModelColumn c) {
    String value = defaults.get(c.key());
    return value == null ? functions.lit(null) : functions.expr(value);
  }

  /** Notes that columns of some states have other fields than those of now. */
  void changeFields() {
    fieldsChanged = true;
  }

  boolean hasChangedFields() {
    return fieldsChanged;
  }

  void tag(String tag, long snapshot) {
    tags.put(tag, snapshot);
  }

  /** The snapshots that have one, with the last of their names. */
  Map<Long, String> tagged() {
    Map<Long, String> tagged = new TreeMap<>();
    tags.forEach((tag, snapshot) -> tagged.put(snapshot, tag));
    return tagged;
  }

  /** Columns that are functions of others. */
  RelatedColumns related() {
    return related;
  }

  /** Sets the order of new files; older ones may be sorted in other ways. */
  void sortedBy(ModelColumn key, boolean descending) {
    this.sortKey = key.key();
    this.descending = descending;
  }

  /** Key of the column by which the table is sorted; -1 = none. */
  int sortKey() {
    return sortKey;
  }

  boolean sortsDescending() {
    return descending;
  }

  int newKey() {
    return nextKey++;
  }

  /** Earlier names of columns. */
  List<String> droppedNames() {
    return dropped.stream().filter(n -> !isTaken(n)).sorted().toList();
  }

  boolean isTaken(String name) {
    return columns.stream()
        .anyMatch(c -> c.name().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT)));
  }

  State current() {
    return states.lastEntry().getValue();
  }

  /** All snapshots that can be queried. */
  List<State> states() {
    return List.copyOf(states.values());
  }

  /** Ranges of changes that can be queried. */
  List<ModelChanges> changes() {
    return changes;
  }

  /** Null if there is no longer such a one. */
  State state(Query.Reading reading) {
    return reading.changes() != null ? reading.changes().state() : states.get(reading.snapshot());
  }

  Dataset<Row> rows() {
    return spark.read().parquet(current().parquet());
  }

  /** New rows for the current columns, with new ids. */
  Dataset<Row> newRows(int count, Random random) {
    return newRows(columns, nextId, nextId += count, random);
  }

  /** Rows with the given ids, some of which may be in the table. */
  Dataset<Row> newRows(List<ModelColumn> of, long from, long to, Random random) {
    nextId = Math.max(nextId, to);
    RandomValues values = new RandomValues(random);
    StructType schema = new StructType();
    for (ModelColumn c : of) {
      schema = schema.add(c.name(), c.type());
    }
    List<Row> rows = new ArrayList<>();
    for (long id = from; id < to; id++) {
      Object[] row = new Object[of.size()];
      for (int i = 0; i < row.length; i++) {
        ModelColumn c = of.get(i);
        row[i] =
            c.key() == ID
                ? (Object) id
                : isPartition(c)
                    ? values.partition(c.type())
                    : related.has(c, random) ? related.of(c, id) : values.of(c.type(), id);
      }
      rows.add(RowFactory.create(row));
    }
    Collections.shuffle(rows, random);
    return spark.createDataFrame(rows, schema);
  }

  long nextId() {
    return nextId;
  }

  /** What makes the ids of all rows new ones. */
  long shiftOfIds() {
    long shift = nextId;
    nextId += shift;
    return shift;
  }

  /** Creates a temporary view of these rows and returns its name. */
  String view(Dataset<Row> rows) {
    String view = "rows_" + views++;
    rows.createOrReplaceTempView(view);
    return view;
  }

  /** Sets the expected content of the latest snapshot; columns are matched by name. */
  void becomes(Dataset<Row> rows) throws IOException {
    Dataset<Row> aligned = align(rows);
    String directory = parquet.resolve("v" + versions++).toString();
    aligned.write().parquet(directory);
    long newest = newestSnapshot();
    states.put(newest, state(newest, directory));
    forgetExpired();
  }

  /** Records a snapshot with unchanged rows. */
  void stays() throws IOException {
    long newest = newestSnapshot();
    states.put(newest, state(newest, current().parquet()));
    forgetExpired();
  }

  /**
   * The columns of a state as a query of the table shows them. The log has an order of its own,
   * which is that of a table by its path; a catalog's order is that of now, and columns that it
   * does not have any more come where it adds columns, in the order of the log.
   */
  List<ModelColumn> inOrder(State state) throws IOException {
    if (!inCatalog) {
      return state.columns();
    }
    List<ModelColumn> order = new ArrayList<>(columns);
    int position = added(order);
    for (Field f : dataSet().snapshot(state.snapshot()).schema().fields()) {
      ModelColumn c =
          state.columns().stream().filter(x -> x.name().equals(f.name())).findFirst().orElseThrow();
      if (byKey(c.key()) == null) {
        order.add(position++, c);
      }
    }
    return order.stream().map(c -> c.in(state.columns())).filter(Objects::nonNull).toList();
  }

  /** How the order of columns differs, now and in earlier snapshots; null if it does not. */
  String orderFault() throws IOException {
    String fault = orderFault(name, columns);
    for (State state : states()) {
      if (fault == null && state.snapshot() > 0) {
        fault = orderFault(name + " version as of " + state.snapshot(), inOrder(state));
      }
    }
    return fault;
  }

  private String orderFault(String of, List<ModelColumn> expected) {
    List<String> names = expected.stream().map(ModelColumn::name).toList();
    List<String> found = List.of(spark.sql("select * from " + of).columns());
    return found.equals(names) ? null : of + ": expected columns " + names + ", found " + found;
  }

  private DataSet dataSet() throws IOException {
    return DataSet.at(FileStores.local(), path);
  }

  /** Records a snapshot with the rows and columns of an older one. */
  void restore(State older) throws IOException {
    columns = new ArrayList<>(inOrder(older));
    partitionBy(older.partitions());
    sortKey = older.sortKey();
    descending = older.sortsDescending();
    long newest = newestSnapshot();
    states.put(newest, state(newest, older.parquet()));
    forgetExpired();
  }

  private State state(long snapshot, String directory) {
    return new State(
        snapshot, directory, List.copyOf(columns), List.copyOf(partitionKeys), sortKey, descending);
  }

  /** When a snapshot was committed, in milliseconds. */
  long committedAt(long snapshot) throws IOException {
    return dataSet().snapshot(snapshot).timestampMillis();
  }

  /** Whether a snapshot is the one of its time, which one that a tag has kept is not. */
  boolean isAtItsTime(long snapshot) throws IOException {
    long time = committedAt(snapshot);
    long next = 0;
    for (SnapshotInfo s : PlacedTables.snapshots(spark, path, 1000)) {
      if (s.timestampMillis() <= time || next > 0 && s.id() < next - 1) {
        return s.id() == snapshot && (next == 0 || s.id() == next - 1);
      }
      next = s.id();
    }
    return false;
  }

  private long newestSnapshot() throws IOException {
    List<SnapshotInfo> history = PlacedTables.snapshots(spark, path, 1);
    return history.isEmpty() ? 0 : history.get(0).id();
  }

  private void forgetExpired() throws IOException {
    Set<Long> there = new HashSet<>();
    PlacedTables.snapshots(spark, path, 1000).forEach(s -> there.add(s.id()));
    states.keySet().removeIf(id -> id > 0 && !there.contains(id));
  }

  /**
   * The columns of the model in order and with their types; null, or the default, for columns that
   * the rows lack.
   */
  private Dataset<Row> align(Dataset<Row> rows) {
    Set<String> names = new HashSet<>(Arrays.asList(rows.columns()));
    List<Column> out = new ArrayList<>();
    for (ModelColumn c : columns) {
      Column column = names.contains(c.name()) ? rows.col(c.quoted()) : absent(c);
      out.add(column.cast(c.type()).as(c.name()));
    }
    return rows.select(out.toArray(Column[]::new));
  }

  /** The union of rows; columns that one side lacks are null. */
  Dataset<Row> union(Dataset<Row> a, Dataset<Row> b) {
    return align(a).union(align(b));
  }

  /** The rows of the latest snapshot with the current column names. */
  Dataset<Row> renamedRows() {
    return renamedRows(current());
  }

  Dataset<Row> renamedRows(State state) {
    List<Column> out = new ArrayList<>();
    Dataset<Row> rows = spark.read().parquet(state.parquet());
    for (ModelColumn old : state.columns()) {
      ModelColumn now = byKey(old.key());
      if (now != null) {
        out.add(rows.col(old.quoted()).as(now.name()));
      }
    }
    return rows.select(out.toArray(Column[]::new));
  }

  /** The number of rows of a state. */
  long count(State state) {
    return counts.computeIfAbsent(state.parquet(), p -> spark.read().parquet(p).count());
  }

  /** Some rows, from which literals of conditions are taken. */
  List<Row> samples(State state) {
    return samples.computeIfAbsent(
        state.parquet(), p -> spark.read().parquet(p).limit(MOST_SAMPLES).collectAsList());
  }

  /** A literal with a value of the column from one of the rows; null if all are null. */
  static String literal(List<Row> samples, ModelColumn c, Random random) {
    return literal(samples, c, List.of(), random);
  }

  /**
   * @param fields of structs, from the column to a value
   */
  static String literal(List<Row> samples, ModelColumn c, List<String> fields, Random random) {
    for (int tries = 0; tries < 20 && !samples.isEmpty(); tries++) {
      Row row = samples.get(random.nextInt(samples.size()));
      Object value = row.get(row.fieldIndex(c.name()));
      for (String field : fields) {
        value = value == null ? null : ((Row) value).get(((Row) value).fieldIndex(field));
      }
      if (value != null) {
        return SqlLiterals.near(value, random);
      }
    }
    return "null";
  }
}
