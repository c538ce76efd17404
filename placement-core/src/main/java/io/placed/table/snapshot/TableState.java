package io.placed.table.snapshot;

import io.placed.schema.Schema;
import io.placed.table.file.ExcludedFile;
import io.placed.table.partition.Partitioning;
import io.placed.table.partition.TableFields;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a snapshot says: everything but the foreign files.
 *
 * @param placement in text form; a reader that does not know a newer placement can still read rows
 * @param excluded files of other names than those of commits that were replaced
 * @param lastFieldId the largest id that a column ever had: ids are not reused
 * @param cleanup the last snapshot by which a vacuum announced that it removes files of commits
 *     that were never made; 0 = none
 * @param retention of the log, not only of this snapshot: that of the newest one counts
 */
public record TableState(
    SnapshotInfo info,
    Schema schema,
    Partitioning partitioning,
    String placement,
    Map<String, String> properties,
    FileList files,
    Set<ExcludedFile> excluded,
    int lastFieldId,
    long cleanup,
    Retention retention) {

  public TableState {
    partitioning.requireFits(schema);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    excluded = Set.copyOf(excluded);
  }

  /** In whose terms the entries of the files are. */
  public TableFields fields() {
    return new TableFields(schema, partitioning);
  }

  /** Columns that are partition columns themselves, in the order of the directories. */
  public List<String> partitionColumns() {
    return partitioning.columns(schema);
  }

  /** Whether Placed files in the directory that it does not list are visible, too. */
  public boolean showsForeignFiles() {
    return TableProperties.showForeignFiles(properties);
  }

  /**
   * Whether it has the rows of the state before it, in other files. A rewrite has more, if it
   * replaced files that no snapshot listed.
   *
   * @param before null if there is none
   */
  public boolean isRewriteOf(TableState before) {
    return before != null
        && info.operation().equals(SnapshotInfo.REWRITE)
        && files.rows() == before.files().rows();
  }

  public TableState withFiles(FileList other) {
    return with(info, schema, other);
  }

  /** The same with other files, and possibly other columns. */
  public TableState with(SnapshotInfo otherInfo, Schema otherSchema, FileList otherFiles) {
    return new TableState(
        otherInfo,
        otherSchema,
        partitioning,
        placement,
        properties,
        otherFiles,
        excluded,
        lastFieldId,
        cleanup,
        retention);
  }

  /** The same, but some files that do not exist any more need not be excluded. */
  public TableState withoutExclusions(Set<ExcludedFile> gone) {
    Set<ExcludedFile> left = new HashSet<>(excluded);
    left.removeAll(gone);
    return new TableState(
        info,
        schema,
        partitioning,
        placement,
        properties,
        files,
        left,
        lastFieldId,
        cleanup,
        retention);
  }

  /** The same table in a later snapshot, which says something else about the log. */
  public TableState after(SnapshotInfo next, long nextCleanup, Retention nextRetention) {
    return new TableState(
        next,
        schema,
        partitioning,
        placement,
        properties,
        files,
        excluded,
        lastFieldId,
        nextCleanup,
        nextRetention);
  }
}
