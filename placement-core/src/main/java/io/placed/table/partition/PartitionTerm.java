package io.placed.table.partition;

import io.placed.table.partition.PartitionTransform.Kind;
import java.util.Locale;

/**
 * A part of a {@link PartitionSpec}: a transform of a column.
 *
 * @param column name of a top-level column
 */
public record PartitionTerm(String column, PartitionTransform transform) {

  /** The name that Iceberg gives such a field: {@code ts_day}, {@code id_bucket}. */
  String defaultName() {
    return switch (transform.kind()) {
      case IDENTITY -> "";
      case TRUNCATE -> column + "_trunc";
      default -> column + "_" + transform.kind().name().toLowerCase(Locale.ROOT);
    };
  }

  /** As in SQL: {@code days(ts)}, {@code bucket(16, id)}, {@code region}. */
  @Override
  public String toString() {
    String quoted =
        column.matches("[A-Za-z_][A-Za-z0-9_]*") ? column : "`" + column.replace("`", "``") + "`";
    if (transform.isIdentity()) {
      return quoted;
    }
    boolean numbered = transform.kind() == Kind.BUCKET || transform.kind() == Kind.TRUNCATE;
    String name = transform.kind().name().toLowerCase(Locale.ROOT);
    return numbered
        ? name + "(" + transform.parameter() + ", " + quoted + ")"
        : name + "s(" + quoted + ")";
  }
}
