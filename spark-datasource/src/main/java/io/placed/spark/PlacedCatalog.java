package io.placed.spark;

import io.placed.spark.catalog.ColumnChanges;
import io.placed.spark.catalog.PartitionFunction;
import io.placed.spark.catalog.PathTables;
import io.placed.spark.catalog.PlacedMetadataTable;
import io.placed.spark.catalog.StagedPathTable;
import io.placed.spark.catalog.VersionedCatalog;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.PlacedExtensions;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.decision.TableDefinition;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.procedures.AddFilesProcedure;
import io.placed.spark.procedures.AdviseProcedure;
import io.placed.spark.procedures.AdviseReportProcedure;
import io.placed.spark.procedures.CheckAdviceProcedure;
import io.placed.spark.procedures.CheckAdviceReportProcedure;
import io.placed.spark.procedures.CreateTagProcedure;
import io.placed.spark.procedures.DeleteTagProcedure;
import io.placed.spark.procedures.ExplainProcedure;
import io.placed.spark.procedures.InspectProcedure;
import io.placed.spark.procedures.MapProcedure;
import io.placed.spark.procedures.OptimizeProcedure;
import io.placed.spark.procedures.RewriteProcedure;
import io.placed.spark.procedures.RollbackProcedure;
import io.placed.spark.procedures.SetPartitioningProcedure;
import io.placed.spark.procedures.TableProcedure;
import io.placed.spark.procedures.VacuumProcedure;
import io.placed.spark.types.Partitions;
import io.placed.spark.version.NewTable;
import io.placed.table.DataSet;
import io.placed.table.metadata.MetadataTable;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Tables by their paths, {@code placed.`/data/lineitem`}, and procedures. Every session has this
 * catalog, without any setting:
 *
 * <pre>{@code
 * CALL placed.system.rewrite(table => '/data/lineitem', placement => 'orc')
 * CALL placed.system.optimize(table => 'db.lineitem')
 * CALL placed.system.vacuum(table => 'db.lineitem', older_than_hours => 48)
 * CALL placed.system.add_files(table => 'db.lineitem', source => '/data/lineitem/new')
 * CALL placed.system.rollback(table => 'db.lineitem', snapshot => 5)
 * CALL placed.system.create_tag(table => 'db.lineitem', tag => 'v1', snapshot => 5)
 * CALL placed.system.delete_tag(table => 'db.lineitem', tag => 'v1')
 * CALL placed.system.set_partitioning(table => 'db.lineitem', partitioning => 'days(l_shipdate)')
 * CALL placed.system.inspect(table => '/data/lineitem')
 * CALL placed.system.map(table => '/data/lineitem')
 * CALL placed.system.explain(table => '/data/lineitem', where => 'l_quantity < 5')
 * CALL placed.system.advise(table => 'db.lineitem', workload => '/data/history')
 * }</pre>
 */
public final class PlacedCatalog extends VersionedCatalog {
  private static final String NAMESPACE = "system";

  private final List<TableProcedure> procedures =
      List.of(
          new RewriteProcedure(),
          new OptimizeProcedure(),
          new VacuumProcedure(),
          new AddFilesProcedure(),
          new RollbackProcedure(),
          new SetPartitioningProcedure(),
          new CreateTagProcedure(),
          new DeleteTagProcedure(),
          new InspectProcedure(),
          new MapProcedure(),
          new ExplainProcedure(),
          new AdviseProcedure(),
          new AdviseReportProcedure(),
          new CheckAdviceProcedure(),
          new CheckAdviceReportProcedure());
  private String name;

  @Override
  public void initialize(String catalog, CaseInsensitiveStringMap options) {
    name = catalog;
  }

  @Override
  public String name() {
    return name;
  }

  /** Empty, because paths are not listed anywhere. */
  @Override
  public Identifier[] listTables(String[] namespace) {
    return new Identifier[0];
  }

  private boolean allowsPaths() {
    return PlacedExtensions.decisions(Session.activeSpark()).names().allowsPaths(name);
  }

  private void requirePaths(Identifier ident) {
    if (!allowsPaths()) {
      throw Errors.analysis(
          name + "." + ident + ": spark.sql.runSQLOnFiles=false allows no paths as tables", null);
    }
  }

  private String path(Identifier ident) {
    requirePaths(ident);
    if (ident.namespace().length > 0) {
      throw Errors.analysis(
          ident + ": a path in backquotes is needed, such as `/data/lineitem`", null);
    }
    return ident.name();
  }

  @Override
  public boolean tableExists(Identifier ident) {
    return ident.namespace().length == 0 && allowsPaths() && PathTables.exists(path(ident));
  }

  @Override
  public Table loadTable(Identifier ident) {
    return load(ident, Map.of());
  }

  @Override
  public Table loadTable(Identifier ident, String version) {
    return load(ident, Map.of(PlacedOptions.SNAPSHOT, version));
  }

  @Override
  public Table loadTable(Identifier ident, long micros) {
    Instant time = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    return load(ident, Map.of(PlacedOptions.AS_OF, time.toString()));
  }

  @Override
  protected String pathOf(Identifier ident) {
    return path(ident);
  }

