package io.placed.dependencies;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * What a release ships: the class path of the command line with the copies that its jars contain,
 * and what the Python package asks for. The jars for Spark and Hive, and the core with what it
 * brings, are part of that class path.
 */
final class ShippedLibraries {

  private static final Pattern REQUIREMENT =
      Pattern.compile("([A-Za-z0-9._-]+)>=([0-9.]+)(,<[0-9.]+)?");

  private static final Pattern COPY =
      Pattern.compile("META-INF/maven/[^/]+/[^/]+/pom\\.properties");

  /** An empty jar that Spark's build puts into each of its own. */
  private static final String EMPTY = "org.spark-project.spark:unused";

  private final SortedSet<Library> libraries = new TreeSet<>();

  private ShippedLibraries() {}

  /** Those of this checkout; this module's class path has all jars. */
  static SortedSet<Library> ofThisCheckout() throws IOException {
    ShippedLibraries shipped = new ShippedLibraries();
    shipped.addChildren(
        JsonParser.parseString(Files.readString(Path.of("target/tree.json"))).getAsJsonObject(),
        "");
    List<Library> onClassPath = List.copyOf(shipped.libraries);
    for (String jar : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      shipped.addCopiesIn(Path.of(jar), onClassPath);
    }
    shipped.addCopies(Files.readAllLines(Path.of("copies.txt")));
    shipped.addRequirements(Files.readAllLines(Path.of("../../python/requirements/reader.txt")));
    shipped.addRequirements(Files.readAllLines(Path.of("../../python/requirements/spark.txt")));
    return shipped.libraries;
  }

  /** Those of a tree as maven-dependency-plugin prints it, with copies as copies.txt has them. */
  static SortedSet<Library> of(JsonObject tree, List<String> copies, List<String> requirements) {
    ShippedLibraries shipped = new ShippedLibraries();
    shipped.addChildren(tree, "");
    shipped.addCopies(copies);
    shipped.addRequirements(requirements);
    return shipped.libraries;
  }

  private void addChildren(JsonObject parent, String broughtBy) {
    JsonArray children = parent.getAsJsonArray("children");
    if (children == null) {
      return;
    }
    for (JsonElement child : children) {
      JsonObject library = child.getAsJsonObject();
      String name =
          library.get("groupId").getAsString() + ":" + library.get("artifactId").getAsString();
      if (name.startsWith("io.placed:")) {
        addChildren(library, broughtBy);
        continue;
      }
      String origin = broughtBy.isEmpty() ? "" : "with " + broughtBy;
      libraries.add(Library.maven(name, library.get("version").getAsString(), origin));
      addChildren(library, broughtBy.isEmpty() ? name : broughtBy);
    }
  }

  /** Copies keep the file in which Maven's jars say what they are. */
  private void addCopiesIn(Path jar, List<Library> onClassPath) throws IOException {
    String file = jar.getFileName().toString();
    Optional<Library> container =
        onClassPath.stream().filter(library -> isJarOf(library, file)).findFirst();
    if (container.isEmpty()) {
      return; // A library of these tests, or a module of ours.
    }
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry :
          zip.stream().filter(e -> COPY.matcher(e.getName()).matches()).toList()) {
        Properties pom = new Properties();
        try (InputStream in = zip.getInputStream(entry)) {
          pom.load(in);
        }
        String name = pom.getProperty("groupId") + ":" + pom.getProperty("artifactId");
        if (!name.equals(container.get().name()) && !name.equals(EMPTY)) {
          libraries.add(
              Library.maven(name, pom.getProperty("version"), "in " + container.get().name()));
        }
      }
    }
  }

  private static boolean isJarOf(Library library, String file) {
    String stem =
        library.name().substring(library.name().indexOf(':') + 1) + "-" + library.version();
    return file.equals(stem + ".jar") || file.startsWith(stem + "-"); // The rest is a classifier.
  }

  /** Copies that no file of their jar names; found by looking. */
  private void addCopies(List<String> lines) {
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] words = line.split(" ", -1);
      String container = words[0] + " " + words[1];
      if (libraries.stream().noneMatch(library -> library.coordinates().equals(container))) {
        throw new IllegalStateException(
            "copies.txt says what "
                + container
                + " contains, which is not shipped: look which copies the new version contains");
      }
      libraries.add(Library.maven(words[3], words[4], "in " + words[0]));
    }
  }

  private void addRequirements(List<String> lines) {
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      Matcher requirement = REQUIREMENT.matcher(line);
      if (!requirement.matches()) {
        throw new IllegalStateException("a Python requirement without an oldest version: " + line);
      }
      libraries.add(new Library("PyPI", requirement.group(1), requirement.group(2), ""));
    }
  }
}
