package io.placed.table;

import io.placed.io.PathNames;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.DataFile;
import io.placed.table.file.PartitionValues;
import io.placed.table.partition.PartitionField;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.Partitioning;
import io.placed.table.partition.TransformText;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;

/**
 * The partitions of a table: those that files are in, and those that were added without any. The
 * latter are properties of the table until they are dropped.
 *
 * <p>A partition is the string of its value by column, in any spelling that means the value: {@code
 * 01} is {@code 1} where integers are. Null and the empty string have one directory and are two
 * partitions.
 */
public final class TablePartitions {
  private final DataSet dataSet;
  private final Schema written;
  private final Partitioning partitioning;
  private final List<Field> columns;
  private final Map<String, String> recorded;
  private final UnaryOperator<Map<String, String>> asRead;

  /**
   * @param schema of the table
   * @param partitioning of new files
   * @param recorded properties that the table gets with the next commit of files
   */
  public TablePartitions(
      DataSet dataSet, Schema schema, Partitioning partitioning, Map<String, String> recorded) {
    this(dataSet, schema, partitioning, recorded, UnaryOperator.identity());
  }

  /**
   * The same for an engine that reads several values as one.
   *
   * @param asRead makes of the values of a partition those that the engine reads
   */
  public TablePartitions(
      DataSet dataSet,
      Schema schema,
      Partitioning partitioning,
      Map<String, String> recorded,
      UnaryOperator<Map<String, String>> asRead) {
    this.asRead = asRead;
    this.recorded = Map.copyOf(recorded);
    this.dataSet = dataSet;
    this.written = schema;
    this.partitioning = partitioning;
    this.columns = partitioning.fields().stream().map(f -> f.asColumn(schema)).toList();
  }

  /** The fields of a partition: columns, and results of transforms. */
  public List<Field> fields() {
    return columns;
  }

  /** The value of a field, in the form of bounds, that a text stands for. */
  public Object value(Field field, String text) {
    PartitionField derived = partitioning.derived(field.name());
    return derived == null
        ? PartitionValues.parse(field.type(), text)
        : derived.value(derived.sourceIn(written).type(), text);
  }

  /** The text of a value of a field. */
  public String text(Field field, Object value) {
    PartitionField derived = partitioning.derived(field.name());
    return derived == null
        ? PartitionValues.text(field.type(), value)
        : TransformText.of(derived.transform(), derived.sourceIn(written).type(), value);
  }

  private List<String> names() {
    return columns.stream().map(Field::name).toList();
  }

  /** One spelling of a partition, with all columns: foreign directories may have another. */
  public Map<String, String> canonical(Map<String, String> stored) {
    Map<String, String> values = asRead.apply(stored);
    Map<String, String> out = new LinkedHashMap<>();
    for (Field f : columns) {
      String given = values.get(f.name());
      boolean derived = partitioning.derived(f.name()) != null;
      boolean isNull = given == null || given.isEmpty() && !f.type().equals(Type.STRING);
      out.put(
          f.name(), derived ? given : isNull ? null : PartitionValues.canonical(f.type(), given));
    }
    return out;
  }

  private Set<Map<String, String>> canonical(Collection<Map<String, String>> partitions) {
    Set<Map<String, String>> out = new LinkedHashSet<>();
    partitions.forEach(p -> out.add(canonical(p)));
    return out;
  }

  /** Whether a file is in one of the partitions; outside of their directories it is in none. */
  private boolean isIn(DataFile f, Set<Map<String, String>> partitions) {
    return f.isIn(names()) && partitions.contains(canonical(f.partition()));
  }

  /** Null if there is no table yet. */
  private Snapshot current() throws IOException {
    try {
      return dataSet.current();
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  /** All partitions, in one spelling. */
  public Set<Map<String, String>> list() throws IOException {
    Set<Map<String, String>> all = new LinkedHashSet<>();
    Snapshot now = current();
    if (now == null) {
      return all;
    }
    for (DataFile f : now.files()) {
      if (f.isIn(names())) {
        all.add(canonical(f.partition()));
      }
    }
    for (String property : now.properties().keySet()) {
      if (TableProperties.isEmptyPartition(property)) {
        String directory = TableProperties.directoryOfEmptyPartition(property);
        Map<String, String> values = PathNames.partitionValues(directory + "/f");
        // Older versions kept notes when the partitioning changed.
        if (values.keySet().equals(Set.copyOf(names()))) {
          all.add(canonical(values));
        }
      }
    }
    return all;
  }

  /** Those of the partitions that exist, as they were given. */
  public List<Map<String, String>> existing(List<Map<String, String>> partitions)
      throws IOException {
    Set<Map<String, String>> all = list();
    return partitions.stream().filter(p -> all.contains(canonical(p))).toList();
  }

  private static String property(Map<String, String> canonical) {
    StringJoiner path = new StringJoiner("/");
    canonical.forEach(
        (field, value) -> {
          String directory = PathNames.partitionPath(Collections.singletonMap(field, value));
          // The directory of the empty string would be that of null.
          path.add(
              "".equals(value) ? directory.substring(0, directory.indexOf('=') + 1) : directory);
        });
    return TableProperties.emptyPartition(path.toString());
  }

  /**
   * Notes partitions that have no rows yet.
   *
   * @param planned the snapshot that the caller knows the table by; null if there was none
   */
  public void create(List<Map<String, String>> partitions, Snapshot planned) throws IOException {
    if (partitioning.hasTransforms()) {
      throw new IllegalArgumentException(
          dataSet.path()
              + ": partitions cannot be added to a table that is partitioned by ["
              + partitioning.spec(written)
              + "]; they come with their rows");
    }
    Map<String, String> added = new HashMap<>();
    for (Map<String, String> p : canonical(partitions)) {
      added.put(property(p), "");
    }
    if (dataSet.hasSnapshots()) {
      dataSet.alter(List.of(), added);
    } else {
      begin(planned).properties(added).append(List.of());
    }
  }

  private Commit begin(Snapshot planned) throws IOException {
    ColumnBinding binding = ColumnBinding.of(written, planned);
    PartitionSpec spec = partitioning.spec(written);
    if (planned != null && !spec.hasTransforms()) {
      // A catalog may know of the columns only: these mean the table's transforms besides.
      PartitionSpec there = planned.partitioning().spec(planned.schema());
      spec = there.columns().equals(spec.columns()) ? there : spec;
    }
    return dataSet.begin(binding, spec, null).mergeSchema(true).properties(recorded);
  }

  /**
   * Removes the rows of partitions, in one commit.
   *
   * @param planned as in {@link #create}
   */
  public void truncate(Collection<Map<String, String>> partitions, Snapshot planned)
      throws IOException {
    Set<Map<String, String>> going = canonical(partitions);
    begin(planned).overwriteWhere(List.of(), f -> isIn(f, going));
  }

  /**
   * Removes the rows of partitions, and the notes that they were added.
   *
   * @param planned as in {@link #create}
   */
  public void drop(Collection<Map<String, String>> partitions, Snapshot planned)
      throws IOException {
    Snapshot now = current();
    if (now == null) {
      return;
    }
    Set<Map<String, String>> going = canonical(partitions);
    List<DataFile> files = new ArrayList<>(now.files());
    files.removeIf(f -> !isIn(f, going));
    if (!files.isEmpty()) {
      truncate(going, planned);
    }
    Map<String, String> noted = new HashMap<>();
    for (Map<String, String> p : going) {
      if (now.properties().containsKey(property(p))) {
        noted.put(property(p), null);
      }
    }
    if (!noted.isEmpty()) {
      dataSet.alter(List.of(), noted);
    }
  }
}
