package io.placed.table.commit;

import io.placed.error.CommitConflictException;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.file.ExcludedFile;
import io.placed.table.partition.PartitionField;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lists files that are in the table's directory under names of their own; no row is copied. No
 * vacuum removes such files, unless they were replaced, so their existence is not asked for again.
 *
 * @param planned the snapshot that the columns of the files were bound to
 * @param partitionedBy the fields for which the directories of the files give values
 * @param files by their identities
 */
record AddFiles(
    String commitId,
    SnapshotInfo planned,
    List<PartitionField> partitionedBy,
    Map<ExcludedFile, UnlistedFile> files)
    implements TableOperation {

  @Override
  public String operation() {
    return "addFiles";
  }

  @Override
  public TableState apply(TableDirectory table, TableState base) throws IOException {
    if (base == null) {
      throw new CommitConflictException(
          table.path(), "the table was removed while files were added to it");
    }
    Map<ExcludedFile, UnlistedFile> left = new LinkedHashMap<>(files);
    if (!base.info().equals(planned)) {
      requireSameTable(table, base);
      requireSamePartitions(table, base);
      Set<String> paths = new HashSet<>();
      left.keySet().forEach(f -> paths.add(f.path()));
      // Another process may have added it meanwhile.
      for (DataFile listed : base.files().of(paths)) {
        left.keySet().removeIf(f -> f.path().equals(listed.path()));
      }
      for (ExcludedFile f : left.keySet()) {
        if (base.excluded().contains(f) || !table.foreign().isThere(f)) {
          throw new CommitConflictException(
              table.path(), f.path() + " was replaced or removed while it was added");
        }
      }
    }
    TableState same =
        base.with(
            base.info().next(commitId, operation(), table.machine().millis()),
            base.schema(),
            base.files());
    return UnlistedFile.add(table.path(), same, List.copyOf(left.values()));
  }

  /** A directory has no value for another field, and that of a former one is not in the file. */
  private void requireSamePartitions(TableDirectory table, TableState base)
      throws CommitConflictException {
    if (!base.partitioning().fields().equals(partitionedBy)) {
      throw new CommitConflictException(
          table.path(), "the partitioning was changed while files were added; add them again");
    }
  }

  /** If the table was dropped and recreated, its ids belong to other columns. */
  private void requireSameTable(TableDirectory table, TableState base) throws IOException {
    boolean same = planned.id() < base.info().id();
    // Under a number that has expired, a writer that has died may have put another snapshot.
    if (same && planned.id() >= base.retention().from()) {
      try {
        same = table.log().read(planned.id()).info().equals(planned);
      } catch (FileNotFoundException expired) {
        same = true;
      }
    }
    if (!same) {
      throw new CommitConflictException(
          table.path(), "the table was dropped and recreated while files were added to it");
    }
  }
}
