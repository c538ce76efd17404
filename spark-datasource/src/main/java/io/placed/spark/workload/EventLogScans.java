package io.placed.spark.workload;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.placed.advise.workload.LoadedWorkload;
import io.placed.advise.workload.WorkloadBuilder;
import io.placed.advise.workload.WorkloadTable;
import io.placed.spark.internal.plan.RowMoves;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Collects the scans of tables from the events of a log. Keeps the plans of queries that run at the
 * moment.
 */
final class EventLogScans {
  private static final String EVENTS = "org.apache.spark.sql.execution.ui.SparkListenerSQL";
  private static final String START = EVENTS + "ExecutionStart";
  private static final String CHANGE = EVENTS + "AdaptiveExecutionUpdate";
  private static final String END = EVENTS + "ExecutionEnd";

  private final List<WorkloadTable> tables;
  private final List<WorkloadBuilder> builders = new ArrayList<>();
  private final Map<Long, Running> running = new LinkedHashMap<>();
  private final Set<Set<Long>> cachedScans = new HashSet<>();
  private int incomplete;
  private int unfinished;

  private static final class Running {
    private final double start;
    private JsonObject plan;

    Running(double start) {
      this.start = start;
    }
  }

  EventLogScans(List<WorkloadTable> tables) {
    this.tables = tables;
    tables.forEach(t -> builders.add(new WorkloadBuilder(t.schema(), false)));
  }

  /** Takes a line of the log. */
  void line(String line) {
    // Most events are of tasks, and long.
    int at = line.indexOf(EVENTS);
    if (at < 0 || at > 100) {
      return;
    }
    try {
      event(JsonParser.parseString(line).getAsJsonObject());
    } catch (JsonParseException
        | IllegalStateException
        | NullPointerException
        | UnsupportedOperationException
        | ClassCastException
        | NumberFormatException e) {
      incomplete++;
    }
  }

  private void event(JsonObject event) {
    String kind = event.get("Event").getAsString();
    if (!kind.equals(START) && !kind.equals(CHANGE) && !kind.equals(END)) {
      return;
    }
    long id = event.get("executionId").getAsLong();
    if (kind.equals(START)) {
      running.put(id, new Running(event.get("time").getAsDouble()));
    }
    Running query = running.get(id);
    if (query == null) {
      return; // It began before the log.
    }
    if (kind.equals(END)) {
      running.remove(id);
      JsonElement error = event.get("errorMessage");
      boolean failed = error != null && !error.isJsonNull() && !error.getAsString().isEmpty();
      if (!failed) {
        ended(query.plan, event.get("time").getAsDouble() - query.start);
      }
    } else {
      query.plan = event.getAsJsonObject("sparkPlanInfo");
    }
  }

  private void ended(JsonObject plan, double millis) {
    List<Scan> scans = new ArrayList<>();
    collect(plan, false, null, scans);
    Map<RowMoves, ScanContent> others = new IdentityHashMap<>();
    for (Scan scan : scans) {
      content(scan.node, tables.get(0)).ifPresent(c -> others.put(scan.moves, c));
    }
    for (int t = 0; t < tables.size(); t++) {
      WorkloadTable table = tables.get(t);
      List<ScanContent> found = new ArrayList<>();
      Set<String> unknown = new LinkedHashSet<>();
      for (Scan scan : scans) {
        Optional<ScanContent> content = content(scan.node, table);
        content
            .filter(c -> table.isOf(c.path()))
            .ifPresent(c -> found.add(c.moved(scan.moves, others)));
        if (content.isEmpty()) {
          unknown.add(kind(scan.node));
        }
      }
      double share = millis / Math.max(1, found.size());
      for (ScanContent c : found) {
        builders
            .get(t)
            .add(
                null, c.columns(), c.conditions(table.quantiles()), c.shuffle(), c.ids(), 1, share);
      }
      if (found.isEmpty() && !unknown.isEmpty()) {
        builders.get(t).notUnderstood("scans of other kinds: " + unknown, 1, millis);
      }
    }
  }

  /** A node of a plan. */
  private record Scan(JsonObject node, RowMoves moves) {}

