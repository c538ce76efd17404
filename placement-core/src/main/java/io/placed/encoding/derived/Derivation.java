package io.placed.encoding.derived;

import io.placed.schema.Storage;
import io.placed.schema.Type;
import java.util.List;
import java.util.Objects;

/**
 * Declares that a column is approximately a function of other columns of the same row: {@code value
 * = function(parents) + residual}, in integers modulo 2^64. Floating-point columns are converted to
 * the integers {@code i} for which their values are exactly {@code i / 10^scale} ({@link
 * ScaledIntegers}). Immutable.
 *
 * @param divisor the constant of the function: of products the divisor, at least 1; the quotient is
 *     rounded down
 * @param scale of the column itself; 0 unless it is floating-point
 * @param parents one or two different columns, as the function requires
 */
public record Derivation(Function function, long divisor, int scale, List<Parent> parents) {
  /** Maximum scale: 10 to this power, and all integers below 2^53, are exact as doubles. */
  public static final int MAX_SCALE = 15;

  /** Maximum depth of parents of parents, which bounds the cost of reading a single column. */
  public static final int MAX_DEPTH = 8;

  /**
   * A column that the function depends on.
   *
   * @param name of a column of the same file
   * @param scale 0 unless it is floating-point
   */
  public record Parent(String name, int scale) {
    public Parent {
      Objects.requireNonNull(name);
      requireScale(scale);
    }
  }

  /** The functions with their stable identifiers. */
  public enum Function {
    /** {@code a} */
    COPY(0, 1, false),
    /** {@code a + b} */
    SUM(1, 2, false),
    /** {@code a - b} */
    DIFFERENCE(2, 2, false),
    /** {@code floor(a * b / divisor)} */
    PRODUCT(3, 2, false),
    /** {@code floor(a * factor / divisor)}, the factor is stored per row. */
    FACTOR(4, 1, true),
    /** {@code a - divisor * floor(a / divisor)} */
    REMAINDER(5, 1, false),
    /** {@code a * divisor} */
    MULTIPLE(6, 1, false),
    /** {@code a * divisor + b} */
    COMBINATION(7, 2, false),
    /** The time of day b minutes after a; see {@link TimeOfDay}. */
    TIME_SUM(8, 2, false),
    /** Minutes from time of day b to time of day a, from -divisor on; see {@link TimeOfDay}. */
    TIME_DIFFERENCE(9, 2, false),
    /** A value for every value of a, stored in the page; see {@link ValueMap}. */
    MAP(10, 1, false),
    /** A value for every pair of values of a and b, stored in the page. */
    MAP_OF_TWO(11, 2, false);

    private final int id;
    private final int parents;
    private final boolean storesFactor;

    Function(int id, int parents, boolean storesFactor) {
      this.id = id;
      this.parents = parents;
      this.storesFactor = storesFactor;
    }

    /** Whether pages have a {@link ValueMap}, for parents and children of any primitive storage. */
    public boolean isMap() {
      return this == MAP || this == MAP_OF_TWO;
    }

    private long leastDivisor() {
      return this == REMAINDER || this == MULTIPLE || this == COMBINATION ? 2 : 1;
    }

    private long greatestDivisor() {
      return switch (this) {
        case COPY, SUM, DIFFERENCE, TIME_SUM, MAP, MAP_OF_TWO -> 1;
        case TIME_DIFFERENCE -> TimeOfDay.MINUTES;
        default -> Long.MAX_VALUE;
      };
    }

    public int id() {
      return id;
    }

    /** Number of parents. */
    public int parents() {
      return parents;
    }

    boolean storesFactor() {
      return storesFactor;
    }

    /**
     * @throws IllegalArgumentException if the identifier is unknown
     */
    public static Function fromId(int id) {
      if (id >= values().length) {
        throw new IllegalArgumentException("the function id of a derivation is unknown: " + id);
      }
      return values()[id];
    }
  }

  public Derivation {
    Objects.requireNonNull(function);
    parents = List.copyOf(parents);
    if (parents.size() != function.parents()) {
      throw new IllegalArgumentException(
          function + " needs " + function.parents() + " parents, found " + parents.size());
    }
    if (parents.size() > 1 && parents.get(0).name().equals(parents.get(1).name())) {
      throw new IllegalArgumentException(
          "the parents of " + function + " must differ, found " + parents.get(0).name() + " twice");
    }
    if (divisor < function.leastDivisor() || divisor > function.greatestDivisor()) {
      throw new IllegalArgumentException(
          "the divisor of "
              + function
              + " must be "
              + function.leastDivisor()
              + " to "
              + function.greatestDivisor()
              + ", found "
              + divisor);
    }
    requireScale(scale);
  }

