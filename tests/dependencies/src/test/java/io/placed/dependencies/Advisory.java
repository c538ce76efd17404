package io.placed.dependencies;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.maven.artifact.versioning.ComparableVersion;

/**
 * One advisory in <a href="https://ossf.github.io/osv-schema/">OSV's format</a>.
 *
 * @param id its CVE number, or the number of its database if it has none
 */
record Advisory(String id, String modified, String severity, String summary, JsonArray affected) {

  /** Nothing if it was withdrawn. */
  static Optional<Advisory> parse(JsonObject json) {
    if (json.has("withdrawn") || !json.has("affected")) {
      return Optional.empty();
    }
    String id =
        elements(json, "aliases")
            .map(JsonElement::getAsString)
            .filter(alias -> alias.startsWith("CVE-"))
            .findFirst()
            .orElse(json.get("id").getAsString());
    return Optional.of(
        new Advisory(
            id,
            json.get("modified").getAsString(),
            text(json.getAsJsonObject("database_specific"), "severity").toLowerCase(Locale.ROOT),
            text(json, "summary"),
            json.getAsJsonArray("affected")));
  }

  boolean affects(Library library) {
    for (JsonElement element : affected) {
      JsonObject versions = element.getAsJsonObject();
      JsonObject target = versions.getAsJsonObject("package");
      if (target != null
          && text(target, "ecosystem").equals(library.ecosystem())
          && text(target, "name").equalsIgnoreCase(library.name())
          && (elements(versions, "versions")
                  .anyMatch(v -> v.getAsString().equals(library.version()))
              || elements(versions, "ranges")
                  .anyMatch(range -> contains(range.getAsJsonObject(), library.version())))) {
        return true;
      }
    }
    return false;
  }

  /**
   * The last event up to the version decides. Maven's order serves PyPI, too: releases that have
   * only numbers are in the same order there, and the oldest versions that we accept are such.
   */
  private static boolean contains(JsonObject range, String version) {
    if (!text(range, "type").equals("ECOSYSTEM")) {
      return false;
    }
    ComparableVersion ours = new ComparableVersion(version);
    boolean affected = false;
    for (Event event : events(range)) {
      int order = ours.compareTo(event.version);
      switch (event.kind) {
        case "introduced" -> affected |= order >= 0;
        case "fixed" -> affected &= order < 0;
        case "last_affected" -> affected &= order <= 0;
        default -> {} // limit, which is for commits.
      }
    }
    return affected;
  }

  private static List<Event> events(JsonObject range) {
    List<Event> events = new ArrayList<>();
    elements(range, "events")
        .flatMap(event -> event.getAsJsonObject().entrySet().stream())
        .forEach(
            event ->
                events.add(
                    new Event(
                        event.getKey(), new ComparableVersion(event.getValue().getAsString()))));
    events.sort(Comparator.comparing(Event::version));
    return events;
  }

  private static Stream<JsonElement> elements(JsonObject json, String name) {
    return json.has(name)
        ? StreamSupport.stream(json.getAsJsonArray(name).spliterator(), false)
        : Stream.empty();
  }

  private static String text(JsonObject json, String name) {
    return json != null && json.has(name) && json.get(name).isJsonPrimitive()
        ? json.get(name).getAsString()
        : "";
  }

  private record Event(String kind, ComparableVersion version) {}
}
