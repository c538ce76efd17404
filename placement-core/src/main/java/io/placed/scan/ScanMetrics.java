package io.placed.scan;

import io.placed.io.IoCounters;

/**
 * Metrics of a scan: bytes, requests, row groups, pages and rows.
 *
 * @param bytesNeeded bytes of the parts that were used
 * @param bytesRead bytes fetched from storage
 * @param bytesInGaps of these, bytes of gaps between needed pages, read because another request
 *     would cost more
 * @param columnBytes stored bytes of the used columns, in the row groups of the requested range
 * @param rowGroupBytes of these, bytes in row groups of which pages are needed
 * @param requests read requests
 * @param rowGroups row groups in the requested range
 * @param rowGroupsSkipped of these, by statistics
 * @param pages pages of the row groups that were not skipped (page numbers; each has one page per
 *     column)
 * @param pagesSkipped of these, by statistics
 * @param rowsDecoded rows of the pages that were not skipped; with an exact filter the rows that it
 *     tested, possibly on encoded data
 * @param rowsReturned rows returned
 * @param vectors vectors (at most 1,024 rows) of the decoded rows
 * @param vectorsSkipped of these, those without a matching row for an exact filter
 * @param fetchNanos time spent waiting for storage
 * @param decodeNanos time spent on checksums, decompression, filters and decoding
 */
public record ScanMetrics(
    long bytesNeeded,
    long bytesRead,
    long bytesInGaps,
    long columnBytes,
    long rowGroupBytes,
    long requests,
    long rowGroups,
    long rowGroupsSkipped,
    long pages,
    long pagesSkipped,
    long rowsDecoded,
    long rowsReturned,
    long vectors,
    long vectorsSkipped,
    long fetchNanos,
    long decodeNanos) {

  public static final ScanMetrics NONE =
      new ScanMetrics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  public ScanMetrics plus(ScanMetrics o) {
    return new ScanMetrics(
        bytesNeeded + o.bytesNeeded,
        bytesRead + o.bytesRead,
        bytesInGaps + o.bytesInGaps,
        columnBytes + o.columnBytes,
        rowGroupBytes + o.rowGroupBytes,
        requests + o.requests,
        rowGroups + o.rowGroups,
        rowGroupsSkipped + o.rowGroupsSkipped,
        pages + o.pages,
        pagesSkipped + o.pagesSkipped,
        rowsDecoded + o.rowsDecoded,
        rowsReturned + o.rowsReturned,
        vectors + o.vectors,
        vectorsSkipped + o.vectorsSkipped,
        fetchNanos + o.fetchNanos,
        decodeNanos + o.decodeNanos);
  }

  /** Over-read: bytes that were fetched but not needed, in gaps and with footers. */
  public long bytesOverRead() {
    return Math.max(0, bytesRead - bytesNeeded);
  }

  /** The same with other I/O counters, such as those of the whole file. */
  public ScanMetrics withIo(IoCounters io) {
    return new ScanMetrics(
        io.bytesNeeded(),
        io.bytesRead(),
        io.bytesInGaps(),
        columnBytes,
        rowGroupBytes,
        io.requests(),
        rowGroups,
        rowGroupsSkipped,
        pages,
        pagesSkipped,
        rowsDecoded,
        rowsReturned,
        vectors,
        vectorsSkipped,
        fetchNanos,
        decodeNanos);
  }
}
