package io.placed.format.v1;

import io.placed.bytes.ByteReader;

/** Constants of {@code docs/spec/file.md}; a test compares them with that page. */
public final class FormatV1 {
  private FormatV1() {}

  public static final int VERSION = 1;

  /** First and last eight bytes of every file, as a little-endian number. */
  public static final long MAGIC = 0x1A0A0D44434C5089L;

  public static final int MAGIC_BYTES = 8;
  public static final int HEADER_BYTES = 32;
  public static final int TAIL_BYTES = 52;
  public static final int CHECKSUM_BYTES = 4;

  public static final int ROLE_TABLE = 1;
  public static final int ROLE_SIBLING = 2;

  /** Rows of a vector: the unit of decoding and selection. */
  public static final int VECTOR_ROWS = 1024;

  /** Average number of columns per bucket. */
  public static final int COLUMNS_PER_BUCKET = 8;

  /**
   * Maximum number of buckets that a writer makes: the root lists them, and should be part of the
   * first read of a file, regardless of the number of columns.
   */
  public static final int MAX_BUCKETS = 8 * 1024;

  /** Bytes of the first read from the end of a file, which usually include the root. */
  public static final int TAIL_READ_BYTES = 32 * 1024;

  /** Limit of the declared size of a page or dictionary, checked before allocation. */
  public static final int MAX_RAW_PAGE_BYTES = Integer.MAX_VALUE - 64;

  /** Maximum rows of a page. */
  public static final int MAX_PAGE_ROWS = 1 << 20;

  /** Memory limit of values below lists and maps in one page; see {@link ElementMemory}. */
  public static final long MAX_ELEMENT_BYTES = 128L << 20;

  /** Additional memory allowed per encoded byte of such values. */
  public static final int ELEMENT_BYTES_PER_RAW_BYTE = 64;

  /** Strings and binary values are truncated to this many bytes in statistics, */
  public static final int MAX_BOUND_BYTES = 64;

  /** or to this many behind those that minimum and maximum have in common, */
  public static final int BOUND_BYTES_APART = 16;

  /** but never to more than this. */
  public static final int LONGEST_BOUND_BYTES = 1024;

  /** A column index of at most this size is stored in the column record. */
  public static final int MAX_INLINE_INDEX_BYTES = 512;

  public static final int LAYOUT_COLUMNAR = 0;
  public static final int LAYOUT_ROW_MAJOR = 1;

  /** For a part that belongs to no row group, column or node. */
  public static final int NONE = -1;

  /** Whether a file that starts with these bytes is a Placed file, sound or not. */
  public static boolean isMagic(byte[] start) {
    return start.length >= MAGIC_BYTES && new ByteReader(start, 0, MAGIC_BYTES).u64() == MAGIC;
  }
}
