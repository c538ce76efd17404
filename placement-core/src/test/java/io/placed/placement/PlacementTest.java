package io.placed.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementTest {
  static List<Preset> presets() {
    return Preset.all();
  }

  @ParameterizedTest
  @MethodSource("presets")
  void everyPresetParsesPrintsAndIsDescribed(Preset preset) {
    assertEquals(preset.placement(), Placement.parse(preset.name()));
    assertEquals(preset.placement(), Placement.preset(preset.name()));
    assertEquals(preset.placement(), Placement.parse(preset.placement().toString()));
    assertTrue(preset.definition().endsWith("."), preset.definition());
    assertTrue(!preset.source().isEmpty());
    assertSame(preset.placement(), preset.placement().requireWritable());
  }

  @Test
  void thePresetsAreThese() {
    assertEquals(
        List.of(
            "default",
            "cf",
            "cfile",
            "rcfile",
            "slc-store",
            "trevni",
            "tdl",
            "orc",
            "parquet",
            "albis",
            "arrow"),
        Placement.presetNames());
    assertEquals(Placement.DEFAULT, Placement.preset("Default"));
    assertEquals(
        "reorder=none; row-group=64MiB; column-groups=none;"
            + " packing=many-row-groups(block=128MiB)",
        Placement.DEFAULT.toString());
  }

  @Test
  void textOfEveryRandomPlacementParsesBack() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      Placement p = RandomPlacements.placement(random);
      assertEquals(p, Placement.parse(p.toString()), () -> "seed " + seed + ": " + p);
      Placement q =
          Placement.DEFAULT
              .with(Packing.SETTING, p.packing().toString())
              .with(RowGroups.SETTING, " " + p.rowGroups() + "\n")
              .with(ColumnGroups.SETTING, p.columnGroups().toString())
              .with(Reordering.SETTING, p.reorder().toString());
      assertEquals(p, q, () -> "seed " + seed);
    }
  }

  @Test
  void clausesReplaceThoseOfThePreset() {
    Placement p = Placement.parse(" Parquet ;row-group = 16 mib;");
    assertEquals(new RowGroups.OfBytes(16 << 20), p.rowGroups());
    assertEquals(Placement.preset("parquet").packing(), p.packing());
    assertEquals(
        Placement.DEFAULT.with("placement.packing", "one-row-group"),
        Placement.parse("packing=one-row-group"));
    assertEquals(
        new Placement(
            new Reordering.Sort(
                List.of(new SortKey("l_shipdate", false, true), SortKey.asc("l_orderkey"))),
            new RowGroups.OfBytes(64 << 20),
            ColumnGroups.of(List.of(List.of("a", "b"), List.of("c")), 1024),
            new Packing.ManyRowGroups(128 << 20)),
        Placement.parse(
            "reorder=sort(l_shipdate asc nulls first, l_orderkey); row-group=64MiB;"
                + " column-groups=(a,b),(c) stride 1024; packing=many-row-groups(block=128MiB)"));
  }

  @Test
  void sortKeysFollowSpark() {
    assertEquals(
        new Reordering.Sort(
            List.of(
                new SortKey("a", false, true),
                new SortKey("desc", true, false),
                new SortKey("c", true, true),
                new SortKey("x ) ` ;", false, false))),
        Placement.parse("reorder=sort(a, desc desc, c DESC nulls FIRST, `x ) `` ;` nulls last)")
            .reorder());
    assertEquals(
        new Reordering.SortBuffer(List.of(SortKey.asc("a")), 256 << 20),
        Placement.parse("reorder=sort-buffer(a)").reorder());
  }

  @Test
  void settingsApplyInWhateverOrderTheyAreGiven() {
    Placement p =
        Placement.fromSettings(
            Map.of(
                "placement.row-group", "1000 rows",
                "placement", "orc; reorder=sort(k)",
                "compression", "zstd"));
    assertEquals(
        "reorder=sort(k); row-group=1000 rows; column-groups=none;"
            + " packing=many-row-groups(block=256MiB)",
        p.toString());
    assertEquals(Placement.DEFAULT, Placement.fromSettings(Map.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "| placement | character 1",
        "paquet | placement | 'paquet' is neither a preset | slc-store",
        "rowgroup=3MiB | placement | 'rowgroup' is neither a preset | row-group=",
        "orc; parquet | placement | 'parquet' is not a clause | character 6",
        "row-group=1MiB;row-group=2B | placement | given twice",
        "orc row-group=1MiB | placement | 'row-group=1MiB'",
        "row-group=64MB | placement.row-group | 'mb' is not a unit | 64MiB",
        "row-group=64 | placement.row-group | the unit is missing | 65536 rows",
        "row-group=0 rows | placement.row-group | found 0",
        "row-group=0MiB | placement.row-group | at least 1B",
        "row-group=99999999999 rows | placement.row-group | at most",
        "row-group=9999999999999999PiB | placement.row-group | too large",
        "row-group=99999999999999999999B | placement.row-group | too large",
        "row-group=-1B | placement.row-group | found '-1B'",
        "reorder=zorder(a) | placement.reorder | 'zorder' is not a reordering | sort-buffer(",
        "reorder=sort() | placement.reorder | a column name is missing",
        "reorder=sort(a | placement.reorder | found the end: ')' is missing",
        "reorder=sort(a.b) | placement.reorder | found '.b)'",
        "reorder=sort(a,a desc) | placement.reorder | column a is given twice",
        "reorder=sort(a nulls) | placement.reorder | 'first' or 'last'",
        "reorder=sort(`a) | placement.reorder | closing `",
        "reorder=sort-buffer(a; 0B) | placement.reorder | at least 1B",
        "column-groups=some | placement.column-groups | 'some' is unknown | all",
        "column-groups=(a,b),(b) | placement.column-groups | column b is given twice",
        "column-groups=(a), | placement.column-groups | '(' is missing",
        "column-groups=all stride 7 | placement.column-groups | stride 7 | multiples of 1024",
        "column-groups=all stride 0 | placement.column-groups | stride 0",
        "row-group=64MiB min 0 | placement.row-group | minimum number | 1 to 65536, found 0",
        "row-group=9 rows min 2 | placement | 'min 2'",
        "row-group=efficiency(1) | placement.row-group | 0.001 to 0.999 | found 1",
        "row-group=efficiency(0.5; seek=5) | placement.row-group | the unit is missing | us, ms",
        "row-group=efficiency(0.5; seek=0ms) | placement.row-group | 1ns to 1000s",
        "row-group=efficiency(0.5; seek=0.1ns) | placement.row-group | not an integer",
        "row-group=efficiency(0.5; bandwidth=5MiB) | placement.row-group | '/' is missing",
        "row-group=efficiency(0.5; bandwidth=0B/s) | placement.row-group | at least 1B/s",
        "row-group=efficiency(0.5; seek=1s; seek=2s) | placement.row-group | seek is given twice",
        "row-group=efficiency(0.5; seek=1s; device=hdd) | placement.row-group | device must come",
        "row-group=efficiency(0.5; device=tap) | placement.row-group | 'tap' is not a device | nvme",
        "row-group=efficiency(0.5; speed=9) | placement.row-group | 'speed' is unknown | seek=",
        "column-groups=none order | placement.column-groups | columns of the order are missing",
        "column-groups=none order () | placement.column-groups | a column name is missing",
        "column-groups=none order (a,b,a) | placement.column-groups | a is given twice in the order",
        "column-groups=none order (a) stride 1 | placement | 'stride 1'",
        "column-groups=order (a) | placement.column-groups | 'order' is unknown | hillclimb",
        "column-groups=none order rainbow seed x | placement.column-groups | a number is missing",
        "packing=copies(one-row-group; trojan) | placement.packing | a search is not allowed",
        "packing=two-row-groups | placement.packing | is unknown | many-row-groups(",
        "packing=many-row-groups(64MiB) | placement.packing | 'block=' is missing",
        "packing=one-row-group(block=0B) | placement.packing | at least 1B",
        "packing=copies(one-row-group) | placement.packing | one further copy",
        "packing=copies(copies(files(2);all);all) | placement.packing | copies",
      })
  void errorsNameSettingFindingAndWhatIsAllowed(String row) {
    String[] parts = row.split("\\|", -1);
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> Placement.parse(parts[0].stripTrailing()));
    String setting = parts[1].strip();
    assertTrue(
        e.getMessage().startsWith(setting + " in ") || e.getMessage().startsWith(setting + ": "),
        e.getMessage());
    for (int i = 2; i < parts.length; i++) {
      assertTrue(e.getMessage().contains(parts[i].strip()), e.getMessage());
    }
  }

  @Test
  void unknownSettingListsTheAllowedOnes() {
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Placement.DEFAULT.with("placement.rowgroup", "1MiB"));
    assertEquals(
        "setting 'placement.rowgroup' is unknown. Allowed: placement, placement.reorder,"
            + " placement.row-group, placement.column-groups, placement.packing",
        e.getMessage());
  }

  @Test
  void strideAndOrderAreReadAfterTheGroups() {
    assertEquals(
        new ColumnGroups(
            ColumnGroups.Kind.NONE,
            List.of(),
            0,
            new ColumnOrder.Listed(List.of("c", "a", "order"))),
        Placement.parse("column-groups=NONE Order ( c,a, order )").columnGroups());
    assertEquals(
        ColumnGroups.of(List.of(List.of("b", "a")), 2048)
            .withOrder(new ColumnOrder.Listed(List.of("a"))),
        Placement.parse("column-groups=(b, a) stride 2048 order (a)").columnGroups());
    ColumnGroups search =
        Placement.parse("column-groups=HillClimb stride 1 order rainbow seed 7").columnGroups();
    assertEquals("hillclimb stride 1 order rainbow seed 7", search.toString());
    assertTrue(search.isSearch());
    assertEquals(
        "all order rainbow",
        Placement.parse("column-groups=all order rainbow seed 1").columnGroups().toString());
  }

  @Test
  void sizeOfRowGroupsByEfficiencyIsThatOfThePaper() {
    // Section 6: 4 integers, 4 doubles, strings of 1, 1, 10, 10, 10, 10, 25 and 27 bytes.
    double row = 4 * 4 + 4 * 8 + 2 + 4 * 10 + 25 + 27;
    double mib = 1 << 20;
    RowGroups.Efficient half = efficient("efficiency(0.5)");
    assertEquals(17.75, half.rowGroupBytes(row, 8) / mib, 1e-9);
    assertEquals(53.25, efficient("efficiency(0.75)").rowGroupBytes(row, 8) / mib, 1e-9);
    assertEquals(1, half.columnBytes() / mib, 1e-9);
    // "75 % when the row group size is less than 20 MiB" for the string of 27 bytes.
    assertEquals(15.78, efficient("efficiency(0.75)").rowGroupBytes(row, 27) / mib, 0.01);
    // "For the smallest columns, when the row group size is 64 MiB, the efficiency is only 31 %."
    assertEquals(64, efficient("efficiency(0.311)").rowGroupBytes(row, 1) / mib, 0.2);
    assertEquals(
        "efficiency(0.75; column=c; seek=10ms; bandwidth=100MiB/s)",
        efficient("efficiency( 0.750 ;column=c)").toString());
    assertEquals(
        "efficiency(0.9; seek=250us; bandwidth=4GiB/s) min 4",
        efficient("efficiency(0.9; device=nvme; seek=0.25 ms) min 4").toString());
  }

  private static RowGroups.Efficient efficient(String text) {
    return (RowGroups.Efficient) Placement.DEFAULT.with(RowGroups.SETTING, text).rowGroups();
  }

  @Test
  void devicesHaveNamesAndNumbers() {
    assertEquals(Device.HDD, Device.parse("seek=10ms; bandwidth=100MiB/s; buffer=8MiB"));
    for (Device d : List.of(Device.HDD, Device.NVME, Device.OBJECT_STORE)) {
      assertEquals(d, Device.parse(d.toString()));
    }
    assertEquals(
        new Device(100_000, 3L << 30, 1 << 20),
        Device.parse("nvme; bandwidth=3GiB/s; buffer=1MiB"));
    assertEquals(1 << 20, Device.HDD.seekBytes(), 1e-6);
    for (String text : List.of("", "tape", "seek=5ms", "buffer=1MiB", "hdd; nvme", "hdd; seek=1")) {
      var e = assertThrows(IllegalArgumentException.class, () -> Device.parse(text), text);
      assertTrue(e.getMessage().startsWith("placement.device in '"), e.getMessage());
      assertTrue(e.getMessage().contains("Allowed: hdd, nvme, object-store"), e.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "column-groups=hillclimb",
        "column-groups=none order rainbow",
        "column-groups=brute-force stride 1",
      })
  void aSearchIsNotWritten(String text) {
    Placement p = Placement.parse(text);
    assertTrue(p.isSearch());
    var e = assertThrows(IllegalArgumentException.class, p::requireWritable);
    assertTrue(e.getMessage().contains("placement.workload"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "row-group=129MiB",
        "row-group=65MiB; packing=one-row-group(block=64MiB)",
        "row-group=129MiB; packing=copies(many-row-groups; all)",
        "column-groups=all stride 2048; packing=copies(one-row-group; all stride 1; all stride 1024)"
      })
  void whatCannotBeWrittenIsRefused(String text) {
    Placement p = Placement.parse(text);
    var e = assertThrows(IllegalArgumentException.class, p::requireWritable);
    assertTrue(e.getMessage().contains("placement.packing"), e.getMessage());
  }

  @Test
  void filesMayLackAColumnWhoseNameDiffersInCase() {
    Placement p =
        Placement.parse(
            "reorder=sort(A, a, b); column-groups=(A,b),(a) order (A, a); packing=files(2)");
    p.requireFits(Schema.parse("a: int32, A: int32, b: int32"));
    assertEquals(
        Placement.parse("reorder=sort(a, b); column-groups=(b),(a) order (a); packing=files(2)"),
        p.fitting(Schema.parse("a: int32, b: int32")));
    assertEquals(
        Placement.parse("reorder=sort(A); column-groups=(A) order (A)"),
        p.fitting(Schema.parse("A: int32")));
    // Names are case-insensitive where nothing else is meant.
    assertEquals(
        Placement.parse("reorder=sort(A); column-groups=(A) order (A)"),
        Placement.parse("reorder=sort(A); column-groups=(A) order (A)")
            .fitting(Schema.parse("a: int32, b: int32")));
  }

  /** Earlier versions took it as the setting of a table, which can be given another one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "column-groups=all stride 2097152",
        "packing=copies(one-row-group; all stride 2097152)"
      })
  void strideBeyondPagesIsParsedAndNotWritten(String text) {
    Placement p = Placement.parse(text);
    var e = assertThrows(IllegalArgumentException.class, p::requireWritable);
    String allowed =
        "stride 2097152 is not allowed; allowed are 1, multiples of 1024 up to 1048576";
    assertTrue(e.getMessage().contains(allowed), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "row-group=1GiB; packing=one-row-group",
        "row-group=128MiB",
        "row-group=9 rows; packing=one-row-group",
        "row-group=60000000 rows; packing=many-row-groups(block=1MiB)",
        "row-group=1GiB; packing=files(3)",
        "row-group=1GiB; packing=file-per-subset",
        "row-group=1GiB; packing=column-group-runs",
        "packing=copies(one-row-group; all)"
      })
  void theRestIsWritable(String text) {
    Placement.parse(text).requireWritable();
  }

  @Test
  void columnsAreCheckedAgainstASchema() {
    Schema schema = Schema.parse("id: int64, name: string, l: list<int32>, X: int32, x: int32");
    Placement.parse("reorder=sort(ID,name,X,x); column-groups=(l,Id)").requireFits(schema);
    assertFits(schema, "reorder=sort(nope)", "placement.reorder: column nope does not exist");
    assertFits(schema, "reorder=sort-buffer(l)", "column l of type list has no order");
    assertFits(schema, "reorder=sort(id,ID)", "id and ID are the same column");
    assertFits(schema, "column-groups=(id,name),(l,ID)", "placement.column-groups: id and ID are");
    assertFits(schema, "column-groups=none order (Name, name)", "Name and name are the same");
    assertFits(schema, "packing=copies(one-row-group; (L,l))", "placement.packing: L and l are");
    assertFits(
        schema, "column-groups=none order (ID, nome)", "column nome does not exist. Allowed: id");
    assertFits(
        schema,
        "row-group=efficiency(0.5; column=y)",
        "placement.row-group: column y does not exist");
    assertFits(
        schema,
        "column-groups=(id,nome)",
        "column nome does not exist. Allowed: id, name, l, X, x");
    Schema ambiguous = Schema.parse("Ab: int32, aB: int32");
    assertFits(ambiguous, "reorder=sort(AB)", "placement.reorder: column 'AB' is ambiguous");
  }

  static void assertFits(Schema schema, String text, String expected) {
    Placement p = Placement.parse(text);
    var e = assertThrows(IllegalArgumentException.class, () -> p.requireFits(schema));
    assertTrue(e.getMessage().contains(expected), e.getMessage());
  }

  /** The writer's JDK may know letters that the reader's does not, and tables keep the text. */
  @Test
  void lettersOfALaterUnicode() {
    String name = "x\uABFF1"; // No version has it yet.
    Placement p = Placement.parse("reorder=sort(" + name + " desc)");
    assertEquals(p, Placement.parse(p.toString()));
    assertEquals(Placement.parse("reorder=sort(`" + name + "` desc)"), p);
  }
}
