package io.placed.advise;

import io.placed.advise.cost.Objective;
import io.placed.advise.cost.Predicted;
import io.placed.encoding.Profile;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTransform;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The answer of an {@link Advisor}: which placement a table should have for a workload, what every
 * query reads and costs before and after, and why.
 *
 * @param table name of the table
 * @param rows of the table
 * @param tableBytes stored bytes of the table
 * @param device that queries were assumed to read from
 * @param objective what was made small
 * @param horizon number of runs of the workload
 * @param current the placement that the table has
 * @param best the best placement found, also if a rewrite does not pay
 * @param now partitions and profile that the table has
 * @param then those that go with {@code best}
 * @param copies narrow copies with orders of their own, if they were asked for and pay
 * @param statements what to run so that the table gets {@code best} and the copies, whether it pays
 *     or not
 * @param decision whether to change, and why
 * @param before the workload under the current layout: mean of its queries by weight
 * @param after the same under {@code best}
 * @param templates queries by name, in the order of the workload
 * @param rewrite cost of the rewrite
 * @param choices why each part of {@code best} is as it is
 * @param candidates all orders that were considered, best first
 * @param notes what was not understood or not used, and limits of the estimates: one sentence each
 * @param understood share of the workload's weight that the advice is based on, 0 to 1
 * @param effort what the advice cost
 */
