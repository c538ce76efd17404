package io.placed.advise.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchSettingsTest {
  private static final Schema SCHEMA = Schema.parse("a: int64, b: int64, c: string, d: int64");

  @TempDir Path dir;

  private SearchSettings resolve(Map<String, String> settings) throws IOException {
    LocalFileStore store = new LocalFileStore();
    return SearchSettings.resolve(
        settings,
        p -> store,
        () -> new ColumnSizes(SCHEMA, new double[] {8, 8, 50, 8}, 100_000_000, "given"),
        List.of("day"));
  }

  @Test
  void whatWasFoundTakesThePlaceOfWhatWasAsked() throws IOException {
    Path workload = dir.resolve("w.txt");
    Files.writeString(workload, "read a, d weight 9\nread c where day");
    SearchSettings found =
        resolve(
            Map.of(
                "placement", "rcfile; column-groups=hillclimb stride 1 order rainbow",
                "compression", "lz4",
                "placement.workload", workload.toString()));
    assertEquals(
        Map.of(
            "placement", "rcfile; column-groups=hillclimb stride 1 order rainbow",
            "compression", "lz4",
            "placement.column-groups", "(a, d) stride 1"),
        found.settings());
    Placement placement = WriteOptions.of(found.settings()).placement();
    assertEquals(
        "rcfile; column-groups=(a, d) stride 1",
        "rcfile; column-groups=" + placement.columnGroups());
    assertEquals(Placement.preset("rcfile").rowGroups(), placement.rowGroups());
    String sentence = found.result().orElseThrow().toString();
    assertTrue(
        sentence.startsWith(
            "column-groups=hillclimb stride 1 order rainbow: found (a, d) stride 1; predicted"
                + " reading "),
        sentence);
    assertTrue(sentence.endsWith("sizes given"), sentence);
    // A device with negligible seek cost.
    SearchSettings none =
        resolve(
            Map.of(
                "placement.column-groups", "hillclimb",
                "placement.device", "seek=1ns; bandwidth=1MiB/s; buffer=1GiB",
                "placement.workload", workload.toString()));
    assertEquals("none", none.settings().get("placement.column-groups"));
    assertTrue(none.result().orElseThrow().toString().contains("as before"));
  }

  @Test
  void settingsWithoutASearchAreLeftAlone() throws IOException {
    Map<String, String> settings = Map.of("placement", "orc", "profile", "fast");
    assertEquals(new SearchSettings(settings, Optional.empty()), resolve(settings));
  }

  @Test
  void contradictionsAreNamed() throws IOException {
    Path workload = dir.resolve("w.txt");
    Files.writeString(workload, "read a");
    assertRefused(
        Map.of("placement.column-groups", "trojan"), "none is given. Allowed: a file of queries");
    assertRefused(
        Map.of("placement.workload", workload.toString()),
        "placement.workload is given, but placement.column-groups=none is not a search");
    assertRefused(
        Map.of("placement.device", "nvme"), "placement.device is given, but placement.column-gr");
    assertRefused(
        Map.of(
            "placement.column-groups", "autopart",
            "placement.workload", workload.toString(),
            "placement.device", "tape"),
        "'tape' is not a device");
    var e =
        assertThrows(
            IOException.class,
            () ->
                resolve(
                    Map.of(
                        "placement.column-groups",
                        "autopart",
                        "placement.workload",
                        dir.resolve("none").toString())));
    assertTrue(e.getMessage().contains("none"), e.getMessage());
  }

  private void assertRefused(Map<String, String> settings, String expected) {
    var e = assertThrows(IllegalArgumentException.class, () -> resolve(settings));
    assertTrue(e.getMessage().contains(expected), e.getMessage());
  }

  /** Sizes are those of the columns in a file, not estimates by type. */
  @Test
  void sizesAreMeasured() throws IOException {
    Schema schema =
        Schema.of(
            Field.of("same", Type.INT64),
            Field.of("random", Type.INT64),
            Field.of("text", Type.STRING));
    Random r = new Random(1);
    int[] left = {30};
    Batch batch = Batch.of(schema);
    MeasuredSizes.Rows rows =
        new MeasuredSizes.Rows() {
          @Override
          public boolean next() {
            batch.clear();
            for (int i = 0; i < 1000; i++) {
              batch.appendRow(7L, r.nextLong(), "abc" + r.nextInt(10));
            }
            return left[0]-- > 0;
          }

          @Override
          public Batch batch() {
            return batch;
          }
        };
    WriteOptions options = WriteOptions.defaults().withTemporaryDirectory(dir.toString());
    ColumnSizes sizes = MeasuredSizes.ofSample(schema, rows, options, 0);
    assertEquals(30_000, sizes.rows());
    assertEquals("measured on the first 30,000 rows", sizes.source());
    assertTrue(sizes.bytesPerRow()[0] < 0.1, "a constant");
    assertEquals(8, sizes.bytesPerRow()[1], 0.1);
    assertEquals(0.5, sizes.bytesPerRow()[2], 0.2, "a dictionary of ten values");
    assertEquals(List.of(), List.of(dir.toFile().list()), "the sample is gone");
  }

  private static final String PACKING = "placement.packing";
  private static final String ROW_GROUP = "placement.row-group";
  private static final Map<String, String> LARGE =
      Map.of(PACKING, "many-row-groups(block=512MiB)", ROW_GROUP, "256MiB");

  private static void assertRefused(
      Map<String, String> present, Map<String, String> changes, String expected) {
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> SearchSettings.requireProperties(present, changes));
    assertTrue(e.getMessage().contains(expected), e.getMessage());
  }

  private static Map<String, String> removed(String name) {
    return Collections.singletonMap(name, null);
  }

  /** Settings limit each other. */
  @Test
  void propertiesAreThoseThatTheTableWillHave() {
    Map<String, String> packing = Map.of(PACKING, LARGE.get(PACKING));
    Map<String, String> rowGroup = Map.of(ROW_GROUP, LARGE.get(ROW_GROUP));
    SearchSettings.requireProperties(packing, rowGroup);
    SearchSettings.requireProperties(Map.of(), LARGE);
    assertRefused(Map.of(), rowGroup, "256MiB");
    assertRefused(LARGE, removed(PACKING), "256MiB");
    assertRefused(LARGE, removed("Placement.Packing"), "256MiB");
    SearchSettings.requireProperties(LARGE, removed(ROW_GROUP));
    Map<String, String> both = new HashMap<>(removed(PACKING));
    both.put("PLACEMENT.ROW-GROUP", null);
    SearchSettings.requireProperties(LARGE, both);
  }

  @Test
  void aBrokenTableCanBeMended() {
    Map<String, String> broken = Map.of("compression", "zstdd", "Page-Rows", "7", "my", "own");
    SearchSettings.requireProperties(broken, removed("Compression"));
    SearchSettings.requireProperties(broken, Map.of("page-rows", "4096"));
    SearchSettings.requireProperties(broken, Map.of("my", "other"));
    assertRefused(Map.of("my", "own"), Map.of("Page-Rows", "7"), "page-rows");
  }

  @Test
  void propertiesForSearchesNeedOne() {
    Map<String, String> search = Map.of("placement.column-groups", "hillclimb");
    for (String name : SearchSettings.NAMES) {
      Map<String, String> given = Map.of(name, "nvme");
      assertRefused(Map.of(), given, name + " is given, but placement.column-groups=none");
      SearchSettings.requireProperties(search, given);
      Map<String, String> all = new HashMap<>(search);
      all.putAll(given);
      assertRefused(all, removed("placement.column-groups"), name + " is given");
    }
    // Each write names its workload.
    SearchSettings.requireProperties(Map.of(), search);
  }

  /** A table can have had them before they were refused. */
  @Test
  void namesThatAreRemovedNeedNotBeKnown() {
    assertRefused(Map.of(), Map.of("isolatoin", "snapshot"), "'isolatoin'");
    SearchSettings.requireProperties(Map.of("isolatoin", "snapshot"), removed("isolatoin"));
    SearchSettings.requireProperties(Map.of(), Map.of("replacement", "x", "insolation", "y"));
  }
}
