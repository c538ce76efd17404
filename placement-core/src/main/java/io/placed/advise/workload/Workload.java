package io.placed.advise.workload;

import io.placed.io.FileStore;
import io.placed.io.InputFile;
import io.placed.io.RandomInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The queries that the layout of a table is optimized for. Text: one query per line, in the text
 * form of {@link Query} or as a JSON object; {@code #} starts a comment, empty lines are ignored.
 * {@code docs/placements.md} has the grammar.
 */
public record Workload(List<Query> queries) {
  /** Name of the setting, whose value is the path of a file with the text. */
  public static final String SETTING = "placement.workload";

  private static final long MAX_BYTES = 64L << 20;

  public Workload {
    queries = List.copyOf(queries);
    if (queries.isEmpty()) {
      throw new IllegalArgumentException(
          SETTING + ": the workload has no queries. Allowed: " + WorkloadParser.ALLOWED);
    }
  }

  /** The queries. */
  public static Workload of(Query... queries) {
    return new Workload(List.of(queries));
  }

  /**
   * Parses the text form.
   *
   * @throws IllegalArgumentException naming the line, what was found and what is allowed
   */
  public static Workload parse(String text) {
    return WorkloadParser.parse(SETTING, text);
  }

  /**
   * Reads and parses a file in UTF-8.
   *
   * @throws IllegalArgumentException naming the file, the line, what was found and what is allowed
   */
  public static Workload load(FileStore store, String path) throws IOException {
    InputFile file = store.input(path);
    long length = file.length();
    if (length > MAX_BYTES) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s: %s has %d bytes; at most %d are allowed",
              SETTING,
              path,
              length,
              MAX_BYTES));
    }
    byte[] bytes = new byte[(int) length];
    try (RandomInput in = file.open()) {
      in.readFully(0, bytes, 0, bytes.length);
    }
    return WorkloadParser.parse(SETTING + ": " + path, new String(bytes, StandardCharsets.UTF_8));
  }

  /** One query per line. */
  @Override
  public String toString() {
    return queries.stream().map(q -> q + "\n").collect(Collectors.joining());
  }

  /** One JSON object per line. */
  public String toJsonLines() {
    return queries.stream().map(q -> WorkloadJson.write(q) + "\n").collect(Collectors.joining());
  }
}
