package io.placed.spark.version;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;

/** The procedures of a catalog, in one namespace. */
public final class SparkProcedures {
  private static final String NAMESPACE = "system";

  private SparkProcedures() {}

  /**
   * @param catalog its name
   * @throws IllegalArgumentException naming those that exist
   */
  public static UnboundProcedure load(
      String catalog, List<? extends TableCall> all, Identifier name) {
    boolean here = name.namespace().length == 1 && name.namespace()[0].equals(NAMESPACE);
    return all.stream()
        .filter(p -> here && p.name().equalsIgnoreCase(name.name()))
        .findFirst()
        .map(SparkProcedure::new)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no procedure "
                        + catalog
                        + "."
                        + name
                        + "; there are "
                        + all.stream()
                            .map(p -> catalog + "." + NAMESPACE + "." + p.name())
                            .collect(Collectors.joining(", "))));
  }

  public static Identifier[] list(List<? extends TableCall> all, String[] namespace) {
    if (namespace.length > 0 && !Arrays.equals(namespace, new String[] {NAMESPACE})) {
      return new Identifier[0];
    }
    return all.stream()
        .map(p -> Identifier.of(new String[] {NAMESPACE}, p.name()))
        .toArray(Identifier[]::new);
  }
}
