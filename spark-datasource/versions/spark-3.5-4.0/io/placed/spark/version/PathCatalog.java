package io.placed.spark.version;

import io.placed.spark.internal.Session;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.StagingTableCatalog;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;

/** A catalog that creates tables, from columns and from a struct of them. */
public abstract class PathCatalog implements StagingTableCatalog, FunctionCatalog {
  protected abstract Table create(Identifier ident, NewTable table)
      throws TableAlreadyExistsException;

  protected abstract StagedTable stageNew(Identifier ident, NewTable table)
      throws TableAlreadyExistsException;

  protected abstract StagedTable stageReplacing(Identifier ident, NewTable table)
      throws NoSuchTableException;

  protected abstract StagedTable stage(Identifier ident, NewTable table);

  protected abstract List<? extends TableCall> procedures();

  private static NewTable table(Column[] columns, Transform[] by, Map<String, String> properties) {
    return new NewTable(Session.schema(columns), by, properties);
  }

  @Override
  public final Table createTable(
      Identifier ident, Column[] columns, Transform[] by, Map<String, String> properties)
      throws TableAlreadyExistsException {
    return create(ident, table(columns, by, properties));
  }

  @Override
  public final Table createTable(
      Identifier ident, StructType schema, Transform[] by, Map<String, String> properties)
      throws TableAlreadyExistsException {
    return create(ident, new NewTable(schema, by, properties));
  }

  @Override
  public final StagedTable stageCreate(
      Identifier ident, Column[] columns, Transform[] by, Map<String, String> properties)
      throws TableAlreadyExistsException {
    return stageNew(ident, table(columns, by, properties));
  }

  @Override
  public final StagedTable stageCreate(
      Identifier ident, StructType schema, Transform[] by, Map<String, String> properties)
      throws TableAlreadyExistsException {
    return stageNew(ident, new NewTable(schema, by, properties));
  }

  @Override
  public final StagedTable stageReplace(
      Identifier ident, Column[] columns, Transform[] by, Map<String, String> properties)
      throws NoSuchTableException {
    return stageReplacing(ident, table(columns, by, properties));
  }

  @Override
  public final StagedTable stageReplace(
      Identifier ident, StructType schema, Transform[] by, Map<String, String> properties)
      throws NoSuchTableException {
    return stageReplacing(ident, new NewTable(schema, by, properties));
  }

  @Override
  public final StagedTable stageCreateOrReplace(
      Identifier ident, Column[] columns, Transform[] by, Map<String, String> properties) {
    return stage(ident, table(columns, by, properties));
  }

  @Override
  public final StagedTable stageCreateOrReplace(
      Identifier ident, StructType schema, Transform[] by, Map<String, String> properties) {
    return stage(ident, new NewTable(schema, by, properties));
  }
}
