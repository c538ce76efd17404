package io.placed.schema;

/** Type promotions: which stored type may be read as which wider type without loss. */
public final class Widening {
  private Widening() {}

  /** True if every value of {@code stored} is a value of {@code wanted}, or the types are equal. */
  public static boolean allowed(Type stored, Type wanted) {
    if (stored.equals(wanted)) {
      return true;
    }
    if (stored instanceof DecimalType s && wanted instanceof DecimalType w) {
      return w.scale() >= s.scale() && w.precision() - w.scale() >= s.precision() - s.scale();
    }
    int digits = integerDigits(stored.kind());
    if (digits > 0 && wanted instanceof DecimalType w) {
      return w.precision() - w.scale() >= digits;
    }
    return switch (stored.kind()) {
      case INT8 ->
          switch (wanted.kind()) {
            case INT16, INT32, INT64, FLOAT, DOUBLE -> true;
            default -> false;
          };
      case INT16 ->
          switch (wanted.kind()) {
            case INT32, INT64, FLOAT, DOUBLE -> true;
            default -> false;
          };
      case INT32 -> wanted.kind() == TypeKind.INT64 || wanted.kind() == TypeKind.DOUBLE;
      case FLOAT -> wanted.kind() == TypeKind.DOUBLE;
      case DATE -> wanted.kind() == TypeKind.TIMESTAMP_NTZ;
      default -> false;
    };
  }

  private static int integerDigits(TypeKind kind) {
    return switch (kind) {
      case INT8 -> 3;
      case INT16 -> 5;
      case INT32 -> 10;
      case INT64 -> 19;
      default -> 0;
    };
  }
}
