package io.placed.spark.read.plan;

import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.scan.FileReader;
import io.placed.spark.SparkTypes;
import io.placed.spark.read.task.FileSlice;
import io.placed.spark.read.task.PlacedInputPartition;
import io.placed.spark.read.translate.ColumnTypes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The order in which all files of a scan hold their rows. */
public final class FileOrder {
  /**
   * Files whose footers are read to be sure; what a table is meant to be says nothing of older
   * ones.
   */
  private static final int MOST_FILES = 64;

  private FileOrder() {}

  /**
   * The columns by which every task's rows are sorted; none if tasks read several pieces or a file
   * is not known to be sorted.
   *
   * @param placement that the table is meant to have, null if unknown
   * @param output columns that are read
   */
  public static SortOrder[] of(
      Placement placement, List<PlacedInputPartition> tasks, StructType output, FileStores stores) {
    // Keys are named as the file named its columns.
    boolean single =
        tasks.stream().allMatch(t -> t.slices().size() == 1 && t.slices().get(0).names().isEmpty());
    if (placement == null
        || !(placement.reorder() instanceof Reordering.Sort)
        || !single
        || tasks.isEmpty()) {
      return new SortOrder[0];
    }
    List<FileSlice> files = new ArrayList<>();
    for (PlacedInputPartition task : tasks) {
      FileSlice slice = task.slices().get(0);
      if (files.stream().noneMatch(f -> f.path().equals(slice.path()))) {
        files.add(slice);
      }
    }
    if (files.size() > MOST_FILES) {
      return new SortOrder[0];
    }
    List<SortKey> common = null;
    for (FileSlice file : files) {
      List<SortKey> keys = keys(file, stores);
      common = common == null ? keys : commonStart(common, keys);
      if (common.isEmpty()) {
        return new SortOrder[0];
      }
    }
    List<SortOrder> out = new ArrayList<>();
    for (SortKey key : common) {
      if (!isCompared(key.column(), output)) {
        break;
      }
      out.add(
          Expressions.sort(
              Expressions.column(SparkTypes.quoted(key.column())),
              key.descending() ? SortDirection.DESCENDING : SortDirection.ASCENDING,
              key.nullsFirst() ? NullOrdering.NULLS_FIRST : NullOrdering.NULLS_LAST));
    }
    return out.toArray(SortOrder[]::new);
  }

  /** Other collations than bytes have an order of their own. */
  private static boolean isCompared(String column, StructType output) {
    for (StructField f : output.fields()) {
      if (f.name().equals(column)) {
        return ColumnTypes.comparable(f.dataType());
      }
    }
    return false;
  }

  private static List<SortKey> keys(FileSlice slice, FileStores stores) {
    try (FileReader file =
        FileReader.open(
            stores.forPath(slice.path()).input(slice.path(), slice.length()), new IoCounters())) {
      return file.placement().reorder() instanceof Reordering.Sort sort ? sort.keys() : List.of();
    } catch (IOException e) {
      // The task that reads the file will say what is wrong with it.
      return List.of();
    }
  }

  private static List<SortKey> commonStart(List<SortKey> a, List<SortKey> b) {
    int n = 0;
    while (n < a.size() && n < b.size() && a.get(n).equals(b.get(n))) {
      n++;
    }
    return a.subList(0, n);
  }
}
