package io.placed.experiments;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Results as lines of JSON, appended one by one, so that an interrupted run continues after the
 * last of them. Environments are lines too, each before the first result that was measured in it.
 */
final class ResultFile {
  private static final Gson JSON = new GsonBuilder().disableHtmlEscaping().create();
  private static final String ENVIRONMENT = "environments";

  private final Path file;
  private final Map<String, Result> results = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> environments = new LinkedHashMap<>();

  /** A line that describes an environment. */
  private record EnvironmentLine(String environments, Map<String, String> values) {}

  /**
   * @throws IOException also if a line other than an unfinished last one cannot be read
   */
  ResultFile(Path file) throws IOException {
    this.file = file;
    if (file.getParent() != null) {
      Files.createDirectories(file.getParent());
    }
    if (Files.exists(file)) {
      load();
    }
  }

  private void load() throws IOException {
    String text = Files.readString(file);
    // A line that a stopped run did not finish is measured again.
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    if (whole.length() < text.length()) {
      Files.writeString(file, whole);
    }
    int number = 0;
    for (String line : whole.lines().toList()) {
      number++;
      try {
        JsonObject object = JsonParser.parseString(line).getAsJsonObject();
        if (object.has(ENVIRONMENT)) {
          EnvironmentLine e = JSON.fromJson(object, EnvironmentLine.class);
          environments.put(e.environments(), e.values());
        } else {
          Result r = JSON.fromJson(object, Result.class);
          results.put(r.key(), r);
        }
      } catch (JsonParseException | IllegalStateException e) {
        throw new IOException(file + ":" + number + ": no result: " + e.getMessage(), e);
      }
    }
  }

  /** The result of a cell, null if there is none. */
  Result get(String key) {
    return results.get(key);
  }

  Collection<Result> results() {
    return results.values();
  }

  Map<String, Map<String, String>> environments() {
    return environments;
  }

  /**
   * Adds an environment unless the file has the same one; the time is not compared.
   *
   * @return its short name
   */
  String environment(Map<String, String> values) throws IOException {
    Map<String, String> same = withoutMoment(values);
    for (var e : environments.entrySet()) {
      if (withoutMoment(e.getValue()).equals(same)) {
        return e.getKey();
      }
    }
    String name = "e" + (environments.size() + 1);
    environments.put(name, values);
    append(JSON.toJson(new EnvironmentLine(name, values)));
    return name;
  }

  private static Map<String, String> withoutMoment(Map<String, String> values) {
    Map<String, String> out = new LinkedHashMap<>(values);
    out.remove("date");
    out.remove("command");
    return out;
  }

  /** Adds a result; it takes the place of an earlier one of the same cell. */
  void add(Result result) throws IOException {
    results.put(result.key(), result);
    append(JSON.toJson(result));
  }

  private void append(String line) throws IOException {
    Files.write(
        file,
        (line + "\n").getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
