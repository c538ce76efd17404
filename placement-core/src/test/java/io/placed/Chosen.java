package io.placed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Cases of tests that are chosen by chance; with {@code -Plong} all of them. That is for cases
 * whose code other tests reach, too. A class that chooses prints the seed, with which {@code
 * -Dplaced.chosen.seed} repeats the choices of the whole class.
 */
public final class Chosen {
  private static final boolean ALL = System.getProperty("placed.cases", "some").equals("all");
  private static final long SEED = Long.getLong("placed.chosen.seed", new Random().nextLong());

  /** Choices so far by class, so that they do not depend on what else runs in the process. */
  private static final Map<String, Integer> CHOICES = new HashMap<>();

  private Chosen() {}

  /** Whether all cases are wanted. */
  public static boolean isAll() {
    return ALL;
  }

  /** Rounds with random data: fewer in the usual test command. */
  public static int rounds(int usual, int all) {
    return ALL ? all : usual;
  }

  /** The first and a number of others, in their order. */
  public static <V> List<V> some(List<V> cases, int others) {
    if (ALL) {
      return cases;
    }
    List<V> chosen = new ArrayList<>(cases.subList(0, 1));
    chosen.addAll(any(cases.subList(1, cases.size()), others, random()));
    return chosen;
  }

  /** A number of cases, in their order. */
  public static <V> List<V> any(List<V> cases, int n) {
    return ALL ? cases : any(cases, n, random());
  }

  /** The same for tests that have their own seed. */
  public static <V> List<V> any(List<V> cases, int n, Random random) {
    if (ALL) {
      return cases;
    }
    List<Integer> places = new ArrayList<>(IntStream.range(0, cases.size()).boxed().toList());
    Collections.shuffle(places, random);
    return places.subList(0, n).stream().sorted().map(cases::get).toList();
  }

  public static <V> List<V> oneOf(List<V> cases) {
    return any(cases, 1);
  }

  /** For parameters that are true or false. */
  public static List<Boolean> trueOrFalse() {
    return oneOf(List.of(true, false));
  }

  /** Whether a test is among the runs that are chosen of it, one of so many. */
  static boolean isChosen(String test, int oneOf) {
    return ALL || new SplittableRandom(SEED + 31L * test.hashCode()).nextInt(oneOf) == 0;
  }

  /** What repeats the choices. */
  static String seed() {
    return "-Dplaced.chosen.seed=" + SEED;
  }

  private static boolean isShared(String name) {
    return name.equals(Chosen.class.getName()) || name.endsWith("TestCase");
  }

  /** Parameters that a method gives to several classes are shown in the names of the tests. */
  /**
   * A generator for a seed. Unlike {@link Random}'s own, those of seeds that are near each other do
   * not begin with the same booleans and similar numbers.
   */
  public static Random random(long seed) {
    return new Random(new SplittableRandom(seed).nextLong());
  }

  private static synchronized Random random() {
    String test =
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .map(StackWalker.StackFrame::getClassName)
                        .filter(name -> name.startsWith("io.placed.") && !isShared(name))
                        .findFirst()
                        .orElse("parameters of tests"));
    int before = CHOICES.merge(test, 1, Integer::sum) - 1;
    if (before == 0) {
      System.out.println(test + " chooses cases with -Dplaced.chosen.seed=" + SEED);
    }
    return random(SEED + 31L * test.hashCode() + before);
  }
}
