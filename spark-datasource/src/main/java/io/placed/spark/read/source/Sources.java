package io.placed.spark.read.source;

import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.table.source.FileChoice;
import io.placed.table.source.ListedPartitions;
import io.placed.table.source.MissingPathException;
import io.placed.table.source.SourceRequest;
import io.placed.table.source.TableNames;
import io.placed.table.source.TableSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Opens the tables or files that the options of a read name. Errors are AnalysisExceptions that
 * name the path.
 */
public final class Sources {
  private Sources() {}

  public static TableSource open(CaseInsensitiveStringMap options) {
    return open(options, null);
  }

  /**
   * @param partitions the partitions in the metastore; null = those found at the paths
   */
  public static TableSource open(CaseInsensitiveStringMap options, ListedPartitions partitions) {
    try {
      return load(options, partitions);
    } catch (MissingPathException e) {
      throw Errors.pathNotFound(e.path());
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** The same; a missing path is an empty table. */
  public static TableSource openOrEmpty(CaseInsensitiveStringMap options) {
    return openOrEmpty(options, null);
  }

  /**
   * @param partitions the partitions in the metastore; null = those found at the paths
   */
  public static TableSource openOrEmpty(
      CaseInsensitiveStringMap options, ListedPartitions partitions) {
    if (!SourceOptions.moment(options).isNow()) {
      return open(options, partitions); // a missing snapshot is an error
    }
    try {
      return load(options, partitions);
    } catch (FileNotFoundException e) {
      return TableSource.empty();
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  private static TableSource load(CaseInsensitiveStringMap options, ListedPartitions partitions)
      throws IOException {
    Session session = Session.active();
    SourceRequest request = SourceOptions.request(options, partitions, session);
    return TableSource.open(session.stores(options.asCaseSensitiveMap()), request);
  }

  /**
   * The files of a source that options choose: those of a call, or defaults of the session that
   * were not known when the source was opened. The state stays the one that was opened.
   *
   * @param opened the options by which it was opened
   */
  public static TableSource chosen(
      TableSource source, CaseInsensitiveStringMap opened, CaseInsensitiveStringMap options) {
    if (SourceOptions.chooseTheSame(opened, options)) {
      return source;
    }
    try {
      Session session = Session.active();
      return source.choosing(
          SourceOptions.choice(options, session.timeZone()),
          session.stores(options.asCaseSensitiveMap()));
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** All files of a source, also those that its options leave out. */
  public static TableSource allFiles(TableSource source, CaseInsensitiveStringMap opened) {
    return source.choosing(FileChoice.ALL, Session.active().stores(opened.asCaseSensitiveMap()));
  }

  /**
   * Maps Spark's column names to the table's.
   *
   * @throws org.apache.spark.sql.AnalysisException if a name is ambiguous in the table
   */
  public static TableNames names(TableSource source, StructType spark, boolean caseSensitive) {
    try {
      return TableNames.of(source.schema(), List.of(spark.fieldNames()), caseSensitive);
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(source.describe() + ": " + e.getMessage(), e);
    }
  }

  /** Spark's columns with the table's names. */
  public static StructType inTable(TableNames names, StructType columns) {
    StructType out = new StructType();
    for (StructField f : columns.fields()) {
      String name = names.inTable(f.name());
      out = out.add(new StructField(name, f.dataType(), f.nullable(), f.metadata()));
    }
    return out;
  }
}
