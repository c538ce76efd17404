package io.placed.table.split;

import io.placed.io.FileStores;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.scan.FileReader;
import io.placed.scan.request.PageShare;
import io.placed.scan.request.ReadRequest;
import io.placed.table.deletes.FileDeletes;
import io.placed.table.file.DataFile;
import io.placed.table.file.RowIds;
import io.placed.table.source.SourceFile;
import java.io.IOException;
import java.io.Serializable;
import java.util.Map;

/**
 * Row groups of a file, or a part of one row group, that one task reads.
 *
 * @param length of the file, in bytes
 * @param firstRowGroup first one
 * @param endRowGroup first one after it
 * @param pages the part of the pages of each row group
 * @param rows of these row groups, or about so many of the part; deleted ones included
 * @param bytes of these row groups, or about so many of the part
 * @param names as of {@link io.placed.table.file.DataFile#names}
 * @param identity as of {@link SourceFile#identity}
 * @param deletes which rows of the file are deleted; null = none
 * @param ids of all rows of the file; null = none
 */
public record FileSlice(
    String path,
    long length,
    int firstRowGroup,
    int endRowGroup,
    PageShare pages,
    long rows,
    long bytes,
    Map<String, String> partition,
    Map<String, String> names,
    String identity,
    FileDeletes deletes,
    RowIds ids)
    implements Serializable {

  /** A part of the pages of the row groups. */
  FileSlice part(PageShare share) {
    return new FileSlice(
        path,
        length,
        firstRowGroup,
        endRowGroup,
        share,
        share.part(rows),
        // The same for all parts: slices of equal size stay in the order of their rows.
        bytes / share.parts(),
        partition,
        names,
        identity,
        deletes,
        ids);
  }

  /** Whether a slice begins in the same file where this one ends, both with all of their pages. */
  boolean isFollowedBy(FileSlice next) {
    return path.equals(next.path)
        && identity.equals(next.identity)
        && partition.equals(next.partition)
        && endRowGroup == next.firstRowGroup
        && pages.equals(PageShare.ALL)
        && next.pages.equals(PageShare.ALL);
  }

  /** Both slices as one. */
  FileSlice with(FileSlice next) {
    return new FileSlice(
        path,
        length,
        firstRowGroup,
        next.endRowGroup,
        pages,
        rows + next.rows,
        bytes + next.bytes,
        partition,
        names,
        identity,
        deletes,
        ids);
  }

  /** Opens the file. */
  public FileReader open(FileStores stores) throws IOException {
    InputFile input = stores.forPath(path).input(path, length);
    // A file that no snapshot lists may be replaced at any time.
    return FileReader.open(
        ids == null ? input : input.identified(SourceFile.fileIdOf(identity)), new IoCounters());
  }

  /**
   * Restricted to rows of these row groups that are not deleted, the columns found under the names
   * that the file has. Without ids no snapshot lists it.
   */
  public ReadRequest restrict(ReadRequest request, FileStores stores) throws IOException {
    return request
        .withNames(names)
        .withAnyFieldCase(ids == null)
        .withRowGroups(firstRowGroup, endRowGroup)
        .withPages(pages)
        .withDeleted(deletes == null ? null : deletes.load(stores.forPath(path)));
  }

  /**
   * The column of the table that is stored under a name in this file; null if the table has dropped
   * it.
   */
  String columnOf(String stored) {
    return DataFile.columnOf(names, stored);
  }

  /** Whether the file has a column of the table. */
  public boolean hasColumn(FileReader file, String column, boolean caseSensitive)
      throws IOException {
    return file.find(column, names, caseSensitive) != null;
  }
}
