package io.placed.encoding;

import java.util.List;

/**
 * All pages of one node of one row group.
 *
 * @param dictionary the input of {@link SharedPart#read}; null if no page needs it
 * @param compressDictionary whether general compression of the dictionary is expected to be
 *     worthwhile
 * @param choosingNanos time spent on choosing encodings
 * @param describe the encodings of the pages in readable form, such as {@code for(9) x12, constant}
 */
public record EncodedChunk(
    byte[] dictionary,
    boolean compressDictionary,
    List<EncodedPage> pages,
    long choosingNanos,
    String describe) {}
