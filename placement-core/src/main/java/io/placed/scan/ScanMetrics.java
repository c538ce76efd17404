package io.placed.scan;

/**
 * What a scan did, in bytes, requests, row groups, pages and rows.
 *
 * @param bytesNeeded bytes of the parts that were used
 * @param bytesRead bytes fetched from storage
 * @param requests reads that fetched them
 * @param rowGroups row groups in the range that was asked for
 * @param rowGroupsSkipped of these, by statistics
 * @param pages pages (page numbers over all row groups that were not skipped; each has one page per
 *     column)
 * @param pagesSkipped of these, by statistics
 * @param rowsDecoded rows of the pages that were read and not skipped by statistics: with an exact
 *     filter those that it was asked about, of which values may have been tested as they are stored
 *     and not decoded one by one
 * @param rowsReturned rows handed out
 */
public record ScanMetrics(
    long bytesNeeded,
    long bytesRead,
    long requests,
    long rowGroups,
    long rowGroupsSkipped,
    long pages,
    long pagesSkipped,
    long rowsDecoded,
    long rowsReturned) {

  public static final ScanMetrics NONE = new ScanMetrics(0, 0, 0, 0, 0, 0, 0, 0, 0);

  public ScanMetrics plus(ScanMetrics o) {
    return new ScanMetrics(
        bytesNeeded + o.bytesNeeded,
        bytesRead + o.bytesRead,
        requests + o.requests,
        rowGroups + o.rowGroups,
        rowGroupsSkipped + o.rowGroupsSkipped,
        pages + o.pages,
        pagesSkipped + o.pagesSkipped,
        rowsDecoded + o.rowsDecoded,
        rowsReturned + o.rowsReturned);
  }
}
