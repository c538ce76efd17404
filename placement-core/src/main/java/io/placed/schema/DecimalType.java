package io.placed.schema;

import java.util.List;

/** Exact decimal: an integer of at most {@code precision} digits times 10^-scale. */
public record DecimalType(int precision, int scale) implements Type {
  public static final int MAX_PRECISION = 38;

  /** Largest precision whose unscaled value fits a {@code long}. */
  public static final int MAX_LONG_PRECISION = 18;

  public DecimalType {
    if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
      throw new IllegalArgumentException(
          "decimal("
              + precision
              + ","
              + scale
              + ") is not allowed; precision must be 1 to 38, scale 0 to the precision");
    }
  }

  @Override
  public TypeKind kind() {
    return TypeKind.DECIMAL;
  }

  @Override
  public Storage storage() {
    return precision <= MAX_LONG_PRECISION ? Storage.LONG : Storage.INT128;
  }

  @Override
  public List<Field> children() {
    return List.of();
  }

  @Override
  public boolean isNested() {
    return false;
  }

  @Override
  public String toString() {
    return "decimal(" + precision + "," + scale + ")";
  }
}
