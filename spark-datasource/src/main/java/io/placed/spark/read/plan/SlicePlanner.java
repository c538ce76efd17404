package io.placed.spark.read.plan;

import io.placed.spark.internal.Session;
import io.placed.spark.read.source.SourceFile;
import io.placed.spark.read.task.FileSlice;
import io.placed.spark.read.task.PlacedInputPartition;
import io.placed.write.RowGroupSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;

/**
 * Divides files at row groups and puts the slices into tasks, by Spark's rules for files: {@code
 * spark.sql.files.maxPartitionBytes}, {@code openCostInBytes}, {@code minPartitionNum} and {@code
 * maxPartitionNum}; largest first, the next task when one is full. Bytes are those of the columns
 * that are read: a task is to read so many, whatever else its files hold.
 */
public final class SlicePlanner {
  /** Rows cost time too, however few bytes they take. */
  private static final double LEAST_SHARE = 1 / 8.0;

  private final double share;
  private final long maxPartitionBytes;
  private final long openCost;
  private final int minPartitions;
  private final int maxPartitions;

  /**
   * @param share of the bytes of the files that is read, about
   */
  SlicePlanner(Session session, double share) {
    this.share = Math.max(LEAST_SHARE, share);
    maxPartitionBytes = session.maxPartitionBytes();
    openCost = session.openCostBytes();
    minPartitions = Math.max(1, session.minPartitions());
    maxPartitions = session.maxPartitions();
  }

  public List<PlacedInputPartition> plan(List<SourceFile> files) {
    return plan(files, files);
  }

  /**
   * @param all files of the scan, of which these are some: they say how much a task reads
   */
  public List<PlacedInputPartition> plan(List<SourceFile> files, List<SourceFile> all) {
    long total = 0;
    for (SourceFile f : all) {
      total += read(f.file().totalLength()) + openCost;
    }
    long size = Math.min(maxPartitionBytes, Math.max(openCost, total / minPartitions));
    List<FileSlice> slices = new ArrayList<>();
    for (SourceFile f : files) {
      slice(f, size, slices);
    }
    slices.sort(Comparator.comparingLong(FileSlice::bytes).reversed());
    List<PlacedInputPartition> partitions = pack(slices, size);
    if (maxPartitions > 0 && partitions.size() > maxPartitions) {
      partitions = pack(slices, (total + maxPartitions - 1) / maxPartitions);
    }
    return partitions;
  }

  private long read(long bytes) {
    return (long) (bytes * share);
  }

  private void slice(SourceFile source, long size, List<FileSlice> out) {
    List<RowGroupSummary> groups = source.file().rowGroups();
    int first = 0;
    long rows = 0;
    long bytes = 0;
    for (int i = 0; i < groups.size(); i++) {
      RowGroupSummary group = groups.get(i);
      if (i > first && read(bytes + group.length()) > size) {
        out.add(slice(source, first, i, rows, bytes));
        first = i;
        rows = 0;
        bytes = 0;
      }
      rows += group.rows();
      bytes += group.length();
    }
    if (rows > 0) {
      out.add(slice(source, first, groups.size(), rows, bytes));
    }
  }

  static FileSlice slice(SourceFile f, int first, int end, long rows, long bytes) {
    return new FileSlice(
        f.path(),
        f.file().length(),
        first,
        end,
        rows,
        bytes,
        new HashMap<>(f.partition()),
        new HashMap<>(f.file().names()),
        f.identity());
  }

  private List<PlacedInputPartition> pack(List<FileSlice> slices, long size) {
    List<PlacedInputPartition> partitions = new ArrayList<>();
    List<FileSlice> current = new ArrayList<>();
    long bytes = 0;
    for (FileSlice s : slices) {
      if (!current.isEmpty() && bytes + read(s.bytes()) > size) {
        partitions.add(PlacedInputPartition.of(List.copyOf(current)));
        current.clear();
        bytes = 0;
      }
      current.add(s);
      bytes += read(s.bytes()) + openCost;
    }
    if (!current.isEmpty()) {
      partitions.add(PlacedInputPartition.of(List.copyOf(current)));
    }
    return partitions;
  }
}
