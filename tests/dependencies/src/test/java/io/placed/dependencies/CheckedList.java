package io.placed.dependencies;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The libraries of the last check, each with the advisories that affect it: checked.txt.
 *
 * @param header when it was made, and of when the advisories were
 */
record CheckedList(String header, SortedMap<Library, SortedSet<String>> findings) {

  private static final Pattern LINE =
      Pattern.compile(
          "(Maven|PyPI) (\\S+) (\\S+)((?: (?:with|in) [^\\s:]+:\\S+)?)((?:"
              + " (?:CVE|GHSA|PYSEC)-\\S+)*)");

  static CheckedList parse(List<String> lines) {
    SortedMap<Library, SortedSet<String>> findings = new TreeMap<>();
    for (String line : lines.subList(1, lines.size())) {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        throw new IllegalArgumentException("not a line of checked.txt: " + line);
      }
      SortedSet<String> advisories = new TreeSet<>(List.of(parts.group(5).strip().split(" ", -1)));
      advisories.remove("");
      findings.put(
          new Library(parts.group(1), parts.group(2), parts.group(3), parts.group(4).strip()),
          advisories);
    }
    return new CheckedList(lines.get(0).substring(2), findings);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("# " + header);
    findings.forEach(
        (library, advisories) -> lines.add((library + " " + String.join(" ", advisories)).strip()));
    return lines;
  }

  /** How what is shipped differs from what was checked, in sentences. */
  List<String> differences(Collection<Library> shipped) {
    List<String> differences = new ArrayList<>();
    for (Library library : shipped) {
      if (!findings.containsKey(library)) {
        differences.add(library + " is shipped, but was not checked for advisories");
      }
    }
    for (Library library : findings.keySet()) {
      if (!shipped.contains(library)) {
        differences.add(library + " was checked for advisories, but is not shipped");
      }
    }
    return differences;
  }
}
