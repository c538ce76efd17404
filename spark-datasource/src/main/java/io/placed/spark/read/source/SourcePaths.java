package io.placed.spark.read.source;

import com.google.gson.Gson;
import io.placed.spark.internal.Session;
import io.placed.spark.options.PlacedOptions;
import io.placed.table.source.MissingPathException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The paths in the options, with patterns replaced by the matching paths. A path that exists as it
 * is given is no pattern: what {@code save} wrote, {@code load} finds, whatever its letters.
 */
public final class SourcePaths {
  private SourcePaths() {}

  /** Paths as they were given. */
  static List<String> given(CaseInsensitiveStringMap options) {
    List<String> paths = new ArrayList<>();
    String several = options.get(PlacedOptions.PATHS);
    if (several != null) {
      paths.addAll(Arrays.asList(new Gson().fromJson(several, String[].class)));
    }
    String one = options.get(PlacedOptions.PATH);
    if (one != null) {
      paths.add(one);
    }
    return paths;
  }

  /**
   * @throws MissingPathException if nothing matches a pattern
   */
  static List<String> resolve(CaseInsensitiveStringMap options, Session session)
      throws IOException {
    List<String> resolved = new ArrayList<>();
    for (String given : given(options)) {
      if (!isPattern(given) || PlacedOptions.isPlace(options)) {
        resolved.add(given);
        continue;
      }
      Configuration hadoop = session.hadoop(options.asCaseSensitiveMap());
      Path pattern = new Path(given);
      FileSystem fileSystem = pattern.getFileSystem(hadoop);
      if (exists(fileSystem, pattern)) {
        resolved.add(given);
        continue;
      }
      FileStatus[] matches = fileSystem.globStatus(pattern);
      int before = resolved.size();
      if (matches != null) {
        for (FileStatus match : matches) {
          String name = match.getPath().getName();
          if (!name.startsWith("_") && !name.startsWith(".")) {
            resolved.add(match.getPath().toString());
          }
        }
      }
      if (resolved.size() == before) {
        throw new MissingPathException(given);
      }
    }
    return resolved;
  }

  /** False also if a store takes no such name: patterns may be longer than its longest path. */
  private static boolean exists(FileSystem fileSystem, Path path) {
    try {
      return fileSystem.exists(path);
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether a reader treats the path as a pattern if nothing has exactly this name. */
  public static boolean isPattern(String path) {
    return path.chars().anyMatch(c -> "{}[]*?\\".indexOf(c) >= 0);
  }
}
