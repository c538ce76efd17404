package io.placed.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bugs that are planted on purpose, one at a time, in a copy of the sources: the tests that each
 * names must find it. What they do not find shows what the tests cannot see. Before that the same
 * tests must find nothing in the sources as they are. {@code mvn test -Pplanted-bugs -pl
 * placement-core} plants all of them; {@code -Dplaced.planted-bugs=REGEX} those whose names match,
 * {@code -Dplaced.planted-bugs.seconds=N} as many as fit, without those that {@code
 * target/planted-bugs.tsv} has.
 */
class PlantedBugsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path PATCHES = ROOT.resolve("tests/planted-bugs");
  private static final Path RESULTS = Path.of("target", "planted-bugs.tsv");
  private static final Path PAGE = ROOT.resolve("docs/reliability.md");

  /** Of tests that do not end with a bug: no test says what is wrong, but nobody overlooks it. */
  private static final String HANGS = "HANGS";

  private static final int MINUTES = 5;

  /** For the simulation of one bug; other tests take as long as they take. */
  private static final int SECONDS = 60;

  @TempDir Path temporary;

  /** A patch that does not fit any more tests nothing. */
  @Test
  void everyBugCanBePlanted() throws Exception {
    List<SourcePatch> patches = SourcePatch.all(PATCHES);
    assertTrue(patches.size() >= 30, patches.size() + " bugs");
    for (SourcePatch p : patches) {
      p.header("Bug");
      p.header("Area");
      p.header("Tests");
      for (Map.Entry<Path, String> s : p.applied(ROOT).entrySet()) {
        String now = Files.readString(ROOT.resolve(s.getKey()));
        assertTrue(!now.equals(s.getValue()), p.name() + " changes nothing");
      }
    }
  }

  /** What the page says of each bug but how it was found: its name, its area and what it is. */
  @Test
  void thePageHasEveryBug() throws Exception {
    List<String> patches = new ArrayList<>();
    for (SourcePatch p : SourcePatch.all(PATCHES)) {
      patches.add("`" + p.name() + "` | " + p.header("Area") + " | " + p.header("Bug"));
    }
    List<String> rows = new ArrayList<>();
    boolean within = false;
    for (String line : Files.readAllLines(PAGE)) {
      within |= line.startsWith("| bug | area |");
      if (within && line.startsWith("| `")) {
        String[] cells = line.split(" \\| ");
        rows.add(cells[0].substring(2) + " | " + cells[1] + " | " + cells[2]);
      }
    }
    assertEquals(String.join("\n", patches), String.join("\n", rows));
    String count = patches.size() + " of " + patches.size();
    assertTrue(Files.readString(PAGE).contains(count), "the page does not say " + count);
  }

  @Test
  @EnabledIfSystemProperty(named = "placed.planted-bugs", matches = ".+")
  void everyBugIsFound() throws Exception {
    String names = System.getProperty("placed.planted-bugs");
    long seconds = Long.getLong("placed.planted-bugs.seconds", Long.MAX_VALUE / 2_000_000_000);
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    String known = Files.exists(RESULTS) ? Files.readString(RESULTS) : "";
    List<String> survivors = new ArrayList<>();
    List<SourcePatch> planted = new ArrayList<>();
    Set<String> tests = new TreeSet<>();
    for (SourcePatch p : SourcePatch.all(PATCHES)) {
      if (p.name().matches(names) && !("\n" + known).contains("\n" + p.name() + "\t")) {
        planted.add(p);
        tests.addAll(tests(p));
      }
    }
    for (String test : tests) {
      String result = run(temporary.resolve("none"), List.of(test));
      assertTrue(result.startsWith(CampaignRun.SURVIVED), test + " without a bug: " + result);
    }
    for (SourcePatch p : planted) {
      if (System.nanoTime() > until) {
        break;
      }
      String result = plant(p);
      String line = p.name() + "\t" + p.header("Area") + "\t" + p.header("Bug") + "\t" + result;
      System.out.println(line);
      Files.writeString(RESULTS, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      if (result.startsWith(CampaignRun.SURVIVED)) {
        survivors.add(p.name());
      }
    }
    assertEquals(List.of(), survivors, "bugs that no test finds");
  }

  private static List<String> tests(SourcePatch patch) {
    return Arrays.stream(patch.header("Tests").split(","))
        .map(t -> t.strip().equals("simulation") ? "SimulationTest" : t.strip())
        .toList();
  }

  private String plant(SourcePatch patch) throws Exception {
    Path directory = temporary.resolve(patch.name());
    compile(patch, Files.createDirectories(directory.resolve("classes")));
    return run(directory, tests(patch));
  }

  /**
   * Runs tests until one fails.
   *
   * @param directory of the classes with the bug
   * @return a line that begins with what came of it
   */
  private String run(Path directory, List<String> tests) throws Exception {
    Path classes = Files.createDirectories(directory.resolve("classes"));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-Dplaced.cases=all",
                "-Dplaced.simulation.seed=1",
                "-Dplaced.simulation.seconds=" + SECONDS,
                "-Dplaced.simulation.shorten=false",
                "-cp",
                classes + ":" + System.getProperty("java.class.path"),
                CampaignRun.class.getName(),
                Path.of("target", "test-classes").toString()));
    command.addAll(tests);
    Path log = directory.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      return HANGS + "\t\t" + TimeUnit.MINUTES.toSeconds(MINUTES) + "\t";
    }
    for (String line : Files.readAllLines(log, StandardCharsets.UTF_8)) {
      if (line.startsWith(CampaignRun.FOUND + "\t") || line.startsWith(CampaignRun.SURVIVED)) {
        return line;
      }
    }
    throw new IOException(tests + ": the campaign ended with\n" + Files.readString(log));
  }

  private void compile(SourcePatch patch, Path classes) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-proc:none",
                "-nowarn",
                "--release",
                "17",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString()));
    for (Map.Entry<Path, String> s : patch.applied(ROOT).entrySet()) {
      Path file = temporary.resolve(patch.name()).resolve(s.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, s.getValue());
      arguments.add(file.toString());
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int failed = compiler.run(null, null, null, arguments.toArray(String[]::new));
    assertEquals(0, failed, patch.name() + " does not compile");
  }
}
