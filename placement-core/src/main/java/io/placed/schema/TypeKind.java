package io.placed.schema;

import java.util.Locale;

/** The kinds of logical types. Their ids are stored in files and never change meaning. */
public enum TypeKind {
  BOOLEAN(1, Storage.BITS),
  INT8(2, Storage.INT),
  INT16(3, Storage.INT),
  INT32(4, Storage.INT),
  INT64(5, Storage.LONG),
  FLOAT(6, Storage.FLOAT),
  DOUBLE(7, Storage.DOUBLE),
  /** Unscaled value: a long up to 18 digits, 128 bits beyond. */
  DECIMAL(8, null),
  STRING(9, Storage.BYTES),
  BINARY(10, Storage.BYTES),
  /** Days since 1970-01-01, proleptic Gregorian. */
  DATE(11, Storage.INT),
  /** Microseconds since 1970-01-01T00:00:00Z: an instant. */
  TIMESTAMP(12, Storage.LONG),
  /** Microseconds since 1970-01-01T00:00:00, without a time zone. */
  TIMESTAMP_NTZ(13, Storage.LONG),
  STRUCT(14, Storage.NONE),
  LIST(15, Storage.LENGTHS),
  MAP(16, Storage.LENGTHS);

  private final byte id;
  private final Storage storage;

  TypeKind(int id, Storage storage) {
    this.id = (byte) id;
    this.storage = storage;
  }

  /** Identifier in files. */
  public byte id() {
    return id;
  }

  Storage storage() {
    return storage;
  }

  /** Whether values are integers; dates and timestamps are not. */
  public boolean isInteger() {
    return this == INT8 || this == INT16 || this == INT32 || this == INT64;
  }

  /** Whether values are numbers: integers, decimals or floating point. */
  public boolean isNumber() {
    return isInteger() || this == FLOAT || this == DOUBLE || this == DECIMAL;
  }

  /** Name in the text form of a type. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if no kind has this id
   */
  public static TypeKind fromId(int id) {
    TypeKind[] all = values();
    if (id < 1 || id > all.length) {
      throw new IllegalArgumentException(
          "type id " + id + " is unknown; allowed are 1 to " + all.length);
    }
    return all[id - 1];
  }
}
