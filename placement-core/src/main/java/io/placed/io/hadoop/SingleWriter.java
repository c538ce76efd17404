package io.placed.io.hadoop;

import java.io.IOException;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * For stores without conditions: of the threads of this process one succeeds; what another process
 * puts at the same time is replaced.
 */
record SingleWriter(FileSystem fileSystem, Path target) implements PutIfAbsent {
  /** By the hash of the path: file systems of one store are different objects. */
  private static final Object[] LOCKS = Stream.generate(Object::new).limit(64).toArray();

  @Override
  public boolean put(String text) throws IOException {
    synchronized (LOCKS[Math.floorMod(target.hashCode(), LOCKS.length)]) {
      return !fileSystem.exists(target) && PutIfAbsent.create(fileSystem, target, text, null);
    }
  }
}
