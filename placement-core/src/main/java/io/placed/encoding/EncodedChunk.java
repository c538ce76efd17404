package io.placed.encoding;

import java.util.List;

/**
 * All pages of one node of one row group.
 *
 * @param dictionary what {@link SharedDictionary#read} takes, null if no page needs it
 * @param describe the encodings of the pages for people, such as {@code for(9) x12, constant}
 */
public record EncodedChunk(byte[] dictionary, List<EncodedPage> pages, String describe) {}
