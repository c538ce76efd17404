package io.placed.dependencies;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All advisories of folders or zip files of JSON files in OSV's format. */
final class AdvisoryDatabase {

  private final List<Advisory> advisories = new ArrayList<>();

  static AdvisoryDatabase read(List<Path> places) throws IOException {
    AdvisoryDatabase database = new AdvisoryDatabase();
    for (Path place : places) {
      if (Files.isDirectory(place)) {
        database.readFolder(place);
      } else {
        try (FileSystem zip = FileSystems.newFileSystem(place)) {
          database.readFolder(zip.getPath("/"));
        }
      }
    }
    if (database.advisories.isEmpty()) {
      throw new IOException("no advisories in OSV's format in " + places);
    }
    return database;
  }

  private void readFolder(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(file -> file.toString().endsWith(".json")).toList();
    }
    for (Path file : files) {
      Advisory.parse(JsonParser.parseString(Files.readString(file)).getAsJsonObject())
          .ifPresent(advisories::add);
    }
  }

  int size() {
    return advisories.size();
  }

  /** The day of the latest change, which tells how old a copy is. */
  String newest() {
    return advisories.stream()
        .map(Advisory::modified)
        .max(String::compareTo)
        .orElseThrow()
        .substring(0, 10);
  }

  /** Each library with the advisories that affect it, mostly none. */
  SortedMap<Library, List<Advisory>> findings(SortedSet<Library> libraries) {
    SortedMap<Library, List<Advisory>> findings = new TreeMap<>();
    for (Library library : libraries) {
      List<Advisory> found =
          new ArrayList<>(advisories.stream().filter(a -> a.affects(library)).toList());
      Collections.sort(found, (a, b) -> a.id().compareTo(b.id()));
      findings.put(library, found);
    }
    return findings;
  }
}
