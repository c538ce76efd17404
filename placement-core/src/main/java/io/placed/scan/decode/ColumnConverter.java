package io.placed.scan.decode;

import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Storage;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.schema.Widening;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Converts values from the stored to the requested type. */
public interface ColumnConverter {
  long MICROS_PER_DAY = 86_400_000_000L;

  /** Days before and after 1970-01-01 whose midnights fit 64-bit microseconds. */
  int MAX_DAYS = (int) (Long.MAX_VALUE / MICROS_PER_DAY);

  /** Converts and appends values [from, from + count) of the source. */
  void append(Column source, int from, int count, Column target);

  /**
   * The converter between two types: equal, widened, or with fields of structs omitted or added.
   *
   * @param ignoreCase as for {@link #indexOf}
   * @throws IllegalArgumentException naming the column and both types
   */
  static ColumnConverter of(String column, Type stored, Type wanted, boolean ignoreCase) {
    if (Type.sameShape(stored, wanted)) {
      return (source, from, count, target) -> target.appendRange(source, from, count);
    }
    if (stored.kind() == wanted.kind() && stored.isNested()) {
      return nested(column, stored, wanted, ignoreCase);
    }
    requireWidening(column, stored, wanted);
    if (wanted instanceof DecimalType to) {
      int fromScale = stored instanceof DecimalType d ? d.scale() : 0;
      BigInteger factor = BigInteger.TEN.pow(to.scale() - fromScale);
      return (source, from, count, target) -> decimals(source, from, count, target, factor);
    }
    if (stored.kind() == TypeKind.DATE) {
      return (source, from, count, target) ->
          midnights(column, (IntColumn) source, from, count, (LongColumn) target);
    }
    return ColumnConverter::numbers;
  }

  /**
   * @throws IllegalArgumentException unless the stored type widens to the requested type
   */
  static void requireWidening(String column, Type stored, Type wanted) {
    if (!Widening.allowed(stored, wanted)) {
      String widened =
          Widening.allowed(wanted, stored)
              ? ": the table has got a wider type than the one by which it is read. Read it with that"
                  + " type; in a catalog, declare it (ALTER TABLE … ALTER COLUMN … TYPE)"
              : "";
      throw new IllegalArgumentException(
          "column "
              + column
              + " of stored type "
              + stored
              + " cannot be read as "
              + wanted
              + widened);
    }
  }

  private static ColumnConverter nested(
      String column, Type stored, Type wanted, boolean ignoreCase) {
    List<ColumnConverter> parts = new ArrayList<>();
    if (!(wanted instanceof StructType struct)) {
      for (int k = 0; k < wanted.children().size(); k++) {
        Type from = stored.children().get(k).type();
        parts.add(of(column, from, wanted.children().get(k).type(), ignoreCase));
      }
      return (source, from, count, target) -> repeated(source, from, count, target, parts);
    }
    int[] sources = new int[struct.fields().size()];
    for (int k = 0; k < sources.length; k++) {
      Field field = struct.fields().get(k);
      sources[k] = indexOf(stored.children(), struct.fields(), field.name(), ignoreCase);
      parts.add(
          sources[k] < 0
              ? null
              : of(
                  column + "." + field.name(),
                  stored.children().get(sources[k]).type(),
                  field.type(),
                  ignoreCase));
    }
    return (source, from, count, target) -> struct(source, from, count, target, sources, parts);
  }

  /**
   * Position of the stored field of a struct that a wanted one is read from: the one of exactly
   * this name. If case is ignored, otherwise the only one whose name is equal then, and is not that
   * of another wanted field.
   *
   * @return -1 if there is none
   */
  static int indexOf(List<Field> stored, List<Field> wanted, String name, boolean ignoreCase) {
    int found = -1;
    boolean several = false;
    for (int i = 0; i < stored.size(); i++) {
      String other = stored.get(i).name();
      if (other.equals(name)) {
        return i;
      }
      if (ignoreCase
          && other.equalsIgnoreCase(name)
          && wanted.stream().noneMatch(w -> w.name().equals(other))) {
        several |= found >= 0;
        found = i;
      }
    }
    return several ? -1 : found;
  }

  private static void struct(
      Column source,
      int from,
      int count,
      Column target,
      int[] sources,
      List<ColumnConverter> parts) {
    StructColumn in = (StructColumn) source;
    StructColumn out = (StructColumn) target;
    int start = out.size();
    for (int k = 0; k < sources.length; k++) {
      if (sources[k] >= 0) {
        parts.get(k).append(in.child(sources[k]), from, count, out.child(k));
      } else {
        new ColumnDecoders.Missing().decode(0, 0, 0, count, out.child(k));
      }
    }
    out.setSize(start + count);
    copyMissing(in, from, count, out, start);
  }

