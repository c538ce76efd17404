package io.placed.experiments;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** The results of one experiment, with medians by the values of knobs. */
public final class ResultTable {
  private final List<Result> results;

  ResultTable(Collection<Result> all, int experiment, double scale) {
    results =
        all.stream()
            .filter(r -> r.experiment() == experiment && r.scale() == scale)
            .sorted(Comparator.comparing(r -> r.status() != Result.Status.MEASURED))
            .toList();
  }

  List<Result> all() {
    return results;
  }

  List<Result> measuredResults() {
    return results.stream().filter(r -> r.status() == Result.Status.MEASURED).toList();
  }

  /** Whether nothing was measured. */
  public boolean isEmpty() {
    return measuredResults().isEmpty();
  }

  /** The values of a knob for which something was measured, numbers in ascending order. */
  public List<String> values(String knob) {
    Set<String> seen = new LinkedHashSet<>();
    measuredResults().stream()
        .map(r -> r.cell().get(knob))
        .filter(v -> v != null)
        .forEach(seen::add);
    boolean numbers = seen.stream().allMatch(ResultTable::isNumber);
    return numbers
        ? seen.stream().sorted(Comparator.comparingDouble(Double::parseDouble)).toList()
        : List.copyOf(seen);
  }

  static boolean isNumber(String text) {
    return text.matches("-?\\d+(\\.\\d+)?");
  }

  /** The smallest value of a knob, or {@code none}. */
  public String least(String knob) {
    List<String> all = values(knob);
    return all.isEmpty() ? "none" : all.get(0);
  }

  /** The largest value of a knob, or {@code none}. */
  public String most(String knob) {
    List<String> all = values(knob);
    return all.isEmpty() ? "none" : all.get(all.size() - 1);
  }

  /** The value of a knob that is nearest to a number, or {@code none}. */
  public String near(String knob, double number) {
    return values(knob).stream()
        .filter(ResultTable::isNumber)
        .min(Comparator.comparingDouble(v -> Math.abs(Double.parseDouble(v) - number)))
        .orElse("none");
  }

  /**
   * The median of a measure where knobs have these values; of several cells the mean.
   *
   * @param where name, value, name, value, …
   */
  public OptionalDouble median(String measure, String... where) {
    return measuredResults().stream()
        .filter(r -> matches(r.cell(), where) && r.measures().containsKey(measure))
        .mapToDouble(r -> r.measures().get(measure).median())
        .average();
  }

  /**
   * The {@link #median} of the measure "time" for a value of the knob "format", where others have
   * these values.
   *
   * @param where as there
   */
  public OptionalDouble time(String format, String... where) {
    String[] all = Arrays.copyOf(new String[] {"format", format}, where.length + 2);
    System.arraycopy(where, 0, all, 2, where.length);
    return median("time", all);
  }

  /** As {@link #median}, the sum over all cells. */
  public OptionalDouble sum(String measure, String... where) {
    double[] found =
        measuredResults().stream()
            .filter(r -> matches(r.cell(), where) && r.measures().containsKey(measure))
            .mapToDouble(r -> r.measures().get(measure).median())
            .toArray();
    return found.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(java.util.Arrays.stream(found).sum());
  }

  private static boolean matches(Map<String, String> cell, String... where) {
    for (int i = 0; i < where.length; i += 2) {
      if (!where[i + 1].equals(cell.get(where[i]))) {
        return false;
      }
    }
    return true;
  }
}
