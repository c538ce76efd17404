package io.placed.spark.procedures;

import io.placed.spark.internal.Frames;
import io.placed.spark.internal.Session;
import io.placed.spark.version.TableCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** A procedure that is applied to a table and returns rows. */
public abstract class TableProcedure implements TableCall {
  /** The first parameter of all: the name of a table, or its path. */
  static final String TABLE = "table";

  private final String name;
  private final String description;
  private final List<Parameter> parameters;
  private final StructType result;

  /**
   * @param more parameters after the table
   */
  TableProcedure(String name, String description, StructType result, Parameter... more) {
    this.name = name;
    this.description = description;
    this.result = result;
    this.parameters =
        Stream.concat(Stream.of(Parameter.required(TABLE, DataTypes.StringType)), Stream.of(more))
            .toList();
  }

  static Parameter optional(String name) {
    return new Parameter(name, DataTypes.StringType, "NULL");
  }

  /**
   * Runs the procedure; values are in Spark's internal form.
   *
   * @param path of the table
   */
  abstract List<Object[]> rows(String path, Arguments arguments) throws IOException;

  /**
   * Whether the call may have changed the table's rows or columns, replaced files of it, or removed
   * some that only older snapshots list.
   */
  boolean changesTable(Arguments arguments, List<Object[]> result) {
    return false;
  }

  /**
   * The result for a table of the catalog that nobody has written to.
   *
   * @return null if it is that of other tables
   */
  List<Object[]> rowsOfNewTable() {
    return null;
  }

  /** Path of the table that is named. */
  String pathOf(Arguments in) {
    return in.table();
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String description() {
    return description;
  }

  @Override
  public final List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public final LocalScan call(InternalRow in) {
    Arguments arguments = new Arguments(parameters, in);
    List<Object[]> rows;
    try {
      String path = pathOf(arguments);
      rows = rowsOfNewTable();
      if (rows == null || !arguments.isNewTable(path)) {
        rows = rows(path, arguments);
      }
      if (arguments.nameInCatalog() != null && changesTable(arguments, rows)) {
        // As after a statement that changes rows. Otherwise CACHE TABLE keeps the former snapshot:
        // its rows, its files, which a vacuum removes, and the conflict of an overwrite of the
        // table by its own rows with the snapshots since.
        Session.activeSpark().catalog().refreshTable(arguments.text(TABLE));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    InternalRow[] values = rows.stream().map(Frames::row).toArray(InternalRow[]::new);
    return new LocalScan() {
      @Override
      public InternalRow[] rows() {
        return values;
      }

      @Override
      public StructType readSchema() {
        return result;
      }
    };
  }
}
