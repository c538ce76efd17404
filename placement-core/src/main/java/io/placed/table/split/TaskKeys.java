package io.placed.table.split;

import io.placed.schema.Field;
import io.placed.schema.Type;
import io.placed.table.file.PartitionValues;
import io.placed.table.partition.PartitionField;
import io.placed.table.partition.PartitionTerm;
import io.placed.table.partition.PartitionTransform;
import io.placed.table.partition.Partitioning;
import io.placed.table.source.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Columns, and transforms of columns, of which all rows of each file of a scan have one value that
 * the log knows. Files of another partitioning count, too: only what all files have in common is
 * here.
 *
 * @param keys columns first, then transforms in the order of the table's partition fields
 */
public record TaskKeys(List<Key> keys) {
  /** Nothing is known. */
  public static final TaskKeys NONE = new TaskKeys(List.of());

  public TaskKeys {
    keys = List.copyOf(keys);
  }

  /**
   * A column or a transform of one.
   *
   * @param column as the engine names and types it
   * @param field null for the column itself
   */
  public record Key(Field column, PartitionField field) {
    /** The column and its transform under the engine's name. */
    public PartitionTerm term() {
      return new PartitionTerm(
          column.name(), field == null ? PartitionTransform.IDENTITY : field.transform());
    }

    /** The type of the values, as the engine computes them from its column. */
    public Type type() {
      return term().transform().resultType(column.type());
    }

    private boolean isIn(SourceFile f) {
      return values(f).containsKey(name());
    }

    private String name() {
      return field == null ? column.name() : field.name();
    }

    private Map<String, String> values(SourceFile f) {
      return field == null ? f.partition() : f.file().partition();
    }

    String text(SourceFile f) {
      return values(f).get(name());
    }

    /** In the form of bounds in statistics; null is null. */
    Object value(SourceFile f) {
      return field == null
          ? PartitionValues.parse(column.type(), text(f))
          : field.value(field.sourceIn(f.schema()).type(), text(f));
    }

    /**
     * Whether what the engine computes from the rows of the file is what the log has: the column
     * has the same name in all files, and the values that the files have, not one that a metastore
     * gives to their place; its type gives the same results, and the text in the log says all of
     * the value.
     */
    private boolean agrees(SourceFile f) {
      Field source = field.sourceIn(f.schema());
      return source != null
          && source.name().equals(column.name())
          && !f.partition().containsKey(column.name())
          && field.transform().survives(source.type(), column.type())
          && field.statistics(f.schema(), text(f), f.file().rows()) != null;
    }
  }

  /**
   * @param columns that the scan returns, under the engine's names and with its types; only those
   *     whose values the engine takes for equal just where the table does
   * @param partitionColumns names of the columns that the source is partitioned by
   */
  public static TaskKeys of(
      List<SourceFile> files, List<Field> columns, List<String> partitionColumns) {
    List<Key> keys = new ArrayList<>();
    for (String name : partitionColumns) {
      for (Field c : columns) {
        Key key = new Key(c, null);
        if (c.name().equals(name) && isKey(c.type()) && files.stream().allMatch(key::isIn)) {
          keys.add(key);
        }
      }
    }
    if (!files.isEmpty()) {
      addTransforms(files, columns, keys);
    }
    return new TaskKeys(keys);
  }

  private static void addTransforms(List<SourceFile> files, List<Field> columns, List<Key> keys) {
    SourceFile first = files.get(0);
    Partitioning common = first.partitioning();
    // Fields of different tables have nothing to do with each other.
    if (!common.hasTransforms() || !files.stream().allMatch(f -> f.partitioning().equals(common))) {
      return;
    }
    for (PartitionField field : common.all()) {
      Field source = field.isIdentity() ? null : field.sourceIn(first.schema());
      for (Field c : columns) {
        if (source == null || !c.name().equals(source.name())) {
          continue;
        }
        Key key = new Key(c, field);
        // The transform goes with the engine's type if it survives the change to it.
        if (files.stream().allMatch(f -> key.isIn(f) && key.agrees(f)) && isKey(key.type())) {
          keys.add(key);
        }
      }
    }
  }

  /** Whether values of the type are equal just where their texts are. */
  private static boolean isKey(Type type) {
    return switch (type.kind()) {
      case FLOAT, DOUBLE, BINARY -> false;
      default -> true;
    };
  }

  public boolean isEmpty() {
    return keys.isEmpty();
  }

  /** Equal for files of the same values. */
  List<String> texts(SourceFile f) {
    List<String> texts = new ArrayList<>(); // null is a value
    keys.forEach(k -> texts.add(k.text(f)));
    return texts;
  }

  /** The values of a file, in the form of bounds in statistics. */
  List<Object> values(SourceFile f) {
    List<Object> values = new ArrayList<>();
    keys.forEach(k -> values.add(k.value(f)));
    return values;
  }

  /** As in SQL: {@code [region, bucket(8, id)]}. */
  @Override
  public String toString() {
    return keys.stream().map(Key::term).toList().toString();
  }
}
