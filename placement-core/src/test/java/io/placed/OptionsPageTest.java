package io.placed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.advise.columns.SearchSettings;
import io.placed.encoding.Profile;
import io.placed.placement.Placement;
import io.placed.placement.Sizes;
import io.placed.placement.reorder.Reorderers;
import io.placed.table.snapshot.TableProperties;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The table of {@code docs/options.md} has exactly the options of the code, with their defaults.
 * Those of the core are asked; those of other modules are read from their sources.
 */
class OptionsPageTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final List<String> MODULES =
      List.of("placement-core", "file-formats", "spark-datasource", "hive-serde", "placement-cli");

  private static final Pattern CONSTANT =
      Pattern.compile("static final String (\\w+) =\\s+\"([^\"]+)\";");

  private static final Pattern NAME = Pattern.compile("\"((?:spark\\.)?placed\\.[\\w.-]*\\w)\"");
  private static final Pattern PREFIXED = Pattern.compile("PREFIX \\+ \"([\\w.-]+)\"");
  private static final Pattern VARIABLE = Pattern.compile("\\b(PLACED_[A-Z_]+|JAVA_HOME|XDG_\\w+)");

  /** Names that files, or files of other formats, have for what is in them. */
  private static final Set<String> METADATA =
      Set.of(
          "placed.compression",
          "placed.page-rows",
          "placed.profile",
          "placed.placement",
          "placed.manifest.columns",
          "placed.manifest.table",
          "placed.hive.columns",
          "placed.hive.stands-for");

  /** The name before the dot of what is in the catalog of Spark, not an option. */
  private static final Set<String> NO_OPTIONS = Set.of("provider");

  private record Row(String where, String type, String value, String since, String documented) {}

  private static Map<String, Row> rows() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/options.md"));
    int from = page.indexOf("| name | where |");
    assertTrue(from >= 0, "no table of options");
    Map<String, Row> rows = new LinkedHashMap<>();
    for (String line : page.substring(from, page.indexOf("\n\n", from)).split("\n")) {
      String[] cells = line.substring(1).split("\\|");
      String name = cells[0].strip();
      if (name.startsWith("`")) {
        assertEquals(6, cells.length, line);
        Row row =
            new Row(
                cells[1].strip(),
                cells[2].strip(),
                cells[3].strip(),
                cells[4].strip(),
                cells[5].strip());
        assertEquals(null, rows.put(name.replace("`", ""), row), name + " is there twice");
      }
    }
    return rows;
  }

  private static Map<String, String> sources() throws IOException {
    Map<String, String> sources = new TreeMap<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          sources.put(ROOT.relativize(file).toString(), Files.readString(file));
        }
      }
    }
    assertTrue(sources.size() > 500, sources.size() + " files");
    return sources;
  }

  private static String source(String end) throws IOException {
    List<String> found = new ArrayList<>();
    sources().forEach((path, text) -> found.addAll(path.endsWith(end) ? List.of(text) : List.of()));
    assertEquals(1, found.size(), end);
    return found.get(0);
  }

  private static Set<String> settings() {
    Set<String> names = new TreeSet<>(WriteOptions.settingNames());
    names.addAll(SearchSettings.NAMES);
    return names;
  }

  private static Map<String, String> constants(String source) {
    Map<String, String> constants = new TreeMap<>();
    Matcher m = CONSTANT.matcher(source);
    while (m.find()) {
      constants.put(m.group(1), m.group(2));
    }
    return constants;
  }

  /** Options of Spark that are no settings of writing. */
  private static Map<String, String> sparkOptions() throws IOException {
    Map<String, String> constants = constants(source("/PlacedOptions.java"));
    constants
        .values()
        .removeIf(n -> n.startsWith("__") || n.endsWith(".") || NO_OPTIONS.contains(n));
    return constants;
  }

  private static Set<String> inCode() throws Exception {
    Set<String> names = settings();
    names.addAll(sparkOptions().values());
    for (Field f : TableProperties.class.getDeclaredFields()) {
      if (f.getType() == String.class && Modifier.isPublic(f.getModifiers())) {
        names.add((String) f.get(null));
      }
    }
    for (String source : sources().values()) {
      Matcher name = NAME.matcher(source);
      while (name.find()) {
        names.add(name.group(1));
      }
      if (source.contains("String PREFIX = \"placed.\"")) {
        Matcher prefixed = PREFIXED.matcher(source);
        while (prefixed.find()) {
          names.add("placed." + prefixed.group(1));
        }
      }
    }
    names.removeAll(METADATA);
    names.addAll(variables());
    return names;
  }

  private static Set<String> variables() throws IOException {
    Set<String> names = new TreeSet<>();
    List<String> texts = new ArrayList<>();
    sources().values().stream().filter(s -> s.contains("getenv(")).forEach(texts::add);
    for (String file :
        List.of("bin/placed", "bin/bench", "python/setup.py", "python/src/placed/_jar.py")) {
      texts.add(Files.readString(ROOT.resolve(file)));
    }
    for (String text : texts) {
      Matcher variable = VARIABLE.matcher(text);
      while (variable.find()) {
        names.add(variable.group(1));
      }
    }
    return names;
  }

  @Test
  void theTableHasExactlyTheOptionsOfTheCode() throws Exception {
    assertEquals(String.join("\n", inCode()), String.join("\n", new TreeSet<>(rows().keySet())));
  }

  @Test
  void settingsOfWritingAreThoseOfEveryEngine() throws IOException {
    Map<String, Row> rows = rows();
    for (String name : settings()) {
      String where = rows.get(name).where();
      for (String engine : List.of("Java", "write", "session", "table", "Hive `placed." + name)) {
        assertTrue(where.contains(engine), name + " lacks " + engine);
      }
    }
  }

  /** The first code of the cell, or the text before a comma or semicolon. */
  private static String stated(String name) throws IOException {
    return rows().get(name).value().replaceAll("^`([^`]*)`.*$", "$1");
  }

  @Test
  void defaultsOfTheCore() throws IOException {
    Map<String, String> expected = new TreeMap<>();
    WriteOptions defaults = WriteOptions.defaults();
    for (String clause : Placement.DEFAULT.toString().split("; ")) {
      String[] parts = clause.split("=", 2);
      expected.put("placement." + parts[0], parts[1]);
    }
    assertEquals(4, expected.size(), expected.toString());
    assertEquals(Placement.DEFAULT, Placement.parse(stated("placement")));
    expected.put("profile", defaults.profile().name().toLowerCase(Locale.ROOT));
    expected.put("compression", defaults.compression().toString());
    expected.put("page-rows", Integer.toString(defaults.pageRows()));
    expected.put("write-threads", Integer.toString(defaults.writeThreads()));
    expected.put("placed.deletes.max-share", "" + TableProperties.deletesMaxShare(Map.of()));
    expected.put("placed.foreign-files", "" + TableProperties.showForeignFiles(Map.of()));
    expected.put("advise", TableProperties.watches(Map.of()) ? "watch" : "off");
    Map<String, String> stated = new TreeMap<>();
    for (String name : expected.keySet()) {
      stated.put(name, stated(name));
    }
    assertEquals(expected, stated);

    long heap = Runtime.getRuntime().maxMemory();
    long sort = Sizes.parse("sort-memory", stated("sort-memory"));
    assertEquals(Math.min(sort, heap / 4), Reorderers.defaultMemoryBytes());
    long write = Sizes.parse("write-memory", stated("write-memory"));
    assertEquals(Math.min(write, heap / 8), defaults.effectiveWriteMemory());
    String compression = rows().get("compression").value();
    for (Profile profile : Profile.values()) {
      String its = "`" + defaults.withProfile(profile).compression() + "`";
      assertTrue(compression.contains(its), profile + " has " + its);
    }
  }

  /** Values that code of other modules takes where an option is absent. */
  @Test
  void defaultsOfOtherModules() throws IOException {
    Map<String, String> names = sparkOptions();
    int found = 0;
    for (String source : sources().values()) {
      Matcher m =
          Pattern.compile("get(?:Boolean|OrDefault)\\((?:PlacedOptions\\.)?(\\w+), \"?(\\w+)\"?\\)")
              .matcher(source);
      while (m.find()) {
        String name = names.get(m.group(1));
        boolean literal = m.group(2).matches("true|false|serializable");
        if (name != null && literal) {
          found++;
          String value = rows().get(name).value();
          assertTrue(
              value.contains("`" + m.group(2) + "`"), name + ": " + m.group() + ", " + value);
        }
      }
    }
    assertTrue(found >= 5, found + " defaults");
    assertDefault("/OpenPartitions.java", "\"placed.write.open-partitions\", (\\d+)");
    assertDefault("/Session.java", "bytes\\(FILTERED_SCAN_BYTES, \"(\\w+)\"");
    assertDefault("/RootFitting.java", "Integer.getInteger\\(INLINE_FILES, (\\d+)");
    assertDefault("/TableSettings.java", "getProperty\\(NANOS, \"(\\w+)\"");
  }

  private static void assertDefault(String file, String code) throws IOException {
    Map<String, String> names =
        Map.of(
            "/OpenPartitions.java", "placed.write.open-partitions",
            "/Session.java", "spark.placed.runtimeFilter.minBytes",
            "/RootFitting.java", "placed.log.inline-files",
            "/TableSettings.java", "placed.timestamp.nanos");
    Matcher m = Pattern.compile(code).matcher(source(file));
    assertTrue(m.find(), code + " is not in " + file);
    assertEquals(m.group(1), stated(names.get(file)), names.get(file));
  }

  /** Versions that exist, and pages that have the name. */
  @Test
  void versionsAndPages() throws IOException {
    Pattern link = Pattern.compile("\\]\\(([^)#]+)");
    String changes = Files.readString(ROOT.resolve("CHANGELOG.md"));
    String current =
        Files.readString(ROOT.resolve("pom.xml"))
            .replaceFirst("(?s).*?<artifactId>placed-parent</artifactId>\\s*<version>", "")
            .replaceFirst("(?s)(-SNAPSHOT)?</version>.*", "");
    for (Map.Entry<String, Row> e : rows().entrySet()) {
      String since = e.getValue().since();
      assertTrue(since.equals(current) || changes.contains("## [" + since + "]"), e.toString());
      Matcher to = link.matcher(e.getValue().documented());
      assertTrue(to.find(), e.toString());
      String page = Files.readString(ROOT.resolve("docs").resolve(to.group(1)));
      String last = e.getKey().substring(e.getKey().lastIndexOf('.') + 1);
      assertTrue(page.contains(e.getKey()) || page.contains(last), e.toString());
    }
  }
}
