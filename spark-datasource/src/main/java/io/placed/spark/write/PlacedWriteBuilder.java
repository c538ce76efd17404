package io.placed.spark.write;

import io.placed.placement.ReorderScope;
import io.placed.placement.Reordering;
import io.placed.predicate.LogicalPredicate;
import io.placed.predicate.Predicate;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Frames;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.plan.QueryOrder;
import io.placed.spark.options.GivenOptions;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.translate.FilterTranslator;
import io.placed.spark.types.Partitions;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.source.TableSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsDynamicOverwrite;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Builds a write from Spark's requests. */
public final class PlacedWriteBuilder implements SupportsOverwriteV2, SupportsDynamicOverwrite {
  /**
   * The value of {@link PlacedOptions#CHECKED_SAVE} if nobody else may make the table before it is
   * written.
   */
  public static final String ONLY_NEW = "new";

  private final LogicalWriteInfo info;
  private final CaseInsensitiveStringMap options;
  private final GivenOptions given;
  private final PartitionSpec spec;
  private final List<String> partitionColumns;
  private final boolean functions;
  private final QueryOrder keptOrder;
  private final StructType tableSchema;
  private final Supplier<TableSource> table;
  private final Map<String, ColumnBinding> streams;
  private final Runnable takesFrames;
  private WriteTarget target;
  private WriteMode mode = new WriteMode.Append();
  private Map<String, String> recorded;

  /** Whether Spark cannot pass the rows as a DataFrame before they are divided among tasks. */
  private boolean rowsOnly;

  /**
   * @param options the table's properties, overridden by the options of the write
   * @param given which of them are options of the write
   * @param tableSchema the columns as the table declares them
   * @param table the existing table, as of query planning
   * @param streams columns of streams, by query id, for their next batches
   * @param takesFrames called if the write needs the rows before they are divided
   * @param recorded properties that the table gets with the rows
   * @param functions whether Spark knows the transforms of partitions as functions
   * @param keptOrder the order of the rows of each task, which stay there unless another
   *     distribution is asked for; null if they need not
   * @param target what the write goes to
   */
  public PlacedWriteBuilder(
      LogicalWriteInfo info,
      CaseInsensitiveStringMap options,
      GivenOptions given,
      StructType tableSchema,
      PartitionSpec spec,
      Supplier<TableSource> table,
      Map<String, ColumnBinding> streams,
      Runnable takesFrames,
      Map<String, String> recorded,
      boolean functions,
      QueryOrder keptOrder,
      WriteTarget target) {
    this.keptOrder = keptOrder;
    this.functions = functions;
    this.target = target;
    this.recorded = recorded;
    this.info = info;
    this.streams = streams;
    this.table = table;
    this.takesFrames = takesFrames;
    this.options = options;
    this.given = given;
    this.tableSchema = tableSchema;
    this.spec = spec;
    this.partitionColumns = spec.columns();
  }

  /**
   * Makes a new table with these properties.
   *
   * @param replaces whether it replaces any existing one, also one that others create meanwhile
   */
  public PlacedWriteBuilder ofNewTable(Map<String, String> properties, boolean replaces) {
    recorded = Map.copyOf(properties);
    target = replaces ? WriteTarget.NEW_OR_REPLACED : WriteTarget.NEW;
    return this;
  }

  @Override
  public boolean canOverwrite(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    if (replacesWritten()) {
      return true;
    }
    Predicate partitions = partitionCondition(predicates, tableSchema, partitionColumns);
    if (partitions == null) {
      return rowCondition(predicates) != null && Frames.condition(predicates) != null;
    }
    // Of files outside of the partition directories only some rows may match, as for conditions on
    // other columns.
    return partitions instanceof LogicalPredicate.AlwaysTrue
        || table.get().isInPartitions()
        || Frames.condition(predicates) != null;
  }

