package io.placed.advise;

import io.placed.advise.cost.Objective;
import io.placed.placement.Device;
import io.placed.text.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** The settings of an adviser as the arguments of a command or a procedure, which are text. */
public final class AdvisorArguments {
  public static final String HORIZON = "horizon";
  public static final String PERIOD = "period";
  public static final String OBJECTIVE = "objective";
  public static final String DEVICE = "device";
  public static final String COPIES = "copies";
  public static final String BUCKETS = "buckets";
  public static final String BUDGET = "budget";

  /** All, in the order of the documentation. */
  public static final List<String> NAMES =
      List.of(HORIZON, PERIOD, OBJECTIVE, DEVICE, COPIES, BUCKETS, BUDGET);

  private static final String DEFAULT_HORIZON = "30d";
  private static final String DEFAULT_PERIOD = "1d";

  private AdvisorArguments() {}

  /**
   * Settings.
   *
   * @param given the argument of a name, null if there is none: the default is meant
   * @throws IllegalArgumentException that names the argument
   */
  public static AdvisorSettings parse(UnaryOperator<String> given) {
    Duration in = duration(HORIZON, or(given, HORIZON, DEFAULT_HORIZON));
    Duration once = duration(PERIOD, or(given, PERIOD, DEFAULT_PERIOD));
    if (once.isZero()) {
      throw new IllegalArgumentException("period must be more than 0");
    }
    AdvisorSettings settings =
        AdvisorSettings.defaults()
            .withHorizon((double) in.toMillis() / once.toMillis())
            .withObjective(objective(or(given, OBJECTIVE, "time")))
            .withCopies(number(COPIES, or(given, COPIES, "1")));
    String buckets = given.apply(BUCKETS);
    if (buckets != null) {
      settings = settings.withBuckets(number(BUCKETS, buckets));
    }
    String device = given.apply(DEVICE);
    if (device != null) {
      settings = settings.withDevice(Device.parse(device));
    }
    String budget = given.apply(BUDGET);
    return budget == null ? settings : settings.withBudget(duration(BUDGET, budget));
  }

  private static String or(UnaryOperator<String> given, String name, String otherwise) {
    String value = given.apply(name);
    return value == null ? otherwise : value;
  }

  private static Duration duration(String name, String text) {
    try {
      return DurationText.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
  }

  private static int number(String name, String text) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " must be a number, found '" + text + "'", e);
    }
  }

  private static Objective objective(String text) {
    for (Objective o : Objective.values()) {
      if (o.name().equals(text.strip().toUpperCase(Locale.ROOT))) {
        return o;
      }
    }
    throw new IllegalArgumentException(
        "objective must be time, bytes or cost, found '" + text + "'");
  }
}
