package io.placed.hive.write;

import io.placed.io.PathNames;
import io.placed.table.file.PartitionValues;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * A partition in which the file of a task may end.
 *
 * @param name as in the metastore: {@code year=2020/month=1}
 * @param replaced whether Hive removes the directory first if the partition is new to it
 */
record TargetPartition(Path directory, String name, boolean replaced) {
  /** Directories in which Hive puts the parts of a UNION ALL. */
  private static final String UNION = "HIVE_UNION_SUBDIR_";

  private static final String TEMPORARY = "_task_tmp.";

  private static TargetPartition of(Path directory, String location, boolean replaced) {
    String name = PathNames.relativize(plain(new Path(location)), plain(directory));
    return new TargetPartition(directory, name, replaced);
  }

  /**
   * The partitions of a file that Hive will move. Static values may be in the path of the file or
   * in that of the operator's target only.
   *
   * @param file of the task, in a staging directory
   * @param location of the table
   * @param targets of the task's operators: the table's directory, or those of partitions
   */
  static List<TargetPartition> of(Path file, String location, Set<Path> targets) {
    Path parent = file.getParent();
    if (parent.getName().startsWith(UNION)) {
      parent = parent.getParent();
    }
    String values = "";
    for (; isOfValue(parent); parent = parent.getParent()) {
      values = parent.getName() + (values.isEmpty() ? "" : "/" + values);
    }
    List<TargetPartition> found = new ArrayList<>();
    if (!values.isEmpty()) {
      found.add(of(new Path(new Path(location), values), location, true));
    }
    for (Path target : targets) {
      if (plain(target).startsWith(plain(new Path(location)) + "/")) {
        // Files of a staging directory in the partition's own are moved one by one.
        boolean oneByOne = values.isEmpty() && plain(file).startsWith(plain(target) + "/");
        Path directory = values.isEmpty() ? target : new Path(target, values);
        found.add(of(directory, location, !oneByOne));
      }
    }
    return found;
  }

  /**
   * Objects to values that the data set cannot read: it would be unreadable as a whole.
   *
   * @param there the newest state of the data set
   * @throws IOException naming the column
   */
  void requireReadable(String dataSet, Snapshot there) throws IOException {
    for (Map.Entry<String, String> value : PathNames.partitionValues(name + "/file").entrySet()) {
      for (String column : there.partitionColumns()) {
        if (column.equalsIgnoreCase(value.getKey())) {
          try {
            PartitionValues.parse(there.schema().require(column).type(), value.getValue());
          } catch (IllegalArgumentException e) {
            throw new IOException(
                dataSet
                    + ": partition column "
                    + column
                    + ": "
                    + e.getMessage()
                    + ", as the data set has it, which would become unreadable. Nothing was"
                    + " changed.");
          }
        }
      }
    }
  }

  /** Not one of static values, of which the last begins with the name of a temporary directory. */
  private static boolean isOfValue(Path directory) {
    return directory != null
        && directory.getName().contains("=")
        && !directory.getName().startsWith(TEMPORARY);
  }

  private static String plain(Path path) {
    return path.toUri().getPath();
  }
}
