package io.placed.spark.version;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;

/** A procedure as Spark knows it. */
record SparkProcedure(TableCall call) implements UnboundProcedure, BoundProcedure {
  @Override
  public String name() {
    return call.name();
  }

  @Override
  public String description() {
    return call.description();
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }

  /** There is one form for all types of arguments, to which Spark casts them. */
  @Override
  public BoundProcedure bind(StructType arguments) {
    return this;
  }

  @Override
  public ProcedureParameter[] parameters() {
    return call.parameters().stream()
        .map(SparkProcedure::parameter)
        .toArray(ProcedureParameter[]::new);
  }

  private static ProcedureParameter parameter(TableCall.Parameter p) {
    ProcedureParameter.Builder builder = ProcedureParameter.in(p.name(), p.type());
    return (p.otherwise() == null ? builder : builder.defaultValue(p.otherwise())).build();
  }

  @Override
  public Iterator<Scan> call(InternalRow arguments) {
    return List.<Scan>of(call.call(arguments)).iterator();
  }
}
