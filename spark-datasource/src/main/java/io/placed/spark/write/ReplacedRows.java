package io.placed.spark.write;

import com.google.gson.Gson;
import io.placed.error.CommitConflictException;
import io.placed.predicate.Predicate;
import io.placed.spark.internal.Frames;
import io.placed.spark.internal.Session;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.PlacedScanBuilder;
import io.placed.spark.read.source.Sources;
import io.placed.spark.read.vector.FileMetadataColumn;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.source.SourceFile;
import io.placed.table.source.TableSource;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The rows that an overwrite by a condition replaces. They are deleted as a DELETE would delete
 * them, by the commit that adds the new rows.
 */
final class ReplacedRows {
  static final String OPERATION = "overwriteWhere";

  private final TableSource source;
  private final StructType tableSchema;
  private final org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates;
  private final String root;
  private final Map<String, String> hadoop;
  private final List<SourceFile> files;
  private final CaseInsensitiveStringMap options;
  private final Predicate condition;

  /**
   * @param predicates the condition as given by Spark
   * @param condition the same, translated, by which files are selected
   */
  ReplacedRows(
      TableSource source,
      StructType tableSchema,
      CaseInsensitiveStringMap options,
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates,
      Predicate condition) {
    this.source = source;
    this.options = options;
    this.condition = condition;
    this.tableSchema = tableSchema;
    this.predicates = predicates;
    this.root = options.get(PlacedOptions.PATH);
    this.hadoop = new HashMap<>(options.asCaseSensitiveMap());
    this.hadoop.keySet().removeIf(name -> !TableProperties.isHadoop(name));
    this.files = PlacedScanBuilder.filesFor(source, tableSchema, options, condition);
  }

  /** The state in which they are looked for; null if there was no table. */
  Snapshot read() {
    return source.snapshot();
  }

  /**
   * Checks that a query which reads the table has read these rows, not what was in their place
   * before or after.
   *
   * @throws CommitConflictException if it has not
   */
  void requireSame(Snapshot queryReads) throws CommitConflictException {
    if (read() == null || read().isSame(queryReads)) {
      return;
    }
    Set<String> known = identities(queryReads.files());
    for (SourceFile f : files) {
      if (!known.contains(f.file().identity())) {
        throw new CommitConflictException(root, OPERATION, f.file().path(), queryReads.id());
      }
    }
    Set<String> there = identities(read().files());
    Set<String> others = othersThatMayMatch(queryReads);
    for (DataFile f : queryReads.files()) {
      if (!there.contains(f.identity()) && (others == null || others.contains(f.path()))) {
        throw new CommitConflictException(
            root,
            "the query reads "
                + f.path()
                + " in snapshot "
                + queryReads.id()
                + ", and the rows to be replaced are those of snapshot "
                + read().id()
                + ", which does not have it; read the table again and retry");
      }
    }
  }

  /** Paths of the files of a snapshot that may have rows to be replaced; null if any may. */
  private Set<String> othersThatMayMatch(Snapshot queryReads) {
    if (queryReads.id() == 0) {
      return null;
    }
    Map<String, String> then = new HashMap<>(options.asCaseSensitiveMap());
    then.put(PlacedOptions.SNAPSHOT, String.valueOf(queryReads.id()));
    CaseInsensitiveStringMap of = new CaseInsensitiveStringMap(then);
    return PlacedScanBuilder.filesFor(Sources.open(of), tableSchema, options, condition).stream()
        .map(f -> f.file().path())
        .collect(Collectors.toSet());
  }

  private static Set<String> identities(List<DataFile> files) {
    return files.stream().map(DataFile::identity).collect(Collectors.toSet());
  }

  /** Their numbers by the whole path of their file, found by a job of Spark. */
  Map<String, RowBitmap> find() {
    RowDeletes found = new RowDeletes();
    if (!files.isEmpty()) {
      String[] paths = files.stream().map(SourceFile::path).toArray(String[]::new);
      DataFrameReader reader =
          Session.activeSpark()
              .read()
              .format("placed")
              .options(hadoop)
              // Rows of a file that is passed over would stay beside their replacements.
              .option(PlacedOptions.IGNORE_CORRUPT, "false")
              .option(PlacedOptions.IGNORE_MISSING, "false")
              // With the names and defaults of the columns in the catalog.
              .schema(tableSchema)
              .option(PlacedOptions.CHECKED_SAVE, "true")
              .option(PlacedOptions.ONLY_FILES, new Gson().toJson(paths));
      if (read().id() > 0) {
        reader = reader.option(PlacedOptions.SNAPSHOT, read().id());
      }
      reader
          .load(root)
          .where(Frames.condition(predicates))
          .select(FileMetadataColumn.FILE, FileMetadataColumn.ROW)
          .javaRDD()
          .mapPartitions(new OfTask())
          .collect()
          .forEach(found::add);
    }
    return found.byPath();
  }

  private static final class OfTask implements FlatMapFunction<Iterator<Row>, Map<String, byte[]>> {
    private static final long serialVersionUID = 1L;

    @Override
    public Iterator<Map<String, byte[]>> call(Iterator<Row> rows) {
      RowDeletes found = new RowDeletes();
      while (rows.hasNext()) {
        Row row = rows.next();
        found.add(UTF8String.fromString(row.getString(0)), row.getLong(1));
      }
      return List.of(found.toBytes()).iterator();
    }
  }
}
