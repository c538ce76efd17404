package io.placed.spark.procedures;

import io.placed.spark.internal.Frames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.SimpleProcedure;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** A procedure that is applied to a table and returns rows. */
public abstract class TableProcedure implements SimpleProcedure {
  /** The first parameter of all: the name of a table, or its path. */
  static final String TABLE = "table";

  private final String name;
  private final String description;
  private final ProcedureParameter[] parameters;
  private final StructType result;

  /**
   * @param more parameters after the table
   */
  TableProcedure(String name, String description, StructType result, ProcedureParameter... more) {
    this.name = name;
    this.description = description;
    this.result = result;
    this.parameters = new ProcedureParameter[more.length + 1];
    parameters[0] = ProcedureParameter.in(TABLE, DataTypes.StringType).build();
    System.arraycopy(more, 0, parameters, 1, more.length);
  }

  static ProcedureParameter optional(String name) {
    return ProcedureParameter.in(name, DataTypes.StringType).defaultValue("NULL").build();
  }

  /**
   * Runs the procedure; values are in Spark's internal form.
   *
   * @param path of the table
   */
  abstract List<Object[]> rows(String path, Arguments arguments) throws IOException;

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
  public final boolean isDeterministic() {
    return false;
  }

  @Override
  public final ProcedureParameter[] parameters() {
    return parameters.clone();
  }

  @Override
  public final Iterator<Scan> call(InternalRow in) {
    Arguments arguments = new Arguments(parameters, in);
    List<Object[]> rows;
    try {
      rows = rows(pathOf(arguments), arguments);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    InternalRow[] values = rows.stream().map(Frames::row).toArray(InternalRow[]::new);
    Scan scan =
        new LocalScan() {
          @Override
          public InternalRow[] rows() {
            return values;
          }

          @Override
          public StructType readSchema() {
            return result;
          }
        };
    return List.of(scan).iterator();
  }
}
