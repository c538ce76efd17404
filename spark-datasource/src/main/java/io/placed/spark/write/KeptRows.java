package io.placed.spark.write;

import com.google.gson.Gson;
import io.placed.predicate.Predicate;
import io.placed.spark.internal.Frames;
import io.placed.spark.internal.Session;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.PlacedScanBuilder;
import io.placed.spark.types.SparkTypes;
import io.placed.table.file.DataFile;
import io.placed.table.source.SourceFile;
import io.placed.table.source.TableSource;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The remaining rows of the files that an overwrite by a condition replaces: rows for which the
 * condition is not true are written again, with the new ones.
 */
final class KeptRows {
  private final TableSource source;
  private final WriteMode.OverwriteRows mode;
  private final List<SourceFile> files;
  private final StructType tableSchema;

  KeptRows(
      TableSource source,
      StructType tableSchema,
      CaseInsensitiveStringMap options,
      WriteMode.OverwriteRows mode) {
    this.source = source;
    this.tableSchema = tableSchema;
    this.mode = mode;
    Predicate condition = mode.condition();
    this.files = PlacedScanBuilder.filesFor(source, tableSchema, options, condition);
  }

  /** The commit removes exactly the files that are read here. */
  WriteMode.ReplaceFiles commit() {
    Set<String> paths =
        files.stream().map(SourceFile::file).map(DataFile::path).collect(Collectors.toSet());
    return new WriteMode.ReplaceFiles("overwriteWhere", () -> paths, source.snapshot());
  }

  /** The union of new and remaining rows. */
  Dataset<Row> with(Dataset<Row> rows, String root) {
    if (files.isEmpty()) {
      return rows;
    }
    Column condition = Frames.condition(mode.predicates());
    Column[] columns =
        Arrays.stream(rows.columns())
            .map(c -> functions.col(SparkTypes.quoted(c)))
            .toArray(Column[]::new);
    String[] paths = files.stream().map(SourceFile::path).toArray(String[]::new);
    Dataset<Row> kept =
        Session.activeSpark()
            .read()
            .format("placed")
            // With the names and defaults of the columns in the catalog.
            .schema(tableSchema)
            .option(PlacedOptions.CHECKED_SAVE, "true")
            .option(PlacedOptions.ONLY_FILES, new Gson().toJson(paths))
            .options(
                source.snapshot().id() == 0
                    ? java.util.Map.of()
                    : java.util.Map.of(
                        PlacedOptions.SNAPSHOT, String.valueOf(source.snapshot().id())))
            .load(root)
            .where(functions.not(condition.eqNullSafe(functions.lit(true))))
            .select(columns);
    return kept.union(rows);
  }
}
