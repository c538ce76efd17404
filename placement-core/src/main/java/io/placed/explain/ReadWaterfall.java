package io.placed.explain;

/**
 * The planned I/O of a query step by step, computed from snapshot and footers. In stored
 * (compressed) bytes unless noted otherwise.
 *
 * @param table all files, siblings and footers included
 * @param columns the columns that the query uses, in the copies that it reads
 * @param inFiles of these, bytes in files that are not skipped
 * @param inRowGroups of these, bytes in row groups that are not skipped
 * @param needed of these, bytes in pages that are not skipped
 * @param planned bytes of requests for pages, including gaps between needed pages
 * @param footers bytes of requests for footers, statistics and indexes
 * @param files number of files, of which {@code filesRead} are read
 * @param rowGroups number in the files that are read, of which {@code rowGroupsRead} are read
 * @param pages of one column in the row groups that are not skipped, of which {@code pagesRead} are
 *     read
 * @param requests number of requests for pages
 * @param footerRequests number of requests for footers, statistics and indexes
 * @param seconds sequential I/O time on the assumed device, without decoding: {@code requests ·
 *     t_seek + bytes / B_D}
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

  /** Bytes requested from the file system: pages, footers, and gaps between pages. */
  public long bytes() {
    return planned + footers;
  }

  /** Bytes of gaps that are read because another request would cost more. */
  public long gaps() {
    return planned - needed;
  }
}
