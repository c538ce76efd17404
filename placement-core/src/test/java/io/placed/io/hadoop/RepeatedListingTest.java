package io.placed.io.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Listings that report something twice, as those of ABFS do between two pages. */
class RepeatedListingTest {
  @TempDir Path directory;

  /** Reports all of a directory twice. */
  private static final class Repeating extends FilterFileSystem {
    Repeating() throws IOException {
      super(new RawLocalFileSystem());
      initialize(URI.create("file:///"), new Configuration());
    }

    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
      FileStatus[] once = super.listStatus(path);
      return Stream.concat(Stream.of(once), Stream.of(once)).toArray(FileStatus[]::new);
    }
  }

  @Test
  void eachFileIsListedOnce() throws IOException {
    List<String> names = List.of("a", "b=1/c", "b=1/d/e", "f");
    for (String name : names) {
      Files.createDirectories(directory.resolve(name).getParent());
      Files.writeString(directory.resolve(name), name);
    }
    FileStore store = new HadoopFileStore(new Repeating(), new Configuration());
    List<String> found = new ArrayList<>();
    for (FileInfo f : store.list(directory.toString(), true)) {
      found.add(PathNames.relativize(store.qualify(directory.toString()), f.path()));
    }
    assertEquals(names, found);
    assertEquals(3, store.list(directory.toString(), false).size());
  }
}
