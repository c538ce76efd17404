package io.placed.encoding;

import java.util.List;

/**
 * All pages of one node of one row group.
 *
 * @param dictionary what {@link SharedPart#read} takes, null if no page needs it
 * @param compressDictionary whether general compression of the dictionary is thought to pay
 * @param choosingNanos time that went into choosing encodings
 * @param describe the encodings of the pages for people, such as {@code for(9) x12, constant}
 */
public record EncodedChunk(
    byte[] dictionary,
    boolean compressDictionary,
    List<EncodedPage> pages,
    long choosingNanos,
    String describe) {}
