package io.placed.spark.write;

import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.options.GivenOptions;
import io.placed.spark.options.JoinKeys;
import io.placed.spark.options.OptionUse;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.PlacedScanBuilder;
import io.placed.spark.read.vector.FileMetadataColumn;
import io.placed.spark.types.CharColumns;
import io.placed.spark.types.Partitions;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.source.TableSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.DeltaWriteBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsDelta;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A DELETE, UPDATE or MERGE: Spark finds the rows, tasks report which ones go and write changed and
 * new rows, and one commit marks the former as deleted, or replaces their files.
 */
public final class RowOperation implements SupportsDelta {
  private final Command command;
  private final TableSource source;
  private final StructType tableSchema;
  private final PartitionSpec spec;
  private final boolean functions;
  private final Map<String, String> recorded;
  private final CaseInsensitiveStringMap options;
  private final GivenOptions given;

  /**
   * @param source the state that the operation is computed from
   * @param tableSchema the columns as the table declares them
   * @param options the table's properties, overridden by the options of the statement
   * @param given which of them are options of the statement
   * @param recorded properties that the table gets with the rows
   * @param functions whether Spark knows the transforms of partitions as functions
   */
  public RowOperation(
      Command command,
      TableSource source,
      StructType tableSchema,
      PartitionSpec spec,
      CaseInsensitiveStringMap options,
      GivenOptions given,
      Map<String, String> recorded,
      boolean functions) {
    this.given = given;
    this.recorded = recorded;
    this.command = command;
    this.source = source;
    this.tableSchema = tableSchema;
    this.spec = Partitions.ofWrite(spec, source.partitionSpec());
    this.functions = functions;
    this.options = options;
  }

  @Override
  public Command command() {
    return command;
  }

  @Override
  public String description() {
    return "placed " + command + " " + options.get(PlacedOptions.PATH);
  }

  @Override
  public NamedReference[] rowId() {
    return new NamedReference[] {
      Expressions.column(FileMetadataColumn.FILE), Expressions.column(FileMetadataColumn.ROW)
    };
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap ofRelation) {
    Map<String, String> strict = new HashMap<>();
    strict.put(JoinKeys.OPTION, JoinKeys.of(ofRelation).name());
    boolean chars = CharColumns.areIn(tableSchema) && Session.active().padsChars();
    if (chars) {
      // Spark pads what a DELETE reads, but not in all cases what an UPDATE or MERGE reads.
      strict.put(PlacedOptions.PAD_CHARS, "true");
    }
    if (chars || readsLeaveFilesOut()) {
      // Spark looks for the rows with a read of the table first.
      strict.put(JoinKeys.OPTION, JoinKeys.NONE.name());
    }
    return new PlacedScanBuilder(
        source,
        tableSchema,
        reading(PlacedOptions.layered(List.of(options.asCaseSensitiveMap(), strict))),
        false);
  }

  /**
   * With these options a scan passes over no file: its rows would stay, or be inserted again. The
   * files are not chosen by options, either.
   */
  public static CaseInsensitiveStringMap reading(CaseInsensitiveStringMap options) {
    Map<String, String> strict =
        Map.of(PlacedOptions.IGNORE_CORRUPT, "false", PlacedOptions.IGNORE_MISSING, "false");
    return PlacedOptions.layered(List.of(options.asCaseSensitiveMap(), strict));
  }

  private boolean readsLeaveFilesOut() {
    Session session = Session.active();
    return options.getBoolean(PlacedOptions.IGNORE_CORRUPT, session.ignoreCorruptFiles())
        || options.getBoolean(PlacedOptions.IGNORE_MISSING, session.ignoreMissingFiles())
        || PlacedOptions.CHOOSING_FILES.stream().anyMatch(options::containsKey);
  }

  @Override
  public DeltaWriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new DeltaWriteBuilder() {
      @Override
      public DeltaWrite build() {
        return write(info);
      }
    };
  }

  private DeltaWrite write(LogicalWriteInfo info) {
    try {
      WritePlan plan =
          new WritePlan(
              options.get(PlacedOptions.PATH),
              OptionUse.ROW_CHANGE.supported(options),
              given,
              // A DELETE has no rows to write, but files may have to be written again.
              command == Command.DELETE ? tableSchema : info.schema(),
              tableSchema,
              spec,
              new WriteMode.Append(),
              source,
              Optional.of(source),
              recorded,
              false);
      String operation = command.name().toLowerCase(Locale.ROOT);
      RowChanges changes = new RowChanges(operation, source.snapshot(), options, plan.settings());
      return new PlacedDeltaWrite(plan, changes, distribution(plan), functions);
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** Changed rows may be in any partition. */
  private TaskDistribution distribution(WritePlan plan) {
    if (command == Command.DELETE) {
      return TaskDistribution.ARRANGED;
    }
    TaskDistribution asked = TaskDistribution.asked(plan, functions);
    // The files of a partition have been written before: nothing is gained by one task for it.
    return asked == null || asked == TaskDistribution.PARTITIONS
        ? TaskDistribution.unasked(plan, functions)
        : asked;
  }
}
