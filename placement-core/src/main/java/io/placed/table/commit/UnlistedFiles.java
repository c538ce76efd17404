package io.placed.table.commit;

import io.placed.io.FileInfo;
import io.placed.io.PathNames;
import io.placed.table.discovery.DirectoryView;
import io.placed.table.discovery.ForeignFiles;
import io.placed.table.discovery.ForeignFiles.Found;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.file.ExcludedFile;
import io.placed.table.file.ManagedName;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Visible files of a table that its latest snapshot does not list, as one attempt of a commit finds
 * them. Where the table shows only listed files there are none, and nothing is listed.
 */
final class UnlistedFiles {
  private final TableDirectory table;
  private final ForeignFiles foreign;
  private List<FileInfo> all;
  private List<Found> found;
  private List<Found> hidden;

  UnlistedFiles(TableDirectory table) {
    this.table = table;
    this.foreign = table.foreign();
  }

  /** What may be such files, by their names. */
  List<FileInfo> candidates() throws IOException {
    return all().stream()
        .filter(f -> ManagedName.commitOf(PathNames.name(f.path())) == null)
        .toList();
  }

  private List<FileInfo> all() throws IOException {
    if (all == null) {
      all = foreign.candidates(false);
    }
    return all;
  }

  /**
   * The files, with their footers.
   *
   * @param base the latest state; null if there is none, so that all files are visible
   */
  List<Found> found(TableState base) throws IOException {
    if (found == null) {
      boolean none = base != null && !base.showsForeignFiles();
      found = none ? List.of() : foreign.read(all(), true, base);
    }
    return found;
  }

  /** The files that a state does not show, but a later one may. */
  List<Found> hidden(TableState base) throws IOException {
    if (hidden == null) {
      hidden = foreign.read(all(), true, base);
    }
    return hidden;
  }

  /** Whether one of these has rows of partitions that its directory does not say. */
  boolean hidesRowsOfPartitions(TableState base) throws IOException {
    List<Found> files = hidden(base);
    return !files.isEmpty()
        && new DirectoryView(table.path())
            .of(base, files).files().stream()
                .anyMatch(f -> f.foreign() && !f.isIn(base.partitionColumns()));
  }

  boolean hasFilesOfHive() throws IOException {
    return candidates().stream().anyMatch(f -> ForeignFiles.isOfHive(PathNames.name(f.path())));
  }

  /**
   * Of those of the files that have other names than files of commits: when they are not listed any
   * more, only this keeps them from being visible.
   */
  Set<ExcludedFile> identities(List<DataFile> listed) throws IOException {
    Set<ExcludedFile> identities = new LinkedHashSet<>();
    for (DataFile f : listed) {
      if (ManagedName.commitOf(PathNames.name(f.path())) == null) {
        foreign
            .identity(f.path())
            .filter(e -> e.length() == f.length())
            .ifPresent(e -> identities.add(e.withId(f.fileId())));
      }
    }
    return identities;
  }

  /**
   * The next state; if it stops showing files that were visible until now, it lists them.
   *
   * @param base null if there is none
   */
  TableState listedIn(TableState next, TableState base) throws IOException {
    boolean visible = base == null || base.showsForeignFiles();
    if (!visible || next.showsForeignFiles()) {
      return next;
    }
    List<UnlistedFile> left = new ArrayList<>();
    for (Found f : found(base)) {
      if (!next.excluded().contains(foreign.identity(f.info()))) {
        left.add(UnlistedFile.of(new DirectoryView(table.path()), f, next));
      }
    }
    return UnlistedFile.add(table.path(), next, left);
  }
}
