package io.placed.spark.read.plan;

import io.placed.schema.Type;
import io.placed.spark.SparkTypes;
import io.placed.spark.internal.Frames;
import io.placed.spark.read.source.SourceFile;
import io.placed.spark.read.task.PlacedInputPartition;
import io.placed.spark.read.translate.ColumnTypes;
import io.placed.table.file.PartitionValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

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

  /** Types whose values are equal for Spark just where their texts are. */
  public static boolean areKeys(StructType columns) {
    for (StructField f : columns.fields()) {
      boolean known =
          ColumnTypes.comparable(f.dataType())
              && switch (SparkTypes.toType(f.dataType(), f.name()).kind()) {
                case FLOAT, DOUBLE, BINARY -> false;
                default -> true;
              };
      if (!known) {
        return false;
      }
    }
    return columns.length() > 0;
  }

  /**
   * @param columns that the table is partitioned by
   */
  public static List<PlacedInputPartition> plan(
      List<SourceFile> files, StructType columns, SlicePlanner planner) {
    Map<Map<String, String>, List<SourceFile>> partitions = new LinkedHashMap<>();
    for (SourceFile f : files) {
      partitions.computeIfAbsent(f.partition(), p -> new ArrayList<>()).add(f);
    }
    List<PlacedInputPartition> tasks = new ArrayList<>();
    partitions.forEach(
        (partition, its) -> {
          InternalRow key = key(partition, columns);
          planner.plan(its, files).forEach(task -> tasks.add(task.withKey(key)));
        });
    return tasks;
  }

  private static InternalRow key(Map<String, String> partition, StructType columns) {
    Object[] values = new Object[columns.length()];
    for (int i = 0; i < values.length; i++) {
      StructField f = columns.fields()[i];
      Type type = SparkTypes.toType(f.dataType(), f.name());
      values[i] = ColumnBounds.internal(type, PartitionValues.parse(type, partition.get(f.name())));
    }
    return Frames.row(values);
  }
}
