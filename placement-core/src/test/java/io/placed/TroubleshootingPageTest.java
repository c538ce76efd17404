package io.placed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every message that {@code docs/troubleshooting.md} quotes as ours is in the sources: the parts
 * between its ellipses, in string literals.
 */
class TroubleshootingPageTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```message\n(.*?)^```$");

  /** Where a literal goes on in the next one. */
  private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");

  /** Between parts that the code puts together: a value, or a message in another one. */
  private static final Pattern BETWEEN = Pattern.compile("…|: |; ");

  /** Shorter parts are in every source. */
  private static final int TELLING = 8;

  private static List<String> sources() throws IOException {
    List<String> out = new ArrayList<>();
    for (String module : List.of("placement-core", "spark-datasource", "hive-serde")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          out.add(JOINED.matcher(Files.readString(file)).replaceAll(""));
        }
      }
    }
    out.add(Files.readString(ROOT.resolve("bin/placed")));
    out.add(Files.readString(ROOT.resolve("python/src/placed/__init__.py")));
    return out;
  }

  private static List<String> messages() throws IOException {
    List<String> out = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(ROOT.resolve("docs/troubleshooting.md")));
    while (block.find()) {
      out.addAll(block.group(1).lines().toList());
    }
    return out;
  }

  @Test
  void everyMessageExists() throws IOException {
    List<String> sources = sources();
    List<String> messages = messages();
    assertTrue(messages.size() > 30, messages.size() + " messages");
    List<String> unknown = new ArrayList<>();
    for (String message : messages) {
      int telling = 0;
      for (String piece : BETWEEN.split(message)) {
        String part = piece.strip();
        if (part.length() >= TELLING) {
          telling++;
          if (sources.stream().noneMatch(s -> s.contains(part))) {
            unknown.add(part + " (in: " + message + ")");
          }
        }
      }
      assertTrue(telling > 0, "too little to look for: " + message);
    }
    assertEquals(List.of(), unknown);
  }
}
