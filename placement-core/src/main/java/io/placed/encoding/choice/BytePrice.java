package io.placed.encoding.choice;

/**
 * What a page costs its readers beside the time to decode it.
 *
 * @param nanosPerByte of a stored byte
 * @param compressor what pages are compressed with where that pays
 */
public record BytePrice(double nanosPerByte, TrialCompressor compressor) {}
