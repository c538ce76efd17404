package io.placed.table.split;

import io.placed.table.source.SourceFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tasks of which each reads files of one partition of the table: joins and groups by what the table
 * is partitioned by then need no shuffle.
 */
public final class PartitionTasks {
  /** So many tasks are always fine. */
  private static final int FEW = 32;

  /** How many times as many tasks there may be as there would be otherwise. */
  private static final int MORE = 2;

  private PartitionTasks() {}

  /** Whether partitions are not so small that tasks of their own would cost more than a shuffle. */
  public static boolean pays(List<SourceFile> files, TaskKeys keys, SlicePlanner planner) {
    long partitions = files.stream().map(keys::texts).distinct().count();
    return partitions <= FEW || partitions <= (long) MORE * planner.plan(files).size();
  }

  /** Whether no two of the tasks read rows of the same partition: none is divided. */
  public static boolean areWhole(List<ReadTask> tasks) {
    Set<List<Object>> partitions = new HashSet<>();
    return tasks.stream().allMatch(t -> partitions.add(comparable(t.key())));
  }

  private static List<Object> comparable(List<Object> key) {
    return key.stream().map(v -> v instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : v).toList();
  }

  /** The tasks, each with the values of its files. */
  public static List<ReadTask> plan(List<SourceFile> files, TaskKeys keys, SlicePlanner planner) {
    Map<List<String>, List<SourceFile>> partitions = new LinkedHashMap<>();
    for (SourceFile f : files) {
      partitions.computeIfAbsent(keys.texts(f), p -> new ArrayList<>()).add(f);
    }
    List<ReadTask> tasks = new ArrayList<>();
    partitions.forEach(
        (texts, its) -> {
          List<Object> key = keys.values(its.get(0));
          planner
              .planDivision(its, files, partitions.size())
              .forEach(task -> tasks.add(task.withKey(key)));
        });
    return tasks;
  }
}
