package io.placed.explain;

/**
 * What a query would read of a table, step by step, worked out from snapshot and footers. All in
 * bytes of files, compressed as they are stored, unless said otherwise.
 *
 * @param table all files, siblings and footers included
 * @param columns the columns that the query uses, in the copies that it would read them from
 * @param inFiles of these, what lies in files that are not ruled out
 * @param inRowGroups of these, what lies in row groups that are not ruled out
 * @param needed of these, what lies in pages that are not ruled out
 * @param planned requests for pages, what lies between pages that are wanted included
 * @param footers requests for footers, statistics and indexes
 * @param files all, {@code filesRead} of which are read
 * @param rowGroups of the files that are read; {@code rowGroupsRead} of which are read
 * @param pages of a column in the row groups that are not ruled out as a whole; {@code pagesRead}
 *     of which are read
 * @param requests for pages
 * @param footerRequests for footers, statistics and indexes
 * @param seconds that the requests take one after the other on the device that was assumed, without
 *     decoding: {@code requests · t_seek + bytes / B_D}
 */
public record ReadWaterfall(
    long table,
    long columns,
    long inFiles,
    long inRowGroups,
    long needed,
    long planned,
    long footers,
    long files,
    long filesRead,
    long rowGroups,
    long rowGroupsRead,
    long pages,
    long pagesRead,
    long requests,
    long footerRequests,
    double seconds) {

  /** Bytes that are asked of the file system: pages, footers, and what lies between pages. */
  public long bytes() {
    return planned + footers;
  }

  /** Bytes between pages that are read because a request costs more than they do. */
  public long gaps() {
    return planned - needed;
  }
}
