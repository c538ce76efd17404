package io.placed.scan;

import io.placed.io.IoCounters;

/**
 * What a scan did, in bytes, requests, row groups, pages and rows.
 *
 * @param bytesNeeded bytes of the parts that were used
 * @param bytesRead bytes fetched from storage
 * @param bytesInGaps of these, bytes between pages that were wanted, because another request would
 *     cost more than they do
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
 * @param vectors vectors, of 1,024 rows at most, of the rows decoded
 * @param vectorsSkipped of these, those in which an exact filter left no row
 * @param fetchNanos time spent waiting for storage
 * @param decodeNanos time spent on checksums, decompression, filters and decoding
 */
public record ScanMetrics(
    long bytesNeeded,
    long bytesRead,
    long bytesInGaps,
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

  public static final ScanMetrics NONE = new ScanMetrics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  public ScanMetrics plus(ScanMetrics o) {
    return new ScanMetrics(
        bytesNeeded + o.bytesNeeded,
        bytesRead + o.bytesRead,
        bytesInGaps + o.bytesInGaps,
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

  /** Bytes that were fetched and not needed: those in gaps, and what footers brought along. */
  public long bytesOverRead() {
    return Math.max(0, bytesRead - bytesNeeded);
  }

  /** The same with other bytes and requests, such as those of the whole file. */
  public ScanMetrics withIo(IoCounters io) {
    return new ScanMetrics(
        io.bytesNeeded(),
        io.bytesRead(),
        io.bytesInGaps(),
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
