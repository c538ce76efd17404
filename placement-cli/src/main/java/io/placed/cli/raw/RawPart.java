package io.placed.cli.raw;

import java.util.List;

/**
 * A part of a file: bytes with a checksum.
 *
 * @param kind as the specification of files calls it
 * @param file 0 for the file itself, otherwise the number of its sibling
 * @param offset of the first byte in its file
 * @param length checksum included
 * @param place row group, column, node and page, as far as the part belongs to them
 * @param contents size and codec of what is stored in a page or dictionary; otherwise null
 * @param checksum as stored, in hexadecimal digits; null if it cannot be read
 * @param checksumMatches whether it fits the bytes and their position
 * @param fields in the order of their bytes
 * @param bytes the first bytes of the part, as far as they are dumped
 * @param moreFields number of fields that are left out
 */
record RawPart(
    String kind,
    int file,
    long offset,
    long length,
    Place place,
    Contents contents,
    String checksum,
    boolean checksumMatches,
    List<RawField> fields,
    byte[] bytes,
    long moreFields) {
  /** Null where a part belongs to none; of a row-major page the column is null. */
  record Place(
      Integer rowGroup,
      Integer columnGroup,
      Integer column,
      String name,
      Integer node,
      Integer page) {
    static final Place NONE = new Place(null, null, null, null, null, null);

    static Place column(int ordinal, String name) {
      return new Place(null, null, ordinal, name, null, null);
    }
  }

  /**
   * @param encoding of the values, or what else is known about them
   */
  record Contents(String codec, long rawBytes, String encoding) {}
}