public record Advice(
    String table,
    long rows,
    long tableBytes,
    Device device,
    Objective objective,
    double horizon,
    Placement current,
    Placement best,
    Options now,
    Options then,
    List<Copy> copies,
    List<Statement> statements,
    Decision decision,
    Reads before,
    Reads after,
    List<Template> templates,
    RewriteCost rewrite,
    List<Choice> choices,
    List<Candidate> candidates,
    List<String> notes,
    double understood,
    Effort effort) {
  public Advice {
    copies = List.copyOf(copies);
    statements = List.copyOf(statements);
    templates = List.copyOf(templates);
    choices = List.copyOf(choices);
    candidates = List.copyOf(candidates);
    notes = List.copyOf(notes);
  }

  /** The placement that the table should have: the best one found, or the current one. */
  public Placement advised() {
    return decision.change() ? best : current;
  }

  /** The same with another note at the end. */
  public Advice withNote(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return new Advice(
        table,
        rows,
        tableBytes,
        device,
        objective,
        horizon,
        current,
        best,
        now,
        then,
        copies,
        statements,
        decision,
        before,
        after,
        templates,
        rewrite,
        choices,
        candidates,
        more,
        understood,
        effort);
  }

  /** Whether {@code best} is what the table has, so that at most copies are written. */
  public boolean keepsTable() {
    return best.equals(current) && now.equals(then);
  }

  /** Share of the objective that {@code best} saves; negative if it is worse. */
  public double gain() {
    double b = before.objective(objective);
    return b == 0 ? 0 : 1 - after.objective(objective) / b;
  }

  /** Templates that cost at least this much more under {@code best}, e.g. 0.1 = 10 %. */
  public List<Template> losers(double least) {
    return templates.stream()
        .filter(t -> t.after().objective(objective) > (1 + least) * t.before().objective(objective))
        .toList();
  }

  /**
   * What a table has besides its placement.
   *
   * @param partitioning as in SQL: {@code days(ts), region}; empty = none
   * @param profile by which encodings and codecs are chosen
   */
  public record Options(String partitioning, Profile profile) {
    /** Whether rows are divided by the hash of a column. */
    public boolean hasBuckets() {
      return PartitionSpec.parse(partitioning).terms().stream()
          .anyMatch(t -> t.transform().kind() == PartitionTransform.Kind.BUCKET);
    }
  }

  /**
   * A second table with some of the columns in an order of its own. Queries read it if they name
   * it; it does not follow later changes of the table.
   *
   * @param name of the table
   * @param columns in the order of the schema
   * @param profile by which encodings and codecs are chosen
   * @param queries names of the templates that read it
   * @param cost to write it, and the number of runs after which that has paid
   */
  public record Copy(
      String name,
      List<String> columns,
      Placement placement,
      Profile profile,
      List<String> queries,
      RewriteCost cost) {
    public Copy {
      columns = List.copyOf(columns);
      queries = List.copyOf(queries);
    }
  }

  /**
   * Whether to rewrite the table.
   *
   * @param change false = leave it as it is
   * @param rule that decided
   * @param reason one sentence with the numbers
   * @param gainPerRun lower 95 % bound of the objective that a run of the workload saves
   * @param rewriteUnits cost of the rewrite in units of the objective
   */
  public record Decision(
      boolean change, Rule rule, String reason, double gainPerRun, double rewriteUnits) {}

  /** The rules of the decision, in order; the first that does not hold decides. */
  public enum Rule {
    /** No other placement is better. */
    NOTHING_BETTER,
    /** The mean gain must be at least 10 %, and twice the error of earlier predictions. */
    GAIN_TOO_SMALL,
    /**
     * If there are at least 8 queries, the gain must also be at least 10 % on queries by which the
     * layout was not chosen, at the lower end of its 95 % bar.
     */
    ONLY_THESE_QUERIES,
    /** No template of at least 5 % of the weight may become more than 10 % slower. */
    TEMPLATE_LOSES,
    /** The lower bound of the gain over the horizon must exceed the rewrite's cost by a fifth. */
    REWRITE_DOES_NOT_PAY,
    /** All rules hold. */
    CHANGE
  }

  /**
   * What a query, or the mean query, reads.
   *
   * @param bytes of needed pages and dictionaries
   * @param bytesRead the same with gaps that are read
   * @param requests for pages
   * @param seconds of one thread
   * @param deviceSeconds of these, requests and transfer
   * @param shuffleSeconds of these, those in which an engine moves and sorts rows, and for joins
   *     with tables that are advised together those in which it does so with theirs
   * @param restSeconds of these, those that were measured beyond what is predicted: all layouts
   *     have them
   * @param rowShare share of the table's rows that are in pages that are read
   */
  public record Reads(
      Predicted bytes,
      double bytesRead,
      double requests,
      Predicted seconds,
      double deviceSeconds,
      double shuffleSeconds,
      double restSeconds,
      double rowShare) {
    /** The number that an objective makes small. */
    public double objective(Objective of) {
      return estimate(of).mean();
    }

    /** The same with its bar. */
    public Predicted estimate(Objective of) {
      return switch (of) {
        case TIME -> seconds;
        case BYTES -> bytes;
        case COST -> Predicted.of(deviceSeconds, bytes.error());
      };
    }
  }

  /**
   * The queries of one name.
   *
   * @param runs number of queries with this name
   * @param weight sum of their weights
   * @param share of the weight of all templates
   * @param text one of its queries, without ranks of other runs
   * @param measuredMillis mean measured time under the current layout; 0 if unknown
   * @param copy number of the copy that it reads: 0 = {@code best}, k = {@code copies[k - 1]}
   * @param each what each of its queries reads, in their order
   */
  public record Template(
      String name,
      int runs,
      double weight,
      double share,
      String text,
      double measuredMillis,
      Reads before,
      Reads after,
      int copy,
      List<Run> each) {
    public Template {
      each = List.copyOf(each);
    }
  }

  /**
   * A query of a template.
   *
   * @param query its text
   */
  public record Run(String query, Reads before, Reads after) {}

  /**
   * Cost of the rewrite by one thread.
   *
   * @param seconds to read, sort, encode and write the table
   * @param bytesRead of the old files
   * @param bytesWritten of the new files, those of copies included, estimated
   * @param breakEvenRuns runs of the workload after which it has paid; infinite if never
   */
  public record RewriteCost(
      double seconds, double bytesRead, double bytesWritten, double breakEvenRuns) {}

  /**
   * Why a part of the placement is as it is.
   *
   * @param setting name of the setting, as {@code placement.reorder}, {@code partitioning} or
   *     {@code profile}
   * @param value chosen
   * @param reason one sentence
   * @param runnerUp the next best value, if others were compared
   * @param loss of the objective if the runner-up is taken: 0.1 = 10 % more
   */
  public record Choice(
      String setting, String value, String reason, Optional<String> runnerUp, double loss) {}

  /**
   * An order that was considered.
   *
   * @param reorder text of the setting {@code placement.reorder}
   * @param partitioning that the table gets in addition to its own; empty = none
   * @param isCurrent whether it is the layout that the table has
   * @param exact whether its pages are those of all rows; else of the sample
   * @param before objective under the current layout, by the same estimate as {@code after}
   * @param after objective under this order: weighted mean of the queries
   * @param templates what the templates read, in their order; empty unless exact
   */
  public record Candidate(
      String reorder,
      String partitioning,
      boolean isCurrent,
      boolean exact,
      double before,
      double after,
      List<Reads> templates) {
    public Candidate {
      templates = List.copyOf(templates);
    }
  }

  /**
   * What the advice cost.
   *
   * @param sampledRows of the sample
   * @param sampledBytes that it read
   * @param scannedRows of the scan
   * @param scannedBytes that it read
   * @param complete whether all of the table was scanned
   */
  public record Effort(
      long sampledRows,
      long sampledBytes,
      long scannedRows,
      long scannedBytes,
      boolean complete,
      double seconds) {}
}
