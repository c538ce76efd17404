package io.placed.table.commit;

import io.placed.error.CommitConflictException;
import io.placed.table.discovery.DirectoryView;
import io.placed.table.discovery.ForeignFiles.Found;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.manifest.MissingManifestException;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Whether the files that an operation has read, and those that it replaces, are still those of the
 * table: the rules of a conflict that depend on files.
 */
final class ReadFilesCheck {
  private final FileOperation operation;
  private final CommitPlan plan;
  private final WrittenColumns columns;
  private final TableDirectory table;
  private final UnlistedFiles beside;

  ReadFilesCheck(
      FileOperation operation, WrittenColumns columns, TableDirectory table, UnlistedFiles beside) {
    this.operation = operation;
    this.plan = operation.plan();
    this.columns = columns;
    this.table = table;
    this.beside = beside;
  }

  /**
   * @param base null if there is no table
   * @param removed what the operation would remove from it
   * @throws CommitConflictException that names a file and the operation
   */
  void require(TableState base, List<DataFile> removed) throws IOException {
    if (operation.mustReplace() >= 0 && removed.size() != operation.mustReplace()) {
      throw new CommitConflictException(table.path(), operation.mustReplace(), removed.size());
    }
    if (plan.basis() == null && operation.mustReplace() >= 0) {
      requireNotMarked(removed);
    }
    if (operation.replacesPartitions()) {
      requireInPartitions(base);
    }
    if (plan.serializable()) {
      requireSame(base);
    } else if (plan.basis() != null) {
      Set<String> read = identities(plan.basis().files(FileChange.paths(removed)));
      for (DataFile f : removed) {
        if (!read.contains(f.identity())) {
          throw new CommitConflictException(
              table.path(), operation.operation(), f.path(), plan.basis().id());
        }
      }
      if (operation instanceof Overwrite || operation.replacesPartitions()) {
        requireAllThere(base, removed);
      }
    }
  }

  /**
   * A write that was planned before the partitioning was changed may have added a file since, some
   * rows of which are in partitions that are replaced. Of one that was there before, whoever chose
   * the partitions knew, and so of copies of its rows.
   */
  private void requireInPartitions(TableState base) throws IOException {
    List<String> names = base == null ? List.of() : base.partitioning().names(base.schema());
    long planned = plan.columns().snapshot();
    if (base == null || base.info().id() <= planned || base.files().isIn(names)) {
      return;
    }
    List<DataFile> added = new ArrayList<>(base.files().all().values());
    added.removeIf(f -> f.ids().snapshot() <= planned || f.isIn(names));
    if (!added.isEmpty()) {
      for (SnapshotInfo s : table.history().after(planned)) {
        boolean copies = s.operation().equals(SnapshotInfo.REWRITE);
        added.removeIf(
            f -> f.ids().snapshot() == s.id() && (copies || s.copied().files().contains(f.path())));
      }
    }
    if (!added.isEmpty()) {
      throw new CommitConflictException(
          table.path(),
          added.get(0).path()
              + ", which was added after "
              + operation.operation()
              + " was planned, is in no partition of ["
              + String.join(", ", names)
              + "], and may have rows of those that are replaced; retry on the latest snapshot");
    }
  }

  /**
   * What was read and would be replaced is still there. The rows of a file that is gone, or some of
   * them, may be among those to be written.
   */
  private void requireAllThere(TableState base, List<DataFile> removed) throws IOException {
    Predicate<DataFile> goes = columns.replaced(plan.basis());
    Set<String> there = identities(removed);
    List<DataFile> changed;
    try {
      changed = base == null ? plan.basis().files() : plan.basis().filesNotIn(base.files());
    } catch (MissingManifestException e) {
      if (table.log().exists(plan.basis().id())) {
        throw e;
      }
      CommitConflictException expired =
          new CommitConflictException(
              table.path(),
              "snapshot "
                  + plan.basis().id()
                  + ", which "
                  + operation.operation()
                  + " has read, has expired; read the table again and retry");
      expired.initCause(e);
      throw expired;
    }
    for (DataFile f : changed) {
      if (goes.test(f) && !there.contains(f.identity())) {
        throw removedMeanwhile(f);
      }
    }
  }

  /**
   * The table has just the files that were read. One that is gone is a conflict, too: there may be
   * copies of its rows among those to be written.
   */
  private void requireSame(TableState base) throws IOException {
    if (base != null && plan.basis() == null && operation instanceof Overwrite) {
      throw thereIsATable(base);
    }
    List<DataFile> read = plan.basis() == null ? List.of() : plan.basis().files();
    long snapshot = plan.basis() == null ? 0 : plan.basis().id();
    List<DataFile> visible =
        new ArrayList<>(base == null ? List.of() : base.files().all().values());
    List<Found> found = beside.found(base);
    if (!found.isEmpty()) {
      DirectoryView view = new DirectoryView(table.path());
      visible = (base == null ? view.ofFiles(found, true) : view.of(base, found)).files();
    }
    DataFile added = firstOnlyIn(visible, read);
    if (added != null) {
      throw new CommitConflictException(
          table.path(), operation.operation(), added.path(), snapshot);
    }
    DataFile removed = firstOnlyIn(read, visible);
    if (removed != null) {
      throw removedMeanwhile(removed);
    }
  }

  /** Null if there is none. Of files that the operation marks itself the vectors are compared. */
  private DataFile firstOnlyIn(List<DataFile> files, List<DataFile> others) {
    Set<String> known = identities(others);
    return files.stream()
        .filter(f -> !known.contains(f.identity()) && !operation.marked().containsKey(f.path()))
        .findFirst()
        .orElse(null);
  }

  /** Whoever copied a file without saying what it read may have copied rows deleted since. */
  private void requireNotMarked(List<DataFile> removed) throws IOException {
    for (DataFile f : removed) {
      if (f.deletes() != null) {
        throw new CommitConflictException(
            table.path(),
            operation.operation()
                + " does not say from which snapshot it read "
                + f.path()
                + ", some rows of which are deleted; call basedOn()");
      }
    }
  }

  CommitConflictException thereIsATable(TableState base) {
    return new CommitConflictException(
        table.path(),
        "there was no table here when "
            + operation.operation()
            + " began, and another writer has created one in snapshot "
            + base.info().id()
            + " or before; read it, and choose whether to replace it or to write elsewhere");
  }

  private CommitConflictException removedMeanwhile(DataFile read) {
    return new CommitConflictException(
        table.path(),
        "another commit removed "
            + read.path()
            + ", which "
            + operation.operation()
            + " has read in snapshot "
            + (plan.basis() == null ? 0 : plan.basis().id())
            + "; read the table again and retry");
  }

  private static Set<String> identities(List<DataFile> files) {
    return files.stream().map(DataFile::identity).collect(Collectors.toSet());
  }
}
