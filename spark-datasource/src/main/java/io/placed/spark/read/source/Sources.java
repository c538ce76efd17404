package io.placed.spark.read.source;

import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
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
 * Opens what the options of a read name. Problems come as Spark's AnalysisException with one
 * sentence that names the path.
 */
public final class Sources {
  private Sources() {}

  public static TableSource open(CaseInsensitiveStringMap options) {
    return open(options, null);
  }

  /**
   * @param partitions what a metastore lists; null = what the paths hold
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

  /** The same; that nothing is there means an empty table. */
  public static TableSource openOrEmpty(CaseInsensitiveStringMap options) {
    return openOrEmpty(options, null);
  }

  /**
   * @param partitions what a metastore lists; null = what the paths hold
   */
  public static TableSource openOrEmpty(
      CaseInsensitiveStringMap options, ListedPartitions partitions) {
    if (!SourceOptions.moment(options).isNow()) {
      return open(options, partitions); // A snapshot that is not there is an error.
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
   * How the table calls Spark's columns.
   *
   * @throws org.apache.spark.sql.AnalysisException if one of them means several of the table's
   */
  public static TableNames names(TableSource source, StructType spark, boolean caseSensitive) {
    try {
      return TableNames.of(source.schema(), List.of(spark.fieldNames()), caseSensitive);
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(source.describe() + ": " + e.getMessage(), e);
    }
  }

  /** Columns of Spark's under the table's names. */
  public static StructType inTable(TableNames names, StructType columns) {
    StructType out = new StructType();
    for (StructField f : columns.fields()) {
      String name = names.inTable(f.name());
      out = out.add(new StructField(name, f.dataType(), f.nullable(), f.metadata()));
    }
    return out;
  }
}
