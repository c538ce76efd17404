package io.placed.spark.read;

import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.spark.internal.Frames;
import io.placed.spark.internal.Session;
import io.placed.spark.read.task.PlacedInputPartition;
import io.placed.spark.read.translate.ColumnBounds;
import io.placed.spark.read.translate.ColumnTypes;
import io.placed.spark.read.vector.FileMetadataColumn;
import io.placed.spark.types.Partitions;
import io.placed.spark.types.SparkTypes;
import io.placed.table.source.SourceFile;
import io.placed.table.split.FileOrder;
import io.placed.table.split.PartitionTasks;
import io.placed.table.split.ReadTask;
import io.placed.table.split.RowRange;
import io.placed.table.split.RowTest;
import io.placed.table.split.SlicePlanner;
import io.placed.table.split.TaskHosts;
import io.placed.table.split.TaskKeys;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.read.partitioning.KeyGroupedPartitioning;
import org.apache.spark.sql.connector.read.partitioning.Partitioning;
import org.apache.spark.sql.connector.read.partitioning.UnknownPartitioning;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The tasks of a scan, and by what they are reported to Spark to be partitioned and ordered: it
 * omits shuffles and sorts for that. Everything is computed once, when it is needed, and does not
 * change afterwards. Thread-safe.
 */
final class ScanTasks {
  private final ScanPlan plan;
  private final Supplier<List<SourceFile>> search;
  private final Supplier<TaskHosts> locate;

  /** The required rows of the files, by row number; null = all, or unknown. */
  private final RowRange range;

  /** Whether the tasks return rows, and not groups of them. */
  private final boolean ofRows;

  /** Whether Spark may be told a partitioning and an order. */
  private final boolean reported;

  /** Columns of the plan's output that the scan returns as they are. */
  private final Set<String> returned;

  /** Whether each task may read one partition of the table; see {@link PartitionTasks}. */
  private final boolean mayReadByPartition;

  private List<SourceFile> files;
  private String amounts;

  /** By what each task reads one partition; none if tasks are planned without regard to them. */
  private TaskKeys keys;

  private List<ReadTask> planned;
  private FileOrder order;
  private TaskHosts hosts;

  private ScanTasks(
      ScanPlan plan,
      Supplier<List<SourceFile>> search,
      Supplier<TaskHosts> locate,
      RowRange range,
      boolean ofRows,
      Set<String> returned,
      boolean reported) {
    this.plan = plan;
    this.search = search;
    this.locate = locate == null ? () -> TaskHosts.of(plan.source().stores(), files()) : locate;
    this.range = range;
    this.ofRows = ofRows;
    this.returned = returned;
    this.reported = reported;
    mayReadByPartition =
        reported && range == null && plan.limit() < 0 && Session.active().usesPartitioning();
  }

  /**
   * Tasks that return rows of files.
   *
   * @param search for the files
   * @param range of their rows, which are not filtered then; null = all
   */
  static ScanTasks ofRows(ScanPlan plan, Supplier<List<SourceFile>> search, RowRange range) {
    return new ScanTasks(plan, search, null, range, true, Set.of(plan.output().fieldNames()), true);
  }

  /**
   * Tasks that return groups of rows.
   *
   * @param groupedBy columns of the plan's output; rows may be grouped by expressions, too
   */
  static ScanTasks ofGroups(ScanPlan plan, Set<String> groupedBy) {
    return new ScanTasks(plan, () -> plan.query().files(), null, null, false, groupedBy, true);
  }

  /** Tasks of equal size that return the same rows, of which nothing is reported. */
  ScanTasks balanced() {
    return new ScanTasks(plan, this::files, this::hosts, range, ofRows, returned, false);
  }

  /** Whether a partitioning or an order would be reported. */
  boolean mayReport() {
    return reported;
  }

  /** Whether a partitioning or an order is reported. */
  boolean areArranged() {
    return byPartition() || !order().keys().isEmpty();
  }

  synchronized List<SourceFile> files() {
    if (files == null) {
      files = search.get();
    }
    return files;
  }

  private synchronized TaskKeys keys() {
    if (keys == null) {
      TaskKeys known =
          mayReadByPartition
              ? TaskKeys.of(files(), comparedColumns(), plan.source().partitionColumns())
              : TaskKeys.NONE;
      // With the setting Spark does not shuffle rows for windows and groups by some of the keys,
      // and does not put their partitions together either (SPARK-58968).
      boolean safe = known.keys().size() <= 1 || !Session.active().usesSomePartitionKeys();
      boolean pays =
          safe && !known.isEmpty() && PartitionTasks.pays(files(), known, plan.planner(files()));
      keys = pays ? known : TaskKeys.NONE;
    }
    return keys;
  }

  private boolean byPartition() {
    return !keys().isEmpty();
  }

  /**
   * Returned columns whose values are equal, and in order, for Spark just where their bytes are:
   * not those of collations other than UTF8_BINARY, or with values that are padded.
   */
  private List<Field> comparedColumns() {
    StructType compared = new StructType();
    int[] padded = plan.paddedLengths();
    for (int c = 0; c < padded.length; c++) {
      StructField f = plan.output().fields()[c];
      boolean own =
          returned.contains(f.name()) && !FileMetadataColumn.is(f.name(), plan.tableSchema());
      boolean equal = padded[c] == 0 && ColumnTypes.comparable(f.dataType());
      compared = own && equal ? compared.add(f) : compared;
    }
    return SparkTypes.toSchema(compared).fields();
  }

