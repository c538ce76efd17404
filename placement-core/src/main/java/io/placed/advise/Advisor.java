package io.placed.advise;

import io.placed.advise.cost.Calibration;
import io.placed.advise.cost.Predicted;
import io.placed.advise.workload.Workload;
import io.placed.encoding.Profile;
import io.placed.placement.Placement;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Finds the placement that a table should have for a workload. {@code docs/design/advise.md} has
 * the method.
 *
 * <pre>{@code
 * try (AdvisedTable table = PlacedTable.open(DataSet.at(stores, path))) {
 *   Advice advice = Advisor.of(table, Workload.parse(text), AdvisorSettings.defaults()).advise();
 * }
 * }</pre>
 */
public final class Advisor {
  private final AdvisedTable table;
  private final Workload workload;
  private final AdvisorSettings settings;

  private Advisor(AdvisedTable table, Workload workload, AdvisorSettings settings) {
    this.table = table;
    this.workload = workload;
    this.settings = settings;
  }

  /** An adviser; does no I/O. */
  public static Advisor of(AdvisedTable table, Workload workload, AdvisorSettings settings) {
    return new Advisor(table, workload, settings);
  }

  /**
   * Reads a sample and the columns that matter, and decides.
   *
   * @throws IllegalArgumentException if no query can be used, or the table is empty
   */
  public Advice advise() throws IOException {
    Calibration error = error();
    Advice advice = new Advising(table, workload, settings.withCalibration(error)).run();
    return error.comparisons() == 0 ? advice : advice.withNote(note(error));
  }

  /** Of earlier advice. */
  private Calibration error() throws IOException {
    return settings.calibration() == null ? table.calibration() : settings.calibration();
  }

  private static String note(Calibration error) {
    return String.format(
        Locale.ROOT,
        "bars have the error of earlier advice, of which %d predictions were checked: a factor of"
            + " %.2f for bytes and %.2f for times",
        error.comparisons(),
        Math.exp(Predicted.Z90 * error.bytes()),
        Math.exp(Predicted.Z90 * error.time()));
  }

  /**
   * What the queries of the workload read and cost if the table were written with placements, by
   * the same model as an advice. Reads a sample and, once, the columns that matter.
   *
   * @param placements reordered by none, sort, z-order or hilbert by ranges, or qd-tree
   * @param profile by which encodings and codecs are chosen
   * @return for each placement the queries by name, as {@link Advice#templates}
   * @throws IllegalArgumentException if no query can be used, the table is empty, a column does not
   *     exist, or pages of a reordering cannot be predicted
   */
  public List<List<Advice.Template>> predict(List<Placement> placements, Profile profile)
      throws IOException {
    return new Advising(table, workload, settings.withCalibration(error()))
        .predict(placements, profile);
  }
}
