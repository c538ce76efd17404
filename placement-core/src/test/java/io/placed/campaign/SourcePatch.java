package io.placed.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A planted bug: a unified diff of the core's sources, after lines that say what it is. Hunks are
 * found by their text, not by their line numbers, and must fit exactly one place.
 *
 * @param name of the file, without {@code .patch}
 * @param headers {@code Bug}, {@code Area}, {@code Tests}: classes that must find it
 * @param hunks by the path of the file, from the root of the repository
 */
record SourcePatch(String name, Map<String, String> headers, Map<Path, List<Hunk>> hunks) {
  private static final String SUFFIX = ".patch";

  /** Lines that are replaced by others, with the lines around them. */
  record Hunk(String before, String after) {}

  /** All of a directory, by name. */
  static List<SourcePatch> all(Path directory) throws IOException {
    List<SourcePatch> patches = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(SUFFIX)).sorted().toList()) {
        patches.add(read(file));
      }
    }
    return patches;
  }

  private static SourcePatch read(Path file) throws IOException {
    Map<String, String> headers = new LinkedHashMap<>();
    Map<Path, List<Hunk>> hunks = new LinkedHashMap<>();
    List<Hunk> current = null;
    StringBuilder before = new StringBuilder();
    StringBuilder after = new StringBuilder();
    for (String line : Files.readAllLines(file)) {
      boolean starts = line.startsWith("--- a/") || line.startsWith("@@");
      if (starts && current != null && before.length() > 0) {
        current.add(new Hunk(before.toString(), after.toString()));
      }
      if (starts) {
        before.setLength(0);
        after.setLength(0);
      }
      if (line.startsWith("--- a/")) {
        current = hunks.computeIfAbsent(Path.of(line.substring(6)), p -> new ArrayList<>());
      } else if (current == null) {
        int colon = line.indexOf(": ");
        if (colon > 0) {
          headers.put(line.substring(0, colon), line.substring(colon + 2));
        }
      } else if (!line.startsWith("+++ ") && !starts) {
        String text = (line.isEmpty() ? "" : line.substring(1)) + "\n";
        before.append(line.startsWith("+") ? "" : text);
        after.append(line.startsWith("-") ? "" : text);
      }
    }
    if (current == null || before.length() == 0) {
      throw new IOException(file + ": is not a unified diff");
    }
    current.add(new Hunk(before.toString(), after.toString()));
    String name = file.getFileName().toString();
    return new SourcePatch(name.substring(0, name.length() - SUFFIX.length()), headers, hunks);
  }

  String header(String key) {
    String value = headers.get(key);
    if (value == null) {
      throw new IllegalArgumentException(name + SUFFIX + ": has no line '" + key + ": …'");
    }
    return value;
  }

  /**
   * The sources with the bug, by their paths from the root.
   *
   * @throws IllegalArgumentException if a hunk does not fit
   */
  Map<Path, String> applied(Path root) throws IOException {
    Map<Path, String> sources = new LinkedHashMap<>();
    for (Map.Entry<Path, List<Hunk>> of : hunks.entrySet()) {
      String text = Files.readString(root.resolve(of.getKey()));
      for (Hunk h : of.getValue()) {
        int at = text.indexOf(h.before());
        if (at < 0 || text.indexOf(h.before(), at + 1) >= 0) {
          throw new IllegalArgumentException(
              name
                  + SUFFIX
                  + ": these lines of "
                  + of.getKey()
                  + (at < 0 ? " do not exist:\n" : " exist more than once:\n")
                  + h.before());
        }
        text = text.substring(0, at) + h.after() + text.substring(at + h.before().length());
      }
      sources.put(of.getKey(), text);
    }
    return sources;
  }
}