  /** Below a path may be the name of the table that the session's catalog has there. */
  @Override
  protected TableDefinition definitionOf(Identifier ident) {
    String[] above = ident.namespace();
    return above.length == 2 ? definition(above[0], above[1], ident.name()) : null;
  }

  private static TableDefinition definition(String path, String database, String table) {
    return PlacedExtensions.decisions(Session.activeSpark())
        .names()
        .definition(path, database, table);
  }

  @Override
  protected List<TableProcedure> procedures() {
    return procedures;
  }

  /** Below a path, or the name of its table, are the tables of what the log says about it, too. */
  private Table load(Identifier ident, Map<String, String> moment) {
    requirePaths(ident);
    String[] above = ident.namespace();
    if ((above.length == 1 || above.length == 3) && MetadataTable.find(ident.name()).isPresent()) {
      TableDefinition definition =
          above.length == 1 ? null : definition(above[0], above[1], above[2]);
      return PlacedMetadataTable.open(above[0], ident.name(), moment, definition);
    }
    TableDefinition definition = definitionOf(ident);
    String path = definition == null ? path(ident) : definition.location();
    return PathTables.load(path, moment, definition);
  }

  @Override
  protected Table create(Identifier ident, NewTable table) throws TableAlreadyExistsException {
    requireAbsent(ident);
    StructType schema = table.schema();
    PathTables.requirePlain(schema);
    Map<String, String> properties = PathTables.properties(path(ident), table);
    try {
      PathTables.create(
          path(ident),
          schema,
          Partitions.resolved(
              Partitions.toSpec(table.partitions()),
              schema.fieldNames(),
              Session.active().caseSensitive()),
          properties,
          false);
    } catch (IOException e) {
      if (Errors.isConflict(e) && PathTables.exists(path(ident))) {
        throw new TableAlreadyExistsException(ident); // Another session was faster.
      }
      throw Errors.analysis(e.getMessage(), e);
    }
    return loadTable(ident);
  }

  private void requireAbsent(Identifier ident) throws TableAlreadyExistsException {
    if (PathTables.exists(path(ident))) {
      throw new TableAlreadyExistsException(ident);
    }
  }

  @Override
  protected StagedTable stageNew(Identifier ident, NewTable table) {
    // Spark has looked for the table; of one that others make since, the commit knows.
    return stage(ident, table, false);
  }

  @Override
  protected StagedTable stageReplacing(Identifier ident, NewTable table)
      throws NoSuchTableException {
    if (!tableExists(ident)) {
      throw new NoSuchTableException(ident);
    }
    return stage(ident, table, true);
  }

  @Override
  protected StagedTable stage(Identifier ident, NewTable table) {
    return stage(ident, table, true);
  }

  private StagedTable stage(Identifier ident, NewTable table, boolean replaces) {
    Partitions.toSpec(table.partitions());
    return new StagedPathTable(
        table.schema(), table.partitions(), PathTables.properties(path(ident), table), replaces);
  }

  @Override
  public Table alterTable(Identifier ident, TableChange... changes) {
    try {
      DataSet dataSet = PathTables.dataSet(path(ident));
      boolean caseSensitive = Session.active().caseSensitive();
      ColumnChanges asked = ColumnChanges.ofPath(dataSet, caseSensitive, changes);
      PlacedOptions.check(
          asked.properties().entrySet().stream()
              .filter(e -> e.getValue() != null)
              .collect(
                  Collectors.toMap(
                      Map.Entry::getKey,
                      Map.Entry::getValue,
                      (a, b) -> b,
                      PlacedCatalog::asTable)));
      for (String name : asked.properties().keySet()) {
        if (asked.properties().get(name) != null && !PlacedOptions.isOfLog(name)) {
          throw new IllegalArgumentException(
              name
                  + " is not a property of a table at a path: it is an option of a single read or"
                  + " write, or a session setting, spark.datasource.placed."
                  + name);
        }
      }
      dataSet.alter(asked.columns(), asked.properties());
    } catch (IOException | IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
    return loadTable(ident);
  }

  private static Map<String, String> asTable() {
    Map<String, String> properties = new HashMap<>();
    properties.put(PlacedOptions.PROVIDER, "placed");
    return properties;
  }

  @Override
  public boolean dropTable(Identifier ident) {
    throw Errors.analysis(
        path(ident) + ": a table at a path is dropped by removing its directory", null);
  }

  @Override
  public void renameTable(Identifier from, Identifier to) {
    throw Errors.analysis(
        path(from) + ": a table at a path is renamed by moving its directory", null);
  }

  private static boolean isOfFunctions(String[] namespace) {
    return namespace.length == 0 || Arrays.equals(namespace, new String[] {NAMESPACE});
  }

  @Override
  public Identifier[] listFunctions(String[] namespace) {
    return isOfFunctions(namespace)
        ? PartitionFunction.ALL.stream()
            .map(f -> Identifier.of(namespace, f.name()))
            .toArray(Identifier[]::new)
        : new Identifier[0];
  }

  @Override
  public UnboundFunction loadFunction(Identifier ident) throws NoSuchFunctionException {
    PartitionFunction found =
        isOfFunctions(ident.namespace()) ? PartitionFunction.find(ident.name()) : null;
    if (found == null) {
      throw new NoSuchFunctionException(ident);
    }
    return found;
  }
}
