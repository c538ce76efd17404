package io.placed.spark.procedures;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;

/** The arguments of a call, by name. */
final class Arguments {
  private final ProcedureParameter[] parameters;
  private final InternalRow values;

  Arguments(ProcedureParameter[] parameters, InternalRow values) {
    this.parameters = parameters;
    this.values = values;
  }

  /** Null if it was omitted. */
  String textOrNull(String name) {
    int i = position(name);
    return values.isNullAt(i) ? null : values.getUTF8String(i).toString();
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
    for (int i = 0; i < parameters.length; i++) {
      if (parameters[i].name().equals(name)) {
        return i;
      }
    }
    throw new IllegalStateException("no parameter is called " + name);
  }
}
