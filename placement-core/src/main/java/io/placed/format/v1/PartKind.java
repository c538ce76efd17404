package io.placed.format.v1;

import java.util.Locale;

/** Kind of a checksummed part of a file; its id is an input of the checksum. */
public enum PartKind {
  HEADER(1),
  PAGE(2),
  DICTIONARY(3),
  COLUMN_INDEX(4),
  STATISTICS(5),
  PAGE_STATISTICS(6),
  BUCKET(7),
  METADATA(8),
  ROOT(9),
  TAIL(10);

  private final byte id;

  PartKind(int id) {
    this.id = (byte) id;
  }

  public byte id() {
    return id;
  }

  /** Display name. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
