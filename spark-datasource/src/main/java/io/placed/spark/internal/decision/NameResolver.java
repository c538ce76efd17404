package io.placed.spark.internal.decision;

import io.placed.spark.PlacedCatalog;
import io.placed.spark.catalog.PartitionFunction;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.SessionSettings;
import io.placed.table.metadata.MetadataTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Finds out what the names in statements mean, and gives those of this source their names in the
 * catalog of paths: paths, procedures, functions, and metadata and earlier snapshots of tables of
 * the session's catalog.
 */
public final class NameResolver {
  /** Name of the catalog of paths, which every session has. */
  public static final String PATHS = "placed_paths";

  /** Class of the catalogs of paths. */
  public static final String CATALOG = PlacedCatalog.class.getName();

  /** Spark's name of the session's catalog. */
  public static final String SESSION_CATALOG = "spark_catalog";

  private final SessionTables tables;
  private final Supplier<SessionSettings> settings;

  public NameResolver(SessionTables tables, Supplier<SessionSettings> settings) {
    this.tables = tables;
    this.settings = settings;
  }

  /**
   * The name of {@code placed.`/path`} in the catalog of paths. Spark resolves such names only for
   * version 1 sources, and only for reading.
   *
   * @return null if the name is not a path
   */
  public List<String> pathName(List<String> name) {
    boolean path =
        settings.get().runsSqlOnFiles()
            && name.size() == 2
            && isFormatNotCatalog(name.get(0))
            && !isTable(name.get(1));
    return path ? inCatalog(name.get(1)) : null;
  }

  /** The name of a path in the catalog of paths. */
  public static List<String> inCatalog(String path) {
    return List.of(PATHS, path);
  }

  /**
   * Whether a catalog may take names for paths. {@code placed.`/path`} is a name of a catalog in
   * Spark 3.5, or if the user has a catalog of that name; the setting is for both.
   */
  public boolean allowsPaths(String catalog) {
    return !PlanDecisions.isPlaced(catalog) || settings.get().runsSqlOnFiles();
  }

  /**
   * The name of {@code placed.system.…} in the catalog of paths, which has the procedures.
   *
   * @return null if it is another name
   */
  public List<String> procedureName(List<String> name) {
    return name.size() == 3 && isFormatNotCatalog(name.get(0))
        ? List.of(PATHS, name.get(1), name.get(2))
        : null;
  }

  /**
   * The namespace {@code placed.system} in the catalog of paths.
   *
   * @return null if it is another name
   */
  public List<String> proceduresName(List<String> name) {
    return name.size() == 2 && isFormatNotCatalog(name.get(0)) && name.get(1).equals("system")
        ? List.of(PATHS, name.get(1))
        : null;
  }

  /**
   * The name of a function {@code placed.…} in the catalog of paths.
   *
   * @return null if it is another name
   */
  public List<String> functionName(List<String> name) {
    boolean ours =
        name.size() == 2
            && isFormatNotCatalog(name.get(0))
            && PartitionFunction.isName(name.get(1))
            && !tables.hasDatabase(PlanDecisions.FORMAT);
    return ours ? List.of(PATHS, "system", name.get(1)) : null;
  }

  /** False if the user has a catalog named {@code placed}, which takes precedence. */
  private boolean isFormatNotCatalog(String name) {
    return PlanDecisions.isPlaced(name) && !settings.get().contains("spark.sql.catalog." + name);
  }

  /**
   * Whether the name is a table of a database named {@code placed}; its tables have no slash in
   * their names.
   */
  private boolean isTable(String name) {
    return name.indexOf('/') < 0 && tables.hasDatabase(PlanDecisions.FORMAT);
  }

  /**
   * The name in the catalog of paths of a metadata table, such as {@code db.t.files}: below the
   * name that the table has there. A table of that very name comes first, and so does a catalog.
   *
   * @return null if the name is another
   */
  public List<String> metadataName(List<String> name) {
    int last = name.size() - 1;
    if (last < 1
        || MetadataTable.find(name.get(last)).isEmpty()
        || settings.get().contains("spark.sql.catalog." + name.get(0))
            && !isSessionCatalog(name.get(0))) {
      return null;
    }
    List<String> of = inSession(name.subList(0, last));
    if (last == 1 && (isSessionCatalog(of.get(0)) || tables.find(name) != null)) {
      return null; // A database called like the table has a table of that name.
    }
    List<String> path = pathName(of);
    path = path == null ? tablePath(name.subList(0, last)) : path;
    if (path == null) {
      return null;
    }
    List<String> found = new ArrayList<>(path);
    found.add(name.get(last));
    return found;
  }

  /** Without the name of the session's catalog. */
  private static List<String> inSession(List<String> name) {
    return name.size() == 3 && isSessionCatalog(name.get(0)) ? name.subList(1, 3) : name;
  }

  private static boolean isSessionCatalog(String name) {
    return name.equalsIgnoreCase(SESSION_CATALOG);
  }

  /**
   * The name of a table of the session's catalog in the catalog of paths: its path, and its own
   * name below it, by which columns are qualified and its definition is found.
   *
   * @return null if it is not a table of this source
   */
  public List<String> tablePath(List<String> name) {
    TableDefinition table = tables.find(name);
    if (table == null || !table.isPlaced()) {
      return null;
    }
    List<String> inCatalog = new ArrayList<>(inCatalog(table.location()));
    inCatalog.addAll(table.name());
    return inCatalog;
  }

  /**
   * The path of a table that the session's catalog has, or of {@code placed.`/path`}.
   *
   * @return null if there is no such table
   * @throws org.apache.spark.sql.AnalysisException if there is one of another format
   */
  public String pathOf(List<String> name) {
    List<String> path = namedPath(name);
    path = path == null ? tablePath(name) : path;
    if (path == null && tables.find(name) != null) {
      throw Errors.analysis(
          String.join(".", name) + " is not a table of " + PlanDecisions.FORMAT, null);
    }
    return path == null ? null : path.get(1);
  }

  /**
   * The name in the catalog of paths of {@code placed.`/path`}, also where {@code placed} is a
   * catalog of paths itself: in Spark 3.5, and if the user has made one, whatever its name is.
   *
   * @return null if the name is not a path
   */
  private List<String> namedPath(List<String> name) {
    List<String> path = pathName(inSession(name));
    boolean ofCatalog =
        path == null
            && name.size() == 2
            && CATALOG.equals(settings.get().get("spark.sql.catalog." + name.get(0), null))
            && allowsPaths(name.get(0));
    return ofCatalog ? inCatalog(name.get(1)) : path;
  }

  /** The definition of a table of the session's catalog; null if the name is of something else. */
  TableDefinition catalogTable(List<String> name) {
    boolean table = name != null && !name.isEmpty() && namedPath(name) == null;
    return table ? tables.find(name) : null;
  }

  /**
   * The definition of a table by its name in the catalog of paths.
   *
   * @return null if the session's catalog has no such table at the path
   */
  public TableDefinition definition(String path, String database, String table) {
    TableDefinition found = tables.find(List.of(SESSION_CATALOG, database, table));
    return found != null && found.isPlaced() && found.location().equals(path) ? found : null;
  }
}