  private static void repeated(
      Column source, int from, int count, Column target, List<ColumnConverter> parts) {
    int start = target.size();
    int[] in = source instanceof ListColumn l ? l.offsets() : ((MapColumn) source).offsets();
    int first = in[from];
    int elements = in[from + count] - first;
    target.setSize(start + count);
    int[] out = target instanceof ListColumn l ? l.offsets() : ((MapColumn) target).offsets();
    for (int k = 1; k <= count; k++) {
      out[start + k] = out[start] + in[from + k] - first;
    }
    if (source instanceof ListColumn l) {
      parts.get(0).append(l.elements(), first, elements, ((ListColumn) target).elements());
    } else {
      MapColumn m = (MapColumn) source;
      parts.get(0).append(m.keys(), first, elements, ((MapColumn) target).keys());
      parts.get(1).append(m.values(), first, elements, ((MapColumn) target).values());
    }
    copyMissing(source, from, count, target, start);
  }

  private static void copyMissing(Column in, int from, int count, Column out, int start) {
    if (in.hasNulls()) {
      for (int k = 0; k < count; k++) {
        if (in.isNull(from + k)) {
          out.setNull(start + k);
        }
      }
    }
  }

  /**
   * @throws ArithmeticException that names a date whose midnight no timestamp can hold
   */
  private static void midnights(
      String column, IntColumn source, int from, int count, LongColumn target) {
    int start = target.size();
    target.setSize(start + count);
    int[] days = source.values();
    long[] micros = target.values();
    boolean fits = true;
    for (int k = 0; k < count; k++) {
      int day = days[from + k];
      // Without a branch per value.
      fits &= day >= -MAX_DAYS & day <= MAX_DAYS;
      micros[start + k] = day * MICROS_PER_DAY;
    }
    if (!fits) {
      requireMidnights(column, source, from, count);
    }
    copyMissing(source, from, count, target, start);
  }

  /** Nulls may be anything. */
  private static void requireMidnights(String column, IntColumn source, int from, int count) {
    for (int i = from; i < from + count; i++) {
      int day = source.get(i);
      if (!source.isNull(i) && (day < -MAX_DAYS || day > MAX_DAYS)) {
        throw new ArithmeticException(
            "column %s has the date %s, which a %s cannot hold; allowed are %s to %s"
                .formatted(
                    column,
                    LocalDate.ofEpochDay(day),
                    Type.TIMESTAMP_NTZ,
                    LocalDate.ofEpochDay(-MAX_DAYS),
                    LocalDate.ofEpochDay(MAX_DAYS)));
      }
    }
  }

  private static void numbers(Column source, int from, int count, Column target) {
    int start = target.size();
    target.setSize(start + count);
    for (int k = 0; k < count; k++) {
      int i = from + k;
      if (target instanceof IntColumn out) {
        out.values()[start + k] = ((IntColumn) source).get(i);
      } else if (target instanceof LongColumn out) {
        out.values()[start + k] = ((IntColumn) source).get(i);
      } else if (target instanceof FloatColumn out) {
        out.values()[start + k] = ((IntColumn) source).get(i);
      } else if (source instanceof FloatColumn in) {
        ((DoubleColumn) target).values()[start + k] = in.get(i);
      } else {
        ((DoubleColumn) target).values()[start + k] = ((IntColumn) source).get(i);
      }
    }
    copyMissing(source, from, count, target, start);
  }

  private static void decimals(
      Column source, int from, int count, Column target, BigInteger factor) {
    boolean narrow = target.type().storage() == Storage.LONG;
    for (int k = 0; k < count; k++) {
      int i = from + k;
      if (source.isNull(i)) {
        target.appendNull();
      } else if (narrow) {
        ((LongColumn) target).append(integer(source, i) * factor.longValue());
      } else if (source instanceof Int128Column in) {
        ((Int128Column) target).append(in.get(i).multiply(factor));
      } else {
        ((Int128Column) target).append(BigInteger.valueOf(integer(source, i)).multiply(factor));
      }
    }
  }

  private static long integer(Column source, int i) {
    return source instanceof IntColumn in ? in.get(i) : ((LongColumn) source).get(i);
  }
}
