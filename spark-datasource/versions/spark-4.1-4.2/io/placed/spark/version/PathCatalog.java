package io.placed.spark.version;

import java.util.List;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.ProcedureCatalog;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.StagingTableCatalog;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;

/** A catalog that creates tables and has procedures. */
public abstract class PathCatalog
    implements StagingTableCatalog, FunctionCatalog, ProcedureCatalog {
  protected abstract Table create(Identifier ident, NewTable table)
      throws TableAlreadyExistsException;

  protected abstract StagedTable stageNew(Identifier ident, NewTable table)
      throws TableAlreadyExistsException;

  protected abstract StagedTable stageReplacing(Identifier ident, NewTable table)
      throws NoSuchTableException;

  protected abstract StagedTable stage(Identifier ident, NewTable table);

  protected abstract List<? extends TableCall> procedures();

  private static NewTable table(TableInfo info) {
    return new NewTable(info.schema(), info.partitions(), info.properties());
  }

  @Override
  public final Table createTable(Identifier ident, TableInfo info)
      throws TableAlreadyExistsException {
    return create(ident, table(info));
  }

  @Override
  public final StagedTable stageCreate(Identifier ident, TableInfo info)
      throws TableAlreadyExistsException {
    return stageNew(ident, table(info));
  }

  @Override
  public final StagedTable stageReplace(Identifier ident, TableInfo info)
      throws NoSuchTableException {
    return stageReplacing(ident, table(info));
  }

  @Override
  public final StagedTable stageCreateOrReplace(Identifier ident, TableInfo info) {
    return stage(ident, table(info));
  }

  @Override
  public final UnboundProcedure loadProcedure(Identifier ident) {
    return SparkProcedures.load(name(), procedures(), ident);
  }

  @Override
  public final Identifier[] listProcedures(String[] namespace) {
    return SparkProcedures.list(procedures(), namespace);
  }
}
