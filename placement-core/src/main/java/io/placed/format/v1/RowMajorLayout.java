package io.placed.format.v1;

import io.placed.schema.Type;

/** Widths of the slots of a row-major page (section 7 of {@code docs/spec/file.md}). */
final class RowMajorLayout {
  private RowMajorLayout() {}

  /** Bytes of a slot; 0 = the value is in the variable part, and the slot has its end. */
  static int width(Type type) {
    return switch (type.kind()) {
      case BOOLEAN, INT8 -> 1;
      case INT16 -> 2;
      case INT32, DATE, FLOAT -> 4;
      case INT64, DOUBLE, TIMESTAMP, TIMESTAMP_NTZ -> 8;
      case DECIMAL -> type.storage() == io.placed.schema.Storage.LONG ? 8 : 16;
      case STRING, BINARY, STRUCT, LIST, MAP -> 0;
    };
  }

  static int missingBytes(int values) {
    return (values + 7) >>> 3;
  }
}
