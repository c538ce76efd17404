package io.placed.table.source;

import io.placed.io.FileStores;
import io.placed.io.PathNames;
import java.io.IOException;
import java.util.function.Predicate;

/**
 * Which files of a source are read.
 *
 * @param name tests names without their directories; null = any name
 * @param modifiedBefore milliseconds since 1970-01-01T00:00:00Z; {@code Long.MAX_VALUE} = any time
 * @param modifiedAfter milliseconds since 1970-01-01T00:00:00Z; {@code Long.MIN_VALUE} = any time
 */
public record FileChoice(Predicate<String> name, long modifiedBefore, long modifiedAfter) {
  public static final FileChoice ALL = new FileChoice(null, Long.MAX_VALUE, Long.MIN_VALUE);

  boolean takes(SourceFile file, FileStores stores) throws IOException {
    if (name != null && !name.test(PathNames.name(file.path()))) {
      return false;
    }
    if (modifiedBefore == Long.MAX_VALUE && modifiedAfter == Long.MIN_VALUE) {
      return true;
    }
    long modified = stores.forPath(file.path()).stat(file.path()).modifiedMillis();
    return modified < modifiedBefore && modified > modifiedAfter;
  }
}
