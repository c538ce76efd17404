package io.placed.advise.check;

import static java.util.Objects.requireNonNull;

import io.placed.placement.Placement;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.util.List;
import java.util.Map;

/**
 * An advice that a table keeps, so that its predictions can be compared with what scans count once
 * it was followed. It has no literals.
 *
 * @param version of the form, {@link #VERSION}
 * @param id of the advice: sorts by time
 * @param at milliseconds since 1970-01-01T00:00Z
 * @param snapshot that was advised on
 * @param rows of the table then
 * @param placement text of the best placement that was found
 * @param before text of the placement that the table had
 * @param change whether the advice was to rewrite the table
 * @param columns field ids of all columns then, by name: they outlive renames
 * @param templates what was predicted
 */
public record RememberedAdvice(
    int version,
    String id,
    long at,
    long snapshot,
    long rows,
    String placement,
    String before,
    boolean change,
    Map<String, Integer> columns,
    List<PredictedTemplate> templates) {
  public static final int VERSION = 1;

  public RememberedAdvice {
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "the version of a remembered advice must be " + VERSION + ", found " + version);
    }
    requireNonNull(id, "an advice must have an id");
    requireNonNull(before, "an advice must have the placement before it");
    // One that this library does not know cannot be compared with the table's.
    Placement.parse(requireNonNull(placement, "an advice must have a placement"));
    columns = Map.copyOf(requireNonNull(columns, "an advice must have the ids of columns"));
    templates = List.copyOf(requireNonNull(templates, "an advice must have templates"));
  }

  /** Whether a snapshot has the advised placement, whatever its columns are called by then. */
  boolean isFollowedBy(Schema schema, Placement now) {
    return Placement.parse(placement).renamed(c -> nameIn(schema, c)).equals(now);
  }

  private String nameIn(Schema schema, String column) {
    Integer id = columns.get(column);
    for (Field f : schema.fields()) {
      if (id != null && f.id() == id) {
        return f.name();
      }
    }
    return column;
  }
}
