package io.placed.spark.write;

import io.placed.spark.internal.Errors;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.RowLevelScanBuilder;
import io.placed.spark.read.vector.FileMetadataColumn;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.source.SourceFile;
import io.placed.table.source.TableSource;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A DELETE, UPDATE or MERGE: files with matching rows are read completely and replaced, in one
 * commit, by files with the remaining, changed and new rows.
 */
public final class RowOperation implements RowLevelOperation {
  private final Command command;
  private final TableSource source;
  private final StructType tableSchema;
  private final PartitionSpec spec;
  private final boolean functions;
  private final Map<String, String> recorded;
  private final CaseInsensitiveStringMap options;
  private RowLevelScanBuilder scan;

  /**
   * @param source the state that the operation is computed from
   * @param options the table's properties, overridden by the options of the statement
   * @param recorded properties that the table gets with the rows
   * @param functions whether Spark knows the transforms of partitions as functions
   */
  public RowOperation(
      Command command,
      TableSource source,
      StructType tableSchema,
      PartitionSpec spec,
      CaseInsensitiveStringMap options,
      Map<String, String> recorded,
      boolean functions) {
    this.recorded = recorded;
    this.command = command;
    this.source = source;
    this.tableSchema = tableSchema;
    this.spec = spec;
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
  public NamedReference[] requiredMetadataAttributes() {
    return new NamedReference[] {Expressions.column(FileMetadataColumn.FILE)};
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap ignored) {
    if (scan == null) {
      scan = new RowLevelScanBuilder(source, tableSchema, options);
    }
    return scan;
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new WriteBuilder() {
      @Override
      public Write build() {
        return write(info);
      }
    };
  }

  private Write write(LogicalWriteInfo info) {
    WriteMode mode =
        new WriteMode.ReplaceFiles(
            command.name().toLowerCase(Locale.ROOT), this::replaced, source.snapshot());
    try {
      WritePlan plan =
          new WritePlan(
              options.get(PlacedOptions.PATH),
              options,
              info.schema(),
              spec,
              mode,
              source,
              Optional.of(source),
              recorded);
      return new PlacedWrite(plan, distribution(), functions, info.queryId(), Map.of());
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /**
   * Keeps rows of a replaced file together where possible, so that the new files are as well
   * ordered as the old ones, without another pass over the table. After a MERGE or UPDATE they may
   * be in any partition.
   */
  private TaskDistribution distribution() {
    return command == Command.DELETE || spec.isEmpty()
        ? TaskDistribution.AS_THEY_ARE
        : TaskDistribution.PARTITIONS;
  }

  /** Known only after the rows were read. */
  private Set<String> replaced() {
    return scan.filesRead().stream()
        .map(SourceFile::file)
        .map(DataFile::path)
        .collect(Collectors.toSet());
  }
}
