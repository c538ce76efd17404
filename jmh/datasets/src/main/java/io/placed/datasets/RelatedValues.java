package io.placed.datasets;

import io.placed.schema.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Columns that are functions of others, by each function that derived columns have, and columns
 * that other encodings are made for, such as skewed ones. A value depends on the row's number, the
 * column and the seed only, so that columns can be computed one by one.
 */
public final class RelatedValues {
  private static final int MINUTES = 1440;

  /** Columns whose values belong together, parents first: their names and types. */
  private static final Map<String, List<String>> FAMILIES = new LinkedHashMap<>();

  private static final Map<String, Type> TYPES = new LinkedHashMap<>();

  static {
    family("number:int64", "number_rest:int32");
    family("base:int32", "base_scaled:int64");
    family("high:int32", "low:int32", "high_low:int32");
    family("scheduled:int32", "delay:int32", "departure:int32");
    family("planned:int32", "begun:int32", "late:int32");
    family("shipped:date", "received:date");
    family("sent:timestamp", "answered:timestamp");
    family("most:int64", "more:int64", "most_more:int64", "most_less:int64");
    family("quantity:int32", "price:float64", "total:float64");
    family("cost:int64", "listed:int64");
    family("code:string", "city:string", "height:float64", "region:int32");
    family("gate:int32", "sector:int32", "distance:int32");
    family("rare:int32");
    family("rarer:int64");
    family("measured:float64");
    family("halved:float64");
    family("address:string");
    family("exact:int64");
  }

  private final long seed;

  public RelatedValues(long seed) {
    this.seed = seed;
  }

  private static void family(String... columns) {
    List<String> names = new ArrayList<>();
    for (String c : columns) {
      String name = c.substring(0, c.indexOf(':'));
      names.add(name);
      TYPES.put(
          name,
          switch (c.substring(name.length() + 1)) {
            case "int32" -> Type.INT32;
            case "int64" -> Type.INT64;
            case "float64" -> Type.DOUBLE;
            case "date" -> Type.DATE;
            case "timestamp" -> Type.TIMESTAMP;
            default -> Type.STRING;
          });
    }
    FAMILIES.put(names.get(0), names);
  }

  /** The first columns of all families. */
  public static List<String> families() {
    return List.copyOf(FAMILIES.keySet());
  }

  /** The columns of a family, parents first. */
  public static List<String> columns(String family) {
    return FAMILIES.get(family);
  }

  public static Type type(String column) {
    return TYPES.get(column);
  }

  /**
   * The value of a column.
   *
   * @param row any number
   * @return an {@link Integer} (days of dates), a {@link Long} (microseconds of timestamps), a
   *     {@link Double} or a {@link String}
   */
  public Object of(String column, long row) {
    return switch (column) {
      case "number" -> number(row);
      case "number_rest" -> (int) Math.floorMod(number(row), 1000L);
      case "base" -> below("base", row, 200_000) - 100_000;
      // Without the steps all would be multiples of the factor, and stored divided by it.
      case "base_scaled" -> (Integer) of("base", row) * 1_000_003L + row / 700 * 17;
      case "high" -> high(row);
      case "low" -> below("low", row, 250);
      // Some overflow.
      case "high_low" -> high(row) * 100_003 + below("low", row, 250);
      case "scheduled" -> time(below("scheduled", row, MINUTES));
      case "delay" -> delay(row);
      case "departure" -> time(below("scheduled", row, MINUTES) + delay(row));
      case "planned" -> time(below("planned", row, MINUTES));
      case "begun" -> time(below("planned", row, MINUTES) + late(row));
      case "late" -> late(row);
      case "shipped" -> 10_000 + below("shipped", row, 9000);
      case "received" -> (Integer) of("shipped", row) + below("received", row, 14);
      case "sent" -> sent(row);
      case "answered" -> sent(row) + 1_000_000L * below("answered", row, 30);
      case "most" -> most(row);
      case "more" -> more(row);
      case "most_more" -> most(row) + more(row);
      case "most_less" -> most(row) - more(row);
      case "quantity" -> 1 + below("quantity", row, 100);
      case "price" -> below("price", row, 20_000) / 100.0;
      case "total" -> (1 + below("quantity", row, 100)) * below("price", row, 20_000) / 100.0;
      case "cost" -> cost(row);
      case "listed" -> cost(row) * (100 + below("markup", row, 16)) / 100;
      case "code" -> "C" + code(row);
      case "city" -> code(row) == 7 ? "" : "City number " + mixed(code(row)) % 37;
      case "height" -> mixed(code(row) + 100) % 10_000 / 10.0;
      case "region" -> (int) (mixed(code(row) + 200) % 100_000);
      case "gate" -> gate(row);
      case "sector" -> below("sector", row, 40);
      case "distance" -> (int) (mixed(below("sector", row, 40) * 5 + gate(row)) % 100_000);
      case "rare" -> skewed("rare", row);
      case "rarer" -> skewed("rarer", row) * 7_000_000_007L;
      case "exact" -> below("exact", row, 1_000_000) - 500_000L;
      case "measured" -> 20 + (hash("measured", row) >>> 11) * 0x1p-50;
      case "halved" -> (double) (float) ((hash("halved", row) >>> 11) * 0x1p-50);
      case "address" ->
          String.format(Locale.ROOT, "https://example.org/articles/of/the/year/%09d.html", row * 7);
      default -> throw new IllegalArgumentException("no such column: " + column);
    };
  }

  private long number(long row) {
    return below("number", row, 2_000_000_000) - 1_000_000_000L;
  }

  private int high(long row) {
    return below("huge", row, 50) == 0 ? below("high", row, 1 << 30) : below("high", row, 3000);
  }

  private int delay(long row) {
    return below("delay", row, 600) - 60;
  }

  /** Such that {@code begun} has few values, of which it follows. */
  private int late(long row) {
    int slot = 30 * below("slot", row, 48);
    return Math.floorMod(slot - below("planned", row, MINUTES) + 120, MINUTES) - 120;
  }

  private long sent(long row) {
    return 1_600_000_000_000_000L + 1_000_000L * below("sent", row, 100_000_000);
  }

  /** Near the largest number, so that half of the sums overflow. */
  private long most(long row) {
    return Long.MAX_VALUE - below("most", row, 1 << 30);
  }

  private long more(long row) {
    return below("more", row, 1 << 30);
  }

  private long cost(long row) {
    return 1000L + below("cost", row, 1_000_000);
  }

  private int code(long row) {
    return below("code", row, 60);
  }

  /** Mostly 0: the search pairs only parents of which one alone tells something. */
  private int gate(long row) {
    int gate = below("gate", row, 25);
    return gate < 15 ? 0 : gate % 5;
  }

  /** Half of the values are 0, a quarter 1, and so on, with some noise. */
  private int skewed(String column, long row) {
    int zeros = Long.numberOfTrailingZeros(hash(column, row));
    return Math.min(zeros, 30) * 1000 + below("noise", row, 3);
  }

  private static int time(int minute) {
    int m = Math.floorMod(minute, MINUTES);
    return m / 60 * 100 + m % 60;
  }

  private int below(String column, long row, int bound) {
    return (int) Long.remainderUnsigned(hash(column, row), bound);
  }

  private long hash(String column, long row) {
    return mix(row * 0x9E3779B97F4A7C15L ^ mix(seed + column.hashCode()));
  }

  private long mixed(long key) {
    return mix(key + seed) >>> 1;
  }

  /** The finalizer of SplitMix64 (S. Vigna). */
  private static long mix(long x) {
    long z = (x ^ x >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