  /**
   * Each scan that ran: what is reused is in the plan again.
   *
   * @param above what is required of the node, or null
   */
  private void collect(
      JsonObject node, boolean inCache, RowMoves.Required above, List<Scan> scans) {
    if (node == null) {
      return;
    }
    String name = node.get("nodeName").getAsString();
    if (name.startsWith("ReusedExchange") || name.startsWith("ReusedSubquery")) {
      return;
    }
    boolean cached = inCache || name.startsWith("InMemoryTableScan");
    boolean rows = name.startsWith("Scan ExistingRDD") || name.startsWith("Scan OneRowRelation");
    boolean scan = !rows && (name.startsWith("Scan ") || name.startsWith("BatchScan"));
    if (scan && (!cached || cachedScans.add(counters(node)))) {
      scans.add(new Scan(node, PlanKeys.ofScan(text(node), above)));
    }
    JsonArray children = node.getAsJsonArray("children");
    if (children != null) {
      IntFunction<RowMoves.Required> required = PlanKeys.below(text(node), above);
      for (int i = 0; i < children.size(); i++) {
        JsonObject child = children.get(i).getAsJsonObject();
        boolean apart = cached || child.get("nodeName").getAsString().contains("Subquery");
        collect(child, cached, apart ? null : required.apply(i), scans);
      }
    }
  }

  /** Tells scans apart: those of cached rows have the same ones in all plans. */
  private static Set<Long> counters(JsonObject scan) {
    Set<Long> ids = new HashSet<>();
    if (scan.has("metrics")) {
      scan.getAsJsonArray("metrics")
          .forEach(m -> ids.add(m.getAsJsonObject().get("accumulatorId").getAsLong()));
    }
    return ids;
  }

  /** Without the name of the table. */
  private static String kind(JsonObject scan) {
    String[] words = scan.get("nodeName").getAsString().split(" ");
    return words.length > 1 && words[0].equals("Scan") ? words[0] + " " + words[1] : words[0];
  }

  private static String text(JsonObject node) {
    return node.get("simpleString").getAsString();
  }

  private static Optional<ScanContent> content(JsonObject scan, WorkloadTable table) {
    Map<String, String> metadata = new HashMap<>();
    if (scan.has("metadata")) {
      scan.getAsJsonObject("metadata")
          .entrySet()
          .forEach(e -> metadata.put(e.getKey(), e.getValue().getAsString()));
    }
    String text = text(scan);
    if (metadata.containsKey("Location") && metadata.containsKey("ReadSchema")) {
      return files(
          metadata.get("Location"),
          PlanText.schema(metadata.get("ReadSchema"), ""),
          metadata.getOrDefault("PushedFilters", ""),
          metadata.getOrDefault("PartitionFilters", ""),
          table);
    }
    Optional<ScanContent> known = PlanText.v2(text, List.of());
    int location = text.indexOf("Location: ");
    List<String> output = PlanText.output(text);
    if (known.isPresent() || location < 0 || output == null) {
      return known;
    }
    return files(
        text.substring(location),
        output,
        PlanText.value(text, "PushedFilters: "),
        PlanText.value(text, "PartitionFilters: "),
        table);
  }

  private static Optional<ScanContent> files(
      String location, List<String> read, String pushed, String ofPartitions, WorkloadTable table) {
    int open = location.indexOf('[');
    if (open < 0) {
      return Optional.empty();
    }
    String path = location.substring(open + 1).replaceFirst("(?s)(, |\\]|\\.\\.\\.).*$", "");
    SourceFilterText.Filters filters = SourceFilterText.parse(table.schema(), pushed);
    Set<String> unknown = new LinkedHashSet<>(filters.unknown());
    // Conditions on partitions are printed as expressions: column#12 = …
    table.schema().fields().stream()
        .map(f -> f.name())
        .filter(name -> ofPartitions.contains(name + "#"))
        .forEach(unknown::add);
    Set<String> columns = new LinkedHashSet<>(read);
    filters.known().forEach(f -> columns.addAll(f.columns()));
    columns.addAll(unknown);
    return Optional.of(
        new ScanContent(
            path, 0, List.copyOf(columns), filters.known(), unknown, Optional.empty(), Map.of()));
  }

  /** The next line is of another application, which counts its queries anew. */
  void endOfLog() {
    unfinished += running.size();
    running.clear();
    cachedScans.clear();
  }

  /**
   * What was found.
   *
   * @param cut why the log ended early, or null
   */
  List<LoadedWorkload> build(String cut) {
    for (WorkloadBuilder b : builders) {
      if (unfinished > 0) {
        b.notUnderstood("queries whose end is not in the log", unfinished, 0);
      }
      if (incomplete > 0) {
        b.notUnderstood("incomplete lines of the log", incomplete, 0);
      }
      if (cut != null) {
        b.notUnderstood("the log is cut: " + cut, 0, 0);
      }
    }
    return builders.stream().map(WorkloadBuilder::build).toList();
  }
}
