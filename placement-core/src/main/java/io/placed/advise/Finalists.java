package io.placed.advise;

import io.placed.advise.order.CandidateOrder;
import io.placed.advise.order.CandidateSearch.Ranked;
import io.placed.placement.Reordering;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Chooses the candidates whose pages are found from all rows: the best of the ranking, without
 * those that are nearly the same as a better one, and with the best of each kind, the best sort by
 * its first key only, and in partitions, since a sample flatters some kinds.
 */
final class Finalists {
  static final int COUNT = 8;

  /** Of two that are so close, and alike, one is enough. */
  private static final double CLOSE = 0.01;

  private Finalists() {}

  /**
   * @param ranked best first
   * @param wanted which are chosen in any case
   */
  static List<CandidateOrder> of(List<Ranked> ranked, List<CandidateOrder> wanted) {
    List<Ranked> chosen = new ArrayList<>();
    for (Class<?> kind :
        List.of(Reordering.Sort.class, Reordering.Curve.class, Reordering.QdTree.class)) {
      ranked.stream()
          .filter(r -> kind.isInstance(r.order().reordering()))
          .filter(r -> r.order().partitioning().isEmpty())
          .findFirst()
          .ifPresent(chosen::add);
    }
    ranked.stream()
        .filter(r -> !r.order().partitioning().isEmpty())
        .findFirst()
        .ifPresent(chosen::add);
    for (Ranked r : ranked) {
      if (chosen.size() < COUNT && chosen.stream().noneMatch(c -> isLike(c, r))) {
        chosen.add(r);
      }
    }
    firstKeys(chosen, ranked);
    List<CandidateOrder> out = new ArrayList<>(chosen.stream().map(Ranked::order).toList());
    wanted.stream().filter(o -> !out.contains(o)).forEach(out::add);
    return out;
  }

  /**
   * Adds the sort by the first key alone to the best sort: rows with equal keys keep the order in
   * which they arrive, in which other columns are often smaller. The ranking does not know sizes.
   */
  private static void firstKeys(List<Ranked> chosen, List<Ranked> ranked) {
    chosen.stream()
        .filter(r -> isPlainSort(r) && r.order().columns().length > 1)
        .findFirst()
        .flatMap(
            best ->
                ranked.stream()
                    .filter(r -> isPlainSort(r) && r.order().columns().length == 1)
                    .filter(r -> r.order().columns()[0] == best.order().columns()[0])
                    .findFirst())
        .filter(r -> !chosen.contains(r))
        .ifPresent(chosen::add);
  }

  private static boolean isPlainSort(Ranked r) {
    return r.order().reordering() instanceof Reordering.Sort && r.order().partitioning().isEmpty();
  }

  private static boolean isLike(Ranked a, Ranked b) {
    if (a == b) {
      return true;
    }
    boolean close = Math.abs(a.cost() - b.cost()) <= CLOSE * Math.max(a.cost(), b.cost());
    Class<?> kind = a.order().reordering().getClass();
    boolean partitions = !a.order().partitioning().isEmpty();
    if (partitions != !b.order().partitioning().isEmpty()) {
      return false;
    }
    if (!close || !kind.equals(b.order().reordering().getClass())) {
      return false;
    }
    int[] x = a.order().columns();
    int[] y = b.order().columns();
    if (a.order().reordering() instanceof Reordering.Sort) {
      int n = Math.min(x.length, y.length);
      return Arrays.equals(x, 0, n, y, 0, n) || n > 1 && x[0] == y[0] && x[1] == y[1];
    }
    return Arrays.equals(x, y);
  }
}
