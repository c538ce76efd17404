package io.placed.spark.catalog;

import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Nothing but the functions of {@link PartitionFunction}, by which scans report their partitions,
 * for the plan of a table whose own catalog does not have them.
 *
 * @param name of the table's catalog
 */
public record TransformCatalog(String name) implements FunctionCatalog {
  @Override
  public void initialize(String catalog, CaseInsensitiveStringMap options) {}

  @Override
  public Identifier[] listFunctions(String[] namespace) {
    return new Identifier[0];
  }

  @Override
  public UnboundFunction loadFunction(Identifier ident) throws NoSuchFunctionException {
    PartitionFunction found =
        ident.namespace().length == 0 ? PartitionFunction.find(ident.name()) : null;
    if (found == null) {
      throw new NoSuchFunctionException(ident);
    }
    return found;
  }
}
