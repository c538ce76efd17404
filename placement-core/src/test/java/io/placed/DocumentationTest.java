package io.placed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The Markdown of the repository: line widths, links, and the table of folders. */
class DocumentationTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final int COLUMNS = 120;

  /** Generated pages. */
  private static final Set<String> GENERATED = Set.of("experiments.md", "PaperFindings.md");

  private static final Pattern CODE = Pattern.compile("(`+)(?!`).*?(?<!`)\\1(?!`)");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> folders = Files.list(ROOT)) {
      for (Path folder : folders.filter(Files::isDirectory).toList()) {
        pages.addAll(pagesOf(folder, folder.endsWith("docs") ? 10 : 1));
      }
    }
    pages.addAll(pagesOf(ROOT, 1));
    assertTrue(pages.size() > 30, pages.toString());
    return pages;
  }

  private static List<Path> pagesOf(Path folder, int depth) throws IOException {
    try (Stream<Path> files = Files.walk(folder, depth)) {
      return files.filter(f -> f.toString().endsWith(".md")).filter(Files::isRegularFile).toList();
    }
  }

  private static boolean isGenerated(Path page) {
    return page.toString().contains("results") && GENERATED.contains(page.getFileName().toString());
  }

  /** Lines of a page; lines in code blocks, which show output of programs, are empty. */
  private static List<String> prose(Path page) throws IOException {
    List<String> lines = new ArrayList<>();
    boolean code = false;
    for (String line : Files.readAllLines(page)) {
      boolean fence = line.strip().startsWith("```");
      lines.add(code || fence ? "" : line);
      code ^= fence;
    }
    return lines;
  }

  @Test
  void linesEndAt120Columns() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path page : pages()) {
      if (isGenerated(page)) {
        continue;
      }
      List<String> lines = prose(page);
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i);
        boolean table = line.strip().startsWith("|");
        if (!table && line.codePointCount(0, line.length()) > COLUMNS && canBeBroken(line)) {
          tooLong.add(ROOT.relativize(page) + ":" + (i + 1));
        }
      }
    }
    assertEquals(List.of(), tooLong);
  }

  /** Whether a line can be wrapped outside of code spans and links. */
  private static boolean canBeBroken(String line) {
    String words = CODE.matcher(line.strip()).replaceAll(m -> "x".repeat(m.group().length()));
    return Stream.of(words.split(" ")).allMatch(w -> w.length() < COLUMNS - 10);
  }

  @Test
  void linksLeadSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      for (String line : prose(page)) {
        Matcher link = LINK.matcher(CODE.matcher(line).replaceAll("code"));
        while (link.find()) {
          if (!link.group(1).contains("://") && !exists(page, link.group(1))) {
            broken.add(ROOT.relativize(page) + ": " + link.group(1));
          }
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  /** CONTRIBUTING lists the modules of the build, and only existing folders. */
  @Test
  void foldersAreListed() throws IOException {
    List<String> listed = new ArrayList<>();
    Matcher row =
        Pattern.compile("(?m)^\\| `([^`]+)` \\| (`[^`]+`)? ?\\| [^|]+\\|$")
            .matcher(section(ROOT.resolve("CONTRIBUTING.md"), "## Where things live"));
    while (row.find()) {
      assertTrue(Files.isDirectory(ROOT.resolve(row.group(1))), row.group(1) + " does not exist");
      listed.add(row.group(1));
    }
    Matcher module =
        Pattern.compile("<module>([^<]+)</module>")
            .matcher(Files.readString(ROOT.resolve("pom.xml")));
    while (module.find()) {
      assertTrue(listed.contains(module.group(1)), module.group(1) + " is not in " + listed);
    }
  }

  /** The dependency table of CONTRIBUTING lists exactly the packages of the core. */
  @Test
  void packagesAreListed() throws IOException {
    Set<String> listed = new TreeSet<>();
    for (String line :
        section(ROOT.resolve("CONTRIBUTING.md"), "## Package dependencies").split("\n")) {
      if (line.startsWith("| `")) {
        Matcher name = Pattern.compile("`([a-z]+)`").matcher(line.split("\\|")[1]);
        while (name.find()) {
          listed.add(name.group(1));
        }
      }
    }
    Path source = ROOT.resolve("placement-core/src/main/java/io/placed");
    try (Stream<Path> folders = Files.list(source)) {
      Set<String> there =
          folders
              .filter(Files::isDirectory)
              .map(d -> d.getFileName().toString())
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(there, listed);
    }
  }

  private static String section(Path page, String heading) throws IOException {
    String text = Files.readString(page);
    int from = text.indexOf(heading + "\n");
    assertTrue(from >= 0, heading);
    int to = text.indexOf("\n## ", from);
    return text.substring(from, to < 0 ? text.length() : to);
  }

  private static boolean exists(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return hash < 0 || anchors(target).contains(link.substring(hash + 1));
  }

  /** The anchors of a page's headings, as GitHub forms them. */
  private static Set<String> anchors(Path page) throws IOException {
    return prose(page).stream()
        .filter(l -> l.startsWith("#"))
        .map(l -> l.replaceFirst("^#+ *", "").toLowerCase(Locale.ROOT))
        .map(l -> l.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }
}
