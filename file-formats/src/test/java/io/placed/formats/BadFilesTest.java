package io.placed.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.formats.orc.OrcFormat;
import io.placed.formats.parquet.ParquetFormat;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Damaged Parquet and ORC files that their projects publish (see {@code bad/README.md}): refused in
 * a sentence that names the file, or read as far as other readers read them.
 */
class BadFilesTest {
  /**
   * An import does not use Bloom filters, and codes of no bits are those of a dictionary of one
   * value.
   */
  private static final Set<String> READ =
      Set.of("bad_bloom_filter_1.6.0.orc", "bad_bloom_filter_1.6.11.orc", "ARROW-GH-43605.parquet");

  static List<Path> badFiles() throws IOException {
    try (Stream<Path> all = Files.walk(Path.of("src/test/resources/io/placed/formats/bad"))) {
      return all.filter(p -> p.toString().matches(".*\\.(orc|parquet)")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("badFiles")
  void isRefusedInWords(Path path) throws IOException {
    String name = path.getFileName().toString();
    FileFormat format =
        name.endsWith(".orc")
            ? new OrcFormat(Configuration::new)
            : new ParquetFormat(FileStores.local());
    boolean read = true;
    try {
      Schema schema = format.schema(List.of(path.toString()));
      try (var source = format.open(path.toString(), schema)) {
        while (source.next()) {
          source.batch().row(0);
        }
      }
    } catch (FormatException e) {
      assertTrue(e.getMessage().contains(name), e.getMessage());
      read = false;
    }
    assertEquals(READ.contains(name), read, name + " is read");
  }
}
