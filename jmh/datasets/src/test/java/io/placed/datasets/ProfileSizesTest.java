package io.placed.datasets;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.encoding.Profile;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A profile that pays more for a byte must not have larger columns. */
class ProfileSizesTest {
  @TempDir private Path directory;

  /**
   * Compression is tried with a small sample, which must be encoded with the symbols of the whole
   * page: symbols that are made from the sample fit it too well, and its codes compress less.
   */
  @ParameterizedTest
  @CsvSource({"orders, o_comment", "lineitem, l_comment", "partsupp, ps_comment"})
  void compactTextIsNotLargerThanBalanced(String table, String column) throws Exception {
    Generator generator = Generator.of("tpch", table, "0.25");
    int index = generator.schema().indexOf(column);
    Schema schema = Schema.of(generator.schema().field(index));
    Batch rows = Batch.of(schema);
    Iterator<Object[]> found = generator.rows(0, 4);
    while (found.hasNext()) {
      rows.appendRow(found.next()[index]);
    }
    long balanced = bytes(schema, rows, Profile.BALANCED);
    long compact = bytes(schema, rows, Profile.COMPACT);
    assertTrue(compact <= balanced, compact + " > " + balanced);
  }

  private long bytes(Schema schema, Batch rows, Profile profile) throws Exception {
    String path = directory.resolve(profile + ".placed").toString();
    WriteOptions options = WriteOptions.of(Map.of("profile", profile.text()));
    try (FileWriter writer =
        FileWriter.create(FileStores.local().forPath(path), path, schema, options)) {
      writer.write(rows);
      writer.finish();
    }
    return Files.size(Path.of(path));
  }
}
