package io.placed.explain;

/**
 * The measured I/O of a scan.
 *
 * @param needed bytes of pages, footers and indexes that it used
 * @param requested bytes requested from the file system
 * @param inGaps of these, bytes between needed pages
 * @param requests number of requests
 * @param device bytes that local devices read for the process, including the kernel's readahead; −1
 *     if the platform does not report it
 * @param rows matching rows
 * @param nanos time from opening the first file to the last batch
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