  private static void requireScale(int scale) {
    if (scale < 0 || scale > MAX_SCALE) {
      throw new IllegalArgumentException(
          "the scale must be 0 to " + MAX_SCALE + ", found " + scale);
    }
  }

  /** Whether a column of this type can be derived in this way. */
  public boolean mayDerive(Type type) {
    return takesNumbers(type, scale)
        || function.isMap() && scale == 0 && type.storage() == Storage.BYTES;
  }

  /** Whether a column of this type can be the given parent. */
  public boolean mayUse(Type type, Parent parent) {
    return takesNumbers(type, parent.scale())
        || function.isMap() && parent.scale() == 0 && type.storage() == Storage.BYTES;
  }

  /** Whether a column of this type and scale has integers. */
  public static boolean takesNumbers(Type type, int scale) {
    Storage s = type.storage();
    return s == Storage.FLOAT
        || s == Storage.DOUBLE
        || scale == 0 && (s == Storage.INT || s == Storage.LONG);
  }

  /** Readable form, such as {@code derived(quantity * price / 100)}. */
  @Override
  public String toString() {
    String a = parents.get(0).name();
    String b = parents.get(parents.size() - 1).name();
    String text =
        switch (function) {
          case COPY -> a;
          case SUM -> a + " + " + b;
          case DIFFERENCE -> a + " - " + b;
          case PRODUCT -> a + " * " + b;
          case FACTOR -> a + " * factor";
          case REMAINDER -> a + " mod " + divisor;
          case MULTIPLE -> a + " * " + divisor;
          case COMBINATION -> a + " * " + divisor + " + " + b;
          case TIME_SUM -> "time " + a + " + " + b;
          case TIME_DIFFERENCE -> "time " + a + " - " + b;
          case MAP -> "map of " + a;
          case MAP_OF_TWO -> "map of " + a + ", " + b;
        };
    boolean quotient = divisor > 1 && (function == Function.PRODUCT || function == Function.FACTOR);
    return "derived(" + text + (quotient ? " / " + divisor : "") + ")";
  }

  /**
   * Computes the function of n rows, without the residual; {@code b} has the factors of a FACTOR.
   *
   * @throws IllegalArgumentException if the function is a map
   */
  public void apply(long[] a, long[] b, long[] out, int n) {
    switch (function) {
      case COPY -> System.arraycopy(a, 0, out, 0, n);
      case SUM -> {
        for (int i = 0; i < n; i++) {
          out[i] = a[i] + b[i];
        }
      }
      case DIFFERENCE -> {
        for (int i = 0; i < n; i++) {
          out[i] = a[i] - b[i];
        }
      }
      case PRODUCT, FACTOR -> {
        for (int i = 0; i < n; i++) {
          out[i] = a[i] * b[i];
        }
        if (divisor > 1) {
          divide(out, n);
        }
      }
      case REMAINDER -> {
        for (int i = 0; i < n; i++) {
          out[i] = Math.floorMod(a[i], divisor);
        }
      }
      case MULTIPLE -> {
        for (int i = 0; i < n; i++) {
          out[i] = a[i] * divisor;
        }
      }
      case COMBINATION -> {
        for (int i = 0; i < n; i++) {
          out[i] = a[i] * divisor + b[i];
        }
      }
      case TIME_SUM -> TimeOfDay.sum(a, b, out, n);
      case TIME_DIFFERENCE -> TimeOfDay.difference(a, b, divisor, out, n);
      case MAP, MAP_OF_TWO -> throw new IllegalArgumentException(function + " has no integers");
    }
  }

  /**
   * Divides, rounding down. Below 2^51 the floating-point quotient is never rounded up to the next
   * integer: its distance to it is at least 1 / divisor, which is more than half a unit in its last
   * place.
   */
  private void divide(long[] values, int n) {
    double d = divisor;
    for (int i = 0; i < n; i++) {
      long v = values[i];
      values[i] =
          v + (1L << 51) >>> 52 == 0 && divisor < 1L << 51
              ? (long) Math.floor(v / d)
              : Math.floorDiv(v, divisor);
    }
  }
}
