package io.placed.spark.catalog;

import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.types.SparkTypes;
import java.util.List;
import java.util.Optional;

/**
 * The columns of rows that are written to a table of a catalog. Spark casts those of batches to
 * what the catalog declares, but not those of streams: with others the data set would get columns
 * and types by which the table could not be read under its name.
 */
final class WrittenColumns {
  private WrittenColumns() {}

  /**
   * @param table for the message
   * @throws org.apache.spark.sql.AnalysisException naming a column that is not declared so, and how
   *     to mend it
   */
  static void requireDeclared(
      String table,
      org.apache.spark.sql.types.StructType declared,
      org.apache.spark.sql.types.StructType rows) {
    try {
      boolean caseSensitive = Session.active().caseSensitive();
      Schema known = SparkTypes.toSchema(declared);
      for (Field f : SparkTypes.toSchema(rows).fields()) {
        Optional<Integer> found = known.find(f.name(), caseSensitive);
        if (found.isEmpty()) {
          throw new IllegalArgumentException(
              table
                  + ": the catalog has no column "
                  + f.name()
                  + ", so that nobody would see it by the name of the table; add it with ALTER"
                  + " TABLE … ADD COLUMN, or leave it out of the query");
        }
        Type type = known.field(found.get()).type();
        if (!fits(f.type(), type, caseSensitive)) {
          throw new IllegalArgumentException(
              table
                  + ": column "
                  + f.name()
                  + " is "
                  + SparkTypes.toDataType(f.type()).sql()
                  + " in the query and "
                  + SparkTypes.toDataType(type).sql()
                  + " in the catalog; cast it in the query, or change the catalog's type with ALTER"
                  + " TABLE … ALTER COLUMN … TYPE");
        }
      }
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** Whether values of a type can be read as another one, and fields are found in it. */
  private static boolean fits(Type written, Type declared, boolean caseSensitive) {
    if (written instanceof StructType w && declared instanceof StructType d) {
      return w.fields().stream().allMatch(f -> hasField(d.fields(), f, caseSensitive));
    }
    if (written instanceof ListType w && declared instanceof ListType d) {
      return fits(w.element().type(), d.element().type(), caseSensitive);
    }
    if (written instanceof MapType w && declared instanceof MapType d) {
      return fits(w.key().type(), d.key().type(), caseSensitive)
          && fits(w.value().type(), d.value().type(), caseSensitive);
    }
    return Widening.allowed(written, declared);
  }

  private static boolean hasField(List<Field> declared, Field f, boolean caseSensitive) {
    return declared.stream()
        .anyMatch(
            d ->
                (caseSensitive ? d.name().equals(f.name()) : d.name().equalsIgnoreCase(f.name()))
                    && fits(f.type(), d.type(), caseSensitive));
  }
}