  /** The predicates as one on columns of the table; null if one cannot be translated. */
  private Predicate rowCondition(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    FilterTranslator translator =
        new FilterTranslator(tableSchema, Session.active().caseSensitive());
    List<Predicate> parts = new ArrayList<>();
    for (var p : predicates) {
      Predicate part = translator.translate(p).orElse(null);
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    return Predicate.and(parts);
  }

  @Override
  public WriteBuilder overwrite(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    if (replacesWritten()) {
      mode = new WriteMode.OverwritePartitions();
      return this;
    }
    Predicate condition = partitionCondition(predicates, tableSchema, partitionColumns);
    if (condition == null) {
      mode = new WriteMode.OverwriteRows(predicates, rowCondition(predicates));
    } else if (!(condition instanceof LogicalPredicate.AlwaysTrue)) {
      mode = new WriteMode.OverwriteWhere(predicates, condition);
    } else if (overwritesDynamically()) {
      mode = new WriteMode.OverwritePartitions();
    } else {
      mode = new WriteMode.Overwrite(target.keepsColumns());
    }
    return this;
  }

  /**
   * Whether an overwrite of all rows replaces only the partitions that get rows. Spark itself looks
   * at the session's mode, and that only for tables, not for {@code save}.
   */
  private boolean overwritesDynamically() {
    if (target.isNew() || target == WriteTarget.REPLACEMENT || createsTable()) {
      return false;
    }
    boolean save = options.containsKey(PlacedOptions.CHECKED_SAVE);
    String given = overwriteMode(options);
    boolean dynamic =
        given == null
            ? save && Session.active().dynamicPartitionOverwrite()
            : given.equalsIgnoreCase("dynamic");
    // A save may change the partitioning, unless it asks for partitions without saying which. Of a
    // table the log says it, also where the catalog cannot: that of transforms.
    boolean said = save && (given == null || !spec.isEmpty());
    return dynamic && !(said ? spec : table.get().partitionSpec()).isEmpty();
  }

  /** Unless the write, the table or a default of the session says static. */
  private boolean replacesWritten() {
    return target == WriteTarget.WRITTEN_PARTITIONS
        && !"static".equalsIgnoreCase(overwriteMode(options));
  }

  private boolean createsTable() {
    return target == WriteTarget.NEW || ONLY_NEW.equals(options.get(PlacedOptions.CHECKED_SAVE));
  }

  /** Null if it is not given. */
  private static String overwriteMode(CaseInsensitiveStringMap options) {
    String given = options.get(PlacedOptions.OVERWRITE_MODE);
    if (given != null && !given.equalsIgnoreCase("dynamic") && !given.equalsIgnoreCase("static")) {
      throw new IllegalArgumentException(
          "option "
              + PlacedOptions.OVERWRITE_MODE
              + " must be static or dynamic, found '"
              + given
              + "'");
    }
    return given;
  }

  @Override
  public WriteBuilder overwriteDynamicPartitions() {
    if ("static".equalsIgnoreCase(overwriteMode(info.options()))) {
      // The rows alone do not say which partitions a PARTITION clause names.
      throw Errors.analysis(
          "option "
              + PlacedOptions.OVERWRITE_MODE
              + " is static, but this overwrite is dynamic; set"
              + " spark.sql.sources.partitionOverwriteMode to static, or leave the option out",
          null);
    }
    // All rows of a table without partitions are in the same one, also if there are none.
    boolean one = (spec.isEmpty() ? table.get().partitionSpec() : spec).isEmpty();
    mode =
        one
            ? new WriteMode.OverwriteWhere(
                new org.apache.spark.sql.connector.expressions.filter.Predicate[0],
                new LogicalPredicate.AlwaysTrue())
            : new WriteMode.OverwritePartitions();
    rowsOnly = true;
    return this;
  }

  @Override
  public Write build() {
    String arranged = options.get(PlacedOptions.ARRANGED);
    if (arranged != null) {
      return arranged(ArrangedWrites.get(arranged));
    }
    String root = options.get(PlacedOptions.PATH);
    if (root == null) {
      throw new IllegalArgumentException(
          "the path to write to is missing; use save(PATH) or the option path");
    }
    try {
      boolean all = mode instanceof WriteMode.Overwrite;
      boolean any = all && (target.isNew() || options.containsKey(PlacedOptions.CHECKED_SAVE));
      Optional<TableSource> planned = any ? Optional.empty() : Optional.of(table.get());
      TableSource existing = all ? TableSource.empty() : planned.orElseThrow();
      PartitionSpec columns = partitioning(existing, planned);
      if (mode instanceof WriteMode.OverwriteWhere where && !existing.isInPartitions()) {
        // Only some rows of files outside of the partition directories may match.
        mode = new WriteMode.OverwriteRows(where.predicates(), where.condition());
      }
      if (mode instanceof WriteMode.OverwriteRows rows) {
        mode =
            new WriteMode.ReplaceRows(
                new ReplacedRows(
                    existing, tableSchema, options, rows.predicates(), rows.condition()));
      }
      return write(
          new WritePlan(
              root,
              options,
              given,
              info.schema(),
              tableSchema,
              columns,
              mode,
              existing,
              planned,
              recorded,
              createsTable()));
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** A stream to a path need not repeat the partitioning of the table. */
  private PartitionSpec partitioning(TableSource existing, Optional<TableSource> planned) {
    PartitionSpec there = planned.orElse(existing).partitionSpec();
    boolean unsaid =
        spec.isEmpty()
            && (!PlacedOptions.isPlace(options) || mode instanceof WriteMode.OverwritePartitions);
    return unsaid ? there : Partitions.ofWrite(spec, there);
  }

  /** The second pass of the rows through Spark, in which only sorting is left. */
  private Write arranged(WritePlan plan) {
    TaskDistribution distribution =
        plan.reordering().scope() == ReorderScope.TASK
            ? TaskDistribution.AS_THEY_ARE
            : plan.reordering() instanceof Reordering.Sort
                ? TaskDistribution.RANGES
                : TaskDistribution.ARRANGED;
    return new PlacedWrite(plan, distribution, QueryOrder.NONE, false, info.queryId(), streams);
  }

  private PlacedWrite write(WritePlan plan, TaskDistribution distribution, boolean functions) {
    boolean kept = distribution == TaskDistribution.AS_THEY_ARE && keptOrder != null;
    QueryOrder order = kept ? keptOrder : QueryOrder.NONE;
    return new PlacedWrite(plan, distribution, order, functions, info.queryId(), streams);
  }

  /** Chooses the write by how a reordering of the whole table, if requested, can be done. */
  private Write write(WritePlan plan) {
    boolean computedKeys =
        plan.reordering().scope() != ReorderScope.TASK
            && !(plan.reordering() instanceof Reordering.Sort);
    // Ranges of computed keys are not for Spark to find.
    boolean ranged = computedKeys && "range".equals(plan.distribution());
    TaskDistribution asked = ranged ? null : TaskDistribution.asked(plan, functions);
    if (asked != null) {
      return write(plan, asked, functions);
    }
    if (plan.reordering().scope() == ReorderScope.TASK) {
      TaskDistribution unasked =
          keptOrder != null
              ? TaskDistribution.AS_THEY_ARE
              : TaskDistribution.unasked(plan, functions);
      return write(plan, unasked, functions);
    }
    if (plan.reordering() instanceof Reordering.Sort) {
      return write(plan, TaskDistribution.RANGES, functions);
    }
    if (!rowsOnly) {
      takesFrames.run();
      return new DataFrameWrite(plan, info.queryId(), streams);
    }
    if (!plan.partitionKeys(functions).isEmpty() && plan.maxRecords() == 0) {
      return write(plan, TaskDistribution.PARTITIONS, functions);
    }
    throw new IllegalArgumentException(
        Reordering.SETTING
            + ": Spark divides the rows of a dynamic overwrite among tasks by columns only, so "
            + plan.reordering()
            + " of the whole table needs partition columns and no "
            + PlacedOptions.MAX_RECORDS
            + ". Allowed: an overwrite that is not dynamic, a save to the path with "
            + PlacedOptions.OVERWRITE_MODE
            + "=dynamic, or '; per-task' at the end of the reordering, to order the rows of each"
            + " task separately");
  }

  /** The predicates as one on partition columns; null if they use other columns too. */
  public static Predicate partitionCondition(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates,
      StructType schema,
      List<String> partitionColumns) {
    boolean caseSensitive = Session.active().caseSensitive();
    FilterTranslator translator = new FilterTranslator(schema, caseSensitive);
    List<Predicate> parts = new ArrayList<>();
    for (var p : predicates) {
      Predicate part = translator.translate(p).orElse(null);
      if (part == null
          || !part.columns().stream().allMatch(c -> contains(partitionColumns, c, caseSensitive))) {
        return null;
      }
      if (!(part instanceof LogicalPredicate.AlwaysTrue)) {
        parts.add(part);
      }
    }
    return Predicate.and(parts);
  }

  private static boolean contains(List<String> names, String name, boolean caseSensitive) {
    return names.stream().anyMatch(n -> caseSensitive ? n.equals(name) : n.equalsIgnoreCase(name));
  }
}
