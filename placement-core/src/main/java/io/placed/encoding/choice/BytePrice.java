package io.placed.encoding.choice;

/**
 * The cost of the bytes of a page, besides the time to decode it.
 *
 * @param nanosPerByte per stored byte
 * @param compressor compresses pages for which that is worthwhile
 */
public record BytePrice(double nanosPerByte, TrialCompressor compressor) {}