  /** The tasks of all files, and the order of their rows. */
  private synchronized FileOrder order() {
    if (order == null) {
      // The rows of a range are counted in the order of its files.
      boolean arranged = reported && (range == null || planned().get(0).slices().size() == 1);
      Set<String> compared =
          comparedColumns().stream().map(Field::name).collect(Collectors.toSet());
      order =
          arranged
              ? FileOrder.of(
                  plan.source().placement(),
                  planned(),
                  files(),
                  compared::contains,
                  plan.source().stores())
              : new FileOrder(planned(), List.of());
    }
    return order;
  }

  /**
   * Whether each group of rows is in one task, where its rows come one after the other: no two
   * tasks read the same partition, and they return their rows sorted by the columns of the groups
   * of which a partition has several values.
   */
  boolean keepGroupsTogether() {
    if (!byPartition() || !PartitionTasks.areWhole(planned())) {
      return false;
    }
    Set<String> sorted = new HashSet<>(returned);
    keys().keys().stream()
        .filter(k -> k.field() == null)
        .forEach(k -> sorted.remove(k.column().name()));
    List<SortKey> sort = sorted.isEmpty() ? List.of() : order().keys();
    return sort.size() >= sorted.size()
        && sort.stream()
            .limit(sorted.size())
            .map(SortKey::column)
            .collect(Collectors.toSet())
            .equals(sorted);
  }

  /** Whether at most one task reads all rows. */
  boolean areOne() {
    return planned().size() <= 1;
  }

  private synchronized List<ReadTask> planned() {
    if (planned == null) {
      SlicePlanner planner = plan.planner(files());
      if (range != null) {
        planned = List.of(range.plan(files()));
      } else if (byPartition()) {
        planned = PartitionTasks.plan(files(), keys(), planner);
      } else {
        planned = plan(files(), planner);
      }
    }
    return planned;
  }

  /** Tasks of equal size, unless their rows may be in an order. */
  private List<ReadTask> plan(List<SourceFile> some, SlicePlanner planner) {
    Placement placement = plan.source().placement();
    boolean ordered =
        reported
            && placement != null
            && some.size() <= FileOrder.MOST_FILES
            && placement.reorder() instanceof Reordering.Sort sort
            && comparedColumns().stream()
                .anyMatch(f -> f.name().equalsIgnoreCase(sort.keys().get(0).column()));
    return ordered ? planner.plan(some) : planner.planBalanced(some);
  }

  /** In the order of {@link #order}, unless nobody needs one: it reads footers. */
  private synchronized List<ReadTask> tasks() {
    return ofRows || order != null ? order().tasks() : planned();
  }

  /**
   * The tasks after runtime filters.
   *
   * @param left the remaining files
   * @param filters that are applied to rows
   */
  List<PlacedInputPartition> of(List<SourceFile> left, List<Predicate> filters) {
    List<ReadTask> some = left.size() == files().size() ? tasks() : tasksOf(left);
    Session.Shared<RowTest> predicate =
        filters.isEmpty() ? null : Session.active().shareAmongTasks(plan.rowTest(filters));
    return some.stream()
        .map(t -> new PlacedInputPartition(t, predicate, key(t), hosts().of(t)))
        .toList();
  }

  private synchronized TaskHosts hosts() {
    if (hosts == null) {
      hosts = locate.get();
    }
    return hosts;
  }

  /** Null unless the task reads one partition. */
  private InternalRow key(ReadTask task) {
    if (task.key() == null) {
      return null;
    }
    Object[] values = new Object[task.key().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = ColumnBounds.internal(keys().keys().get(i).type(), task.key().get(i));
    }
    return Frames.row(values);
  }

  /**
   * Tasks for some of the files. If an order or partitioning was reported, Spark has omitted sorts
   * and shuffles: tasks lose files but are otherwise unchanged. In other cases the remaining files
   * are planned again, with at most as many tasks as before.
   */
  private List<ReadTask> tasksOf(List<SourceFile> left) {
    if (!byPartition() && order().keys().isEmpty()) {
      List<ReadTask> again = plan(left, plan.planner(left));
      if (again.size() <= tasks().size()) {
        return again;
      }
    }
    Set<String> paths = left.stream().map(SourceFile::path).collect(Collectors.toSet());
    return tasks().stream()
        .map(t -> t.withFiles(paths))
        .filter(t -> !t.slices().isEmpty())
        .toList();
  }

  /** {@link ScanPlan#amounts} of all files. Spark describes a scan several times per query. */
  synchronized String amounts() {
    if (amounts == null) {
      amounts = plan.amounts(files());
    }
    return amounts;
  }

  /** What is reported of the tasks, for EXPLAIN: text that begins with a comma, or is empty. */
  String description() {
    return byPartition() ? ", TasksByPartition: " + keys() : "";
  }

  Partitioning partitioning() {
    if (!byPartition()) {
      return new UnknownPartitioning(tasks().size());
    }
    Expression[] reported =
        keys().keys().stream().map(k -> Partitions.toKey(k.term())).toArray(Expression[]::new);
    return new KeyGroupedPartitioning(reported, tasks().size());
  }

  SortOrder[] ordering() {
    return order().keys().stream().map(ScanTasks::sortOrder).toArray(SortOrder[]::new);
  }

  private static SortOrder sortOrder(SortKey key) {
    return Expressions.sort(
        Expressions.column(SparkTypes.quoted(key.column())),
        key.descending() ? SortDirection.DESCENDING : SortDirection.ASCENDING,
        key.nullsFirst() ? NullOrdering.NULLS_FIRST : NullOrdering.NULLS_LAST);
  }
}
