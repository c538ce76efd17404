package io.placed.spark;

import io.placed.spark.procedures.RewriteProcedure;
import io.placed.spark.procedures.SnapshotsProcedure;
import io.placed.spark.procedures.VacuumProcedure;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.ProcedureCatalog;
import org.apache.spark.sql.connector.catalog.procedures.SimpleProcedure;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Procedures in SQL, under the name that the session gives this catalog: with {@code
 * spark.sql.catalog.placed=io.placed.spark.PlacedProcedures},
 *
 * <pre>{@code
 * CALL placed.system.rewrite(path => '/data/lineitem', placement => 'orc')
 * CALL placed.system.vacuum(path => '/data/lineitem', older_than_hours => 48)
 * CALL placed.system.snapshots(path => '/data/lineitem')
 * }</pre>
 */
public final class PlacedProcedures implements ProcedureCatalog {
  private static final String NAMESPACE = "system";

  private final List<SimpleProcedure> procedures =
      List.of(new RewriteProcedure(), new VacuumProcedure(), new SnapshotsProcedure());
  private String name;

  @Override
  public void initialize(String catalog, CaseInsensitiveStringMap options) {
    name = catalog;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public UnboundProcedure loadProcedure(Identifier identifier) {
    boolean here =
        identifier.namespace().length == 1 && identifier.namespace()[0].equals(NAMESPACE);
    return procedures.stream()
        .filter(p -> here && p.name().equalsIgnoreCase(identifier.name()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no procedure "
                        + name
                        + "."
                        + identifier
                        + "; there are "
                        + procedures.stream()
                            .map(p -> name + "." + NAMESPACE + "." + p.name())
                            .collect(Collectors.joining(", "))));
  }

  @Override
  public Identifier[] listProcedures(String[] namespace) {
    if (namespace.length > 0 && !Arrays.equals(namespace, new String[] {NAMESPACE})) {
      return new Identifier[0];
    }
    return procedures.stream()
        .map(p -> Identifier.of(new String[] {NAMESPACE}, p.name()))
        .toArray(Identifier[]::new);
  }
}
