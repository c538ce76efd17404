package io.placed.format.v1;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.error.MalformedDataException;

/**
 * Positions of the pages of one chunk. Offsets are absolute in file {@code file}; lengths include
 * the checksum.
 */
public final class ChunkEntry {
  /** File, base and no dictionary. */
  static final int MIN_BYTES = 3;

  private final int file;
  private final StoredPart dictionary;
  private final long[] offsets;
  private final int[] lengths;
  private final long[] rawAndCodec;
  private final int[] values;
  private final long storedBytes;

  /**
   * @param dictionary or null
   * @param values number of values per page for nodes below a list or map, else null
   */
  public ChunkEntry(
      int file,
      StoredPart dictionary,
      long[] offsets,
      int[] lengths,
      long[] rawAndCodec,
      int[] values) {
    this.file = file;
    this.dictionary = dictionary;
    this.offsets = offsets;
    this.lengths = lengths;
    this.rawAndCodec = rawAndCodec;
    this.values = values;
    long sum = dictionary == null ? 0 : dictionary.length();
    for (int length : lengths) {
      sum += length;
    }
    this.storedBytes = sum;
  }

  /** 0 = the table file, k = its sibling k. */
  public int file() {
    return file;
  }

  /** The dictionary all pages share, or null. */
  public StoredPart dictionary() {
    return dictionary;
  }

  public int pages() {
    return offsets.length;
  }

  public StoredPart page(int p) {
    return new StoredPart(
        offsets[p], lengths[p], (int) (rawAndCodec[p] >>> 2), (int) (rawAndCodec[p] & 3));
  }

  /** Values of page p, for a node below a list or map. */
  public int values(int p) {
    return values[p];
  }

  /** Stored bytes, including dictionary and checksums. */
  public long storedBytes() {
    return storedBytes;
  }

  /** Bytes before compression. */
  public long rawBytes() {
    long sum = dictionary == null ? 0 : dictionary.rawLength();
    for (long raw : rawAndCodec) {
      sum += raw >>> 2;
    }
    return sum;
  }

  void write(ByteWriter out) {
    long base = offsets.length == 0 ? 0 : offsets[0];
    out.varint(file).varint(base);
    if (dictionary == null) {
      out.varint(0);
    } else {
      out.varint(((long) dictionary.rawLength() << 2 | dictionary.codec()) + 1);
      out.zigzag(dictionary.offset() - base).varint(dictionary.length());
    }
    long end = base;
    for (int p = 0; p < offsets.length; p++) {
      out.zigzag(offsets[p] - end).varint(lengths[p]).varint(rawAndCodec[p]);
      if (values != null) {
        out.varint(values[p]);
      }
      end = offsets[p] + lengths[p];
    }
  }

  static ChunkEntry read(ByteReader in, int pages, boolean repeated) {
    if (pages > in.remaining() / 3) {
      throw new MalformedDataException(
          pages + " pages do not fit into " + in.remaining() + " bytes of column index");
    }
    int file = in.varint("file of a chunk", SiblingEntry.MAX_COUNT);
    long base = in.varintLong("offset of a chunk", Long.MAX_VALUE / 4);
    long dictionaryHead = in.varint();
    StoredPart dictionary = null;
    if (dictionaryHead != 0) {
      long raw = checkedRaw(dictionaryHead - 1);
      long offset = checkedOffset(base + in.zigzag());
      int length = in.varint("length of a dictionary", FormatV1.MAX_RAW_PAGE_BYTES);
      dictionary = new StoredPart(offset, length, (int) (raw >>> 2), (int) (raw & 3)).check();
    }
    long[] offsets = new long[pages];
    int[] lengths = new int[pages];
    long[] raw = new long[pages];
    int[] values = repeated ? new int[pages] : null;
    long end = base;
    for (int p = 0; p < pages; p++) {
      long gap = in.zigzag();
      if (gap < 0) {
        throw new MalformedDataException(
            "page " + p + " starts before the end of the previous page");
      }
      offsets[p] = checkedOffset(end + gap);
      lengths[p] = in.varint("length of a page", FormatV1.MAX_RAW_PAGE_BYTES);
      raw[p] = checkedRaw(in.varint());
      new StoredPart(offsets[p], lengths[p], (int) (raw[p] >>> 2), (int) (raw[p] & 3)).check();
      if (repeated) {
        values[p] = in.varint("values of a page", Integer.MAX_VALUE - 8);
      }
      end = offsets[p] + lengths[p];
    }
    return new ChunkEntry(file, dictionary, offsets, lengths, raw, values);
  }

  private static long checkedRaw(long rawAndCodec) {
    long raw = rawAndCodec >>> 2;
    if (rawAndCodec < 0 || raw > FormatV1.MAX_RAW_PAGE_BYTES) {
      throw new MalformedDataException(
          "the uncompressed size of a page must be 0 to "
              + FormatV1.MAX_RAW_PAGE_BYTES
              + ", found "
              + raw);
    }
    return rawAndCodec;
  }

  private static long checkedOffset(long offset) {
    if (offset < FormatV1.HEADER_BYTES || offset > Long.MAX_VALUE / 2) {
      throw new MalformedDataException("the offset of a page is out of range, found " + offset);
    }
    return offset;
  }
}
