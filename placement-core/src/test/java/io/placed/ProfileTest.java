package io.placed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.compression.Compression;
import io.placed.encoding.Profile;
import io.placed.encoding.SchemeCost;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.scan.FileReader;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.ChoiceReport;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every profile preserves all values; profiles differ in the cost of a byte. */
class ProfileTest {
  private static final Schema SCHEMA =
      Schema.parse("key: int64, few: int32, price: double, comment: string, exact: decimal(25, 2)");

  @TempDir private Path directory;

  @Test
  void unknownProfileSaysWhatIsAllowed() {
    Exception e =
        assertThrows(
            IllegalArgumentException.class, () -> WriteOptions.of(Map.of("profile", "tiny")));
    assertEquals("profile 'tiny' is unknown; allowed are fast, balanced, compact", e.getMessage());
    assertTrue(WriteOptions.settingNames().contains("profile"));
  }

  @Test
  void compressionThatWasGivenOverrulesTheProfile() {
    assertEquals(Compression.LZ4, WriteOptions.of(Map.of("profile", "fast")).compression());
    Map<String, String> both = Map.of("profile", "Fast", "compression", "zstd(5)");
    assertEquals(Compression.zstd(5), WriteOptions.of(both).compression());
    assertEquals(Profile.FAST, WriteOptions.of(both).profile());
    assertEquals(Profile.BALANCED, WriteOptions.defaults().profile());
  }

  @Test
  void everyProfileKeepsEveryValue() throws Exception {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    Batch rows = rows(new Random(seed), 40_000);
    long[] sizes = new long[Profile.values().length];
    for (Profile profile : Profile.values()) {
      String path = directory.resolve(profile + ".placed").toString();
      WriteOptions options = WriteOptions.of(Map.of("profile", profile.text()));
      try (FileWriter writer =
          FileWriter.create(FileStores.local().forPath(path), path, SCHEMA, options)) {
        writer.write(rows);
        writer.finish();
        assertTrue(writer.choosingNanos() > 0);
      }
      sizes[profile.ordinal()] = Files.size(Path.of(path));
      try (FileReader file =
          FileReader.open(FileStores.local().forPath(path).input(path), new IoCounters())) {
        assertEquals(profile.text(), file.metadata().get("placed.profile"));
        requireReasons(file, seed);
      }
      List<Object[]> found = new ArrayList<>();
      try (TableScan scan = Placed.read(path).open()) {
        scan.rows().forEach(found::add);
      }
      assertEquals(rows.rows(), found.size());
      for (int i = 0; i < rows.rows(); i++) {
        assertArrayEquals(rows.row(i), found.get(i), profile + " row " + i + " seed " + seed);
      }
    }
    assertTrue(sizes[0] >= sizes[1] && sizes[1] >= sizes[2], "seed " + seed);
  }

  /** The repeated comparison has the same result as the file. */
  private static void requireReasons(FileReader file, long seed) throws Exception {
    ChoiceReport report = ChoiceReport.of(file, file.schema());
    assertEquals(SCHEMA.size(), report.nodes().size());
    for (int c = 0; c < SCHEMA.size(); c++) {
      ChoiceReport.NodeChoice node = report.nodes().get(c);
      String written = file.layout().columns().get(c).encodings();
      SchemeCost chosen =
          node.considered().stream().filter(SchemeCost::chosen).findFirst().orElseThrow();
      String message = report.profile() + " " + node + ", written " + written + " seed " + seed;
      assertTrue(written.startsWith(chosen.scheme()), message);
      assertTrue(node.stored().startsWith(chosen.scheme()), message);
      assertEquals(1, node.considered().stream().filter(SchemeCost::chosen).count(), message);
    }
  }

  private static Batch rows(Random random, int n) {
    String[] words = {
      "carefully", "final", "deposits", "sleep", "quickly", "among", "the", "ironic"
    };
    Batch batch = Batch.of(SCHEMA);
    long key = 1_000_000;
    for (int i = 0; i < n; i++) {
      key += random.nextInt(3) == 0 ? random.nextInt(50) : 0;
      StringBuilder comment = new StringBuilder();
      for (int w = 0; w < 4; w++) {
        comment.append(words[random.nextInt(words.length)]).append(' ');
      }
      batch.appendRow(
          key,
          random.nextInt(20) == 0 ? null : random.nextInt(7),
          random.nextInt(2000) / 100.0,
          comment.toString() + random.nextInt(100),
          new java.math.BigDecimal(java.math.BigInteger.valueOf(random.nextInt(1 << 20)), 2));
    }
    return batch;
  }
}
