package io.placed.advise.check;

import static java.util.Objects.requireNonNull;

import io.placed.encoding.Profile;
import io.placed.placement.Placement;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.partition.PartitionSpec;
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
 * @param partitioning text of the partitioning with it; null if it is not known, as in files of
 *     earlier versions
 * @param repartitions whether the table had another partitioning
 * @param profile text of the profile with it; null if it is not known
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
    String partitioning,
    boolean repartitions,
    String profile,
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
    if (partitioning != null) {
      PartitionSpec.parse(partitioning);
    }
    if (profile != null) {
      Profile.parse(profile);
    }
    columns = Map.copyOf(requireNonNull(columns, "an advice must have the ids of columns"));
    templates = List.copyOf(requireNonNull(templates, "an advice must have templates"));
  }

  /**
   * Whether a snapshot has the advised placement and partitioning, whatever its columns are called
   * by then.
   */
  boolean isFollowedBy(Schema schema, Placement now, PartitionSpec partitions) {
    return Placement.parse(placement).renamed(c -> nameIn(schema, c)).equals(now)
        && (partitioning == null
            || PartitionSpec.parse(partitioning)
                .renamed(c -> nameIn(schema, c))
                .equals(partitions));
  }

  /** What the table should have, as text. */
  String text() {
    return text(placement, partitioning, profile);
  }

  /**
   * A placement, and what is known of what goes with it.
   *
   * @param partitioning null if it is not known
   * @param profile null if it is not known
   */
  static String text(String placement, String partitioning, String profile) {
    return placement
        + (partitioning == null || partitioning.isEmpty() ? "" : ", partitioned by " + partitioning)
        + (profile == null ? "" : ", profile " + profile);
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
