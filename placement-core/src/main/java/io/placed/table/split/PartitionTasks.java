package io.placed.table.split;

import io.placed.schema.Field;
import io.placed.table.file.PartitionValues;
import io.placed.table.source.SourceFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tasks of which each reads files of one partition of the table: joins and groups by the partition
 * columns then need no shuffle.
 */
public final class PartitionTasks {
  /** So many tasks are always fine. */
  private static final int FEW = 32;

  /** How many times as many tasks there may be as there would be otherwise. */
  private static final int MORE = 2;

  private PartitionTasks() {}

  /** Whether partitions are not so small that tasks of their own would cost more than a shuffle. */
  public static boolean pays(List<SourceFile> files, SlicePlanner planner) {
    long partitions = files.stream().map(SourceFile::partition).distinct().count();
    return partitions <= FEW || partitions <= (long) MORE * planner.plan(files).size();
  }

  /** Whether values of these types are equal just where their strings are. */
  public static boolean areKeys(List<Field> columns) {
    for (Field f : columns) {
      switch (f.type().kind()) {
        case FLOAT, DOUBLE, BINARY -> {
          return false;
        }
        default -> {}
      }
    }
    return !columns.isEmpty();
  }

  /**
   * @param columns that the table is partitioned by
   */
  public static List<ReadTask> plan(
      List<SourceFile> files, List<Field> columns, SlicePlanner planner) {
    Map<Map<String, String>, List<SourceFile>> partitions = new LinkedHashMap<>();
    for (SourceFile f : files) {
      partitions.computeIfAbsent(f.partition(), p -> new ArrayList<>()).add(f);
    }
    List<ReadTask> tasks = new ArrayList<>();
    partitions.forEach(
        (partition, its) -> {
          List<Object> key = key(partition, columns);
          planner.plan(its, files).forEach(task -> tasks.add(task.withKey(key)));
        });
    return tasks;
  }

  private static List<Object> key(Map<String, String> partition, List<Field> columns) {
    List<Object> values = new ArrayList<>(); // null is a value
    for (Field f : columns) {
      values.add(PartitionValues.parse(f.type(), partition.get(f.name())));
    }
    return values;
  }
}
