package io.placed.explain;

/**
 * What a scan really read.
 *
 * @param needed bytes of pages, footers and indexes that it had a use for
 * @param requested bytes that were asked of the file system
 * @param inGaps of these, bytes between pages that were wanted
 * @param requests for them
 * @param device bytes that the process made its local devices read meanwhile, readahead of the
 *     kernel included; −1 where the platform does not tell
 * @param rows that matched
 * @param nanos from opening the first file to the last batch
 * @param cold whether the page cache had been emptied
 */
public record ReadMeasurement(
    long needed,
    long requested,
    long inGaps,
    long requests,
    long device,
    long rows,
    long nanos,
    boolean cold) {}
