package io.placed.spark.procedures;

import io.placed.spark.internal.Catalyst;
import io.placed.spark.internal.PlacedExtensions;
import io.placed.spark.internal.Session;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.source.SourceOptions;
import io.placed.spark.version.TableCall.Parameter;
import io.placed.table.DataSet;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;

/** The arguments of a call, by name. */
final class Arguments {
  private final List<Parameter> parameters;
  private final InternalRow values;

  Arguments(List<Parameter> parameters, InternalRow values) {
    this.parameters = parameters;
    this.values = values;
  }

  /**
   * The path of the table that is named: as the session's catalog knows it, as {@code
   * placed.`/path`}, or by its path itself. A table of the catalog comes first; {@code ./t} is a
   * path.
   */
  String table() {
    String text = text(TableProcedure.TABLE);
    List<String> parts = tableName();
    String path =
        parts == null
            ? null
            : PlacedExtensions.decisions(SparkSession.active()).names().pathOf(parts);
    if (path != null) {
      return path;
    }
    if (parts != null && !exists(text)) {
      throw new IllegalArgumentException(
          "argument "
              + TableProcedure.TABLE
              + ": the catalog has no table "
              + text
              + ", and there is nothing at the path "
              + text);
    }
    return text;
  }

  /** The last part of the name, if the table is named as the catalog knows it; else null. */
  String nameInCatalog() {
    List<String> parts = tableName();
    if (parts == null
        || PlacedExtensions.decisions(SparkSession.active()).names().pathOf(parts) == null) {
      return null;
    }
    String last = parts.get(parts.size() - 1);
    return last.indexOf('/') < 0 ? last : null;
  }

  /** Whether the catalog has the table, and nothing was written to it. */
  boolean isNewTable(String path) throws IOException {
    DataSet found = dataSet(path);
    if (nameInCatalog() == null || found.hasSnapshots()) {
      return false;
    }
    try {
      found.current();
      return false; // Files without a log.
    } catch (FileNotFoundException e) {
      return true;
    }
  }

  private static DataSet dataSet(String path) throws IOException {
    return DataSet.at(Session.active().stores(Map.of()), path);
  }

  /** The parts of the argument as a name; null if it is none. */
  List<String> tableName() {
    return Catalyst.get().nameParts(text(TableProcedure.TABLE));
  }

  private static boolean exists(String path) {
    try {
      return dataSet(path).exists();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /** Null if it was omitted. */
  String textOrNull(String name) {
    int i = position(name);
    return values.isNullAt(i) ? null : values.getUTF8String(i).toString();
  }

  /**
   * A time, in the form of the option of reads; null if it was omitted.
   *
   * @throws IllegalArgumentException naming the argument, if it is none
   */
  String timeOrNull(String name) {
    String text = textOrNull(name);
    try {
      if (text != null) {
        SourceOptions.millis(text, "UTC");
      }
      return text;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          e.getMessage().replace("option " + PlacedOptions.AS_OF, "argument " + name), e);
    }
  }

  /** Null if it was omitted. */
  List<String> textsOrNull(String name) {
    int i = position(name);
    if (values.isNullAt(i)) {
      return null;
    }
    ArrayData array = values.getArray(i);
    List<String> texts = new ArrayList<>();
    for (int j = 0; j < array.numElements(); j++) {
      if (array.isNullAt(j)) {
        throw new IllegalArgumentException("argument " + name + ": an element is NULL");
      }
      texts.add(array.getUTF8String(j).toString());
    }
    return texts;
  }

  /**
   * @throws IllegalArgumentException if it is null
   */
  String text(String name) {
    return values.getUTF8String(required(name)).toString();
  }

  /**
   * @throws IllegalArgumentException if it is null
   */
  int integer(String name) {
    return values.getInt(required(name));
  }

  /**
   * @throws IllegalArgumentException if it is null
   */
  boolean bool(String name) {
    return values.getBoolean(required(name));
  }

  /** Fails for NULL, for which Spark would return 0 or false. */
  private int required(String name) {
    int i = position(name);
    if (values.isNullAt(i)) {
      throw new IllegalArgumentException("argument " + name + ": a value is required, found NULL");
    }
    return i;
  }

  private int position(String name) {
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalStateException("no parameter is called " + name);
  }
}
