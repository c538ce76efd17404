package io.placed.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.encoding.Profile;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.placement.RowGroups;
import io.placed.scan.FileLayout;
import io.placed.scan.FileReader;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sizes of row groups in files, measured on disk. */
class RowGroupSizeTest {
  private static final LocalFileStore STORE = new LocalFileStore();
  private static final int BATCH_ROWS = 4096;

  @TempDir Path dir;

  /** Rows of one kind of table. */
  enum Rows {
    LINEITEM(
        "o: int64, p: int64, s: int64, n: int32, q: decimal(12,2), price: decimal(12,2),"
            + " discount: decimal(12,2), flag: string, ship: date, mode: string, comment: string") {
      @Override
      Object[] row(long i, Random r) {
        return new Object[] {
          i / 4,
          (long) r.nextInt(200_000),
          (long) r.nextInt(10_000),
          (int) (i % 7) + 1,
          BigDecimal.valueOf(100L * (1 + r.nextInt(50)), 2),
          BigDecimal.valueOf(90_000 + r.nextInt(10_000_000), 2),
          BigDecimal.valueOf(r.nextInt(11), 2),
          List.of("A", "N", "R").get(r.nextInt(3)),
          LocalDate.ofEpochDay(8000 + r.nextInt(2500)),
          List.of("AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB", "REG AIR").get(r.nextInt(7)),
          words(r, 2 + r.nextInt(5))
        };
      }
    },
    STORE_SALES(
        "date: int32, time: int32, item: int32, customer: int32, hdemo: int32, store: int32,"
            + " ticket: int64, quantity: int32, list: decimal(7,2), sales: decimal(7,2),"
            + " coupon: decimal(7,2), profit: decimal(7,2)") {
      @Override
      Object[] row(long i, Random r) {
        long ticket = i / 12;
        Random t = new Random(ticket);
        boolean none = r.nextInt(25) == 0;
        int price = 100 + r.nextInt(20_000);
        return new Object[] {
          t.nextInt(25) == 0 ? null : 2_450_816 + t.nextInt(1823),
          t.nextInt(25) == 0 ? null : 28_800 + t.nextInt(46_800),
          1 + r.nextInt(18_000),
          t.nextInt(25) == 0 ? null : t.nextInt(100_000),
          t.nextInt(25) == 0 ? null : t.nextInt(7200),
          t.nextInt(25) == 0 ? null : 1 + t.nextInt(12),
          ticket,
          none ? null : 1 + r.nextInt(100),
          none ? null : BigDecimal.valueOf(price, 2),
          r.nextInt(25) == 0 ? null : BigDecimal.valueOf(price / 2 + r.nextInt(price / 2), 2),
          r.nextInt(5) > 0 ? BigDecimal.valueOf(0, 2) : BigDecimal.valueOf(r.nextInt(9999), 2),
          r.nextInt(25) == 0 ? null : BigDecimal.valueOf(r.nextInt(20_000) - 10_000, 2)
        };
      }
    },
    /** Few frequent and very many rare values; some rows are much larger than others. */
    SKEW("k: string, v: int64, d: double, text: string") {
      @Override
      Object[] row(long i, Random r) {
        long rank = (long) Math.exp(r.nextDouble() * 13);
        int length = r.nextInt(200) == 0 ? 2000 : 3;
        return new Object[] {
          "key-" + rank * 7919 % 1_000_003, rank, r.nextGaussian(), text(r, length)
        };
      }
    },
    WIDE_STRINGS("id: int64, body: string, hash: binary") {
      @Override
      Object[] row(long i, Random r) {
        byte[] hash = new byte[20];
        r.nextBytes(hash);
        return new Object[] {i, words(r, r.nextInt(200)), hash};
      }
    },
    /** Rows slowly get wider, and a column changes its distribution repeatedly. */
    DRIFT("a: int64, b: string, c: int32") {
      @Override
      Object[] row(long i, Random r) {
        int width = 1 + (int) Math.min(40, i / 5000);
        boolean calm = i / 30_000 % 2 == 0;
        return new Object[] {calm ? i : r.nextLong(), text(r, width), r.nextInt(1000)};
      }
    };

    final Schema schema;

    Rows(String schema) {
      this.schema = Schema.parse(schema);
    }

    abstract Object[] row(long i, Random r);

    static String words(Random r, int n) {
      StringBuilder text = new StringBuilder();
      for (int k = 0; k < n; k++) {
        text.append(WORDS[r.nextInt(WORDS.length)]).append(' ');
      }
      return text.toString();
    }

    static String text(Random r, int length) {
      StringBuilder text = new StringBuilder();
      for (int k = 0; k < length; k++) {
        text.append((char) ('!' + r.nextInt(90)));
      }
      return text.toString();
    }
  }

  private static final String[] WORDS =
      ("furiously ironic deposits sleep blithely across the final requests according to express"
              + " packages carefully regular foxes above even theodolites nag quickly bold pinto"
              + " beans haggle slyly pending accounts wake")
          .split(" ");

  static List<Arguments> tables() {
    Stream<Arguments> all =
        Arrays.stream(Rows.values())
            .flatMap(
                rows ->
                    Stream.of(
                            "3MiB; packing=many-row-groups(block=64MiB)",
                            "4MiB; packing=one-row-group")
                        .map(p -> Arguments.of(rows, p)));
    return Chosen.any(all.toList(), 4);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void allButTheLastEndWithinFivePercentOfTheTarget(Rows rows, String rowGroup) throws IOException {
    Placement placement = Placement.parse("row-group=" + rowGroup);
    double target = ((RowGroups.OfBytes) placement.rowGroups()).bytes();
    long seed = System.nanoTime();
    List<Long> lengths = write(rows, placement, Profile.BALANCED, (long) (target * 4.5), 0, seed);
    for (int g = 0; g + 1 < lengths.size(); g++) {
      assertTrue(
          Math.abs(lengths.get(g) - target) <= 0.05 * target,
          "seed " + seed + ": row group " + g + " of " + lengths);
    }
    assertTrue(lengths.size() > 4);
  }

  @Test
  void rowGroupsByEfficiencyHaveThatManyBytesOfTheColumn() throws IOException {
    long seed = System.nanoTime();
    for (String column : List.of("", "; column=price")) {
      for (String groups : List.of("none", "(q,price) stride 1", "(q,price) stride 2048")) {
        // 64 KiB of the column.
        Placement p =
            Placement.parse(
                "row-group=efficiency(0.5; seek=1ms; bandwidth=62500KiB/s%s); column-groups=%s"
                    .formatted(column, groups));
        long wanted = (long) ((RowGroups.Efficient) p.rowGroups()).columnBytes();
        List<Long> lengths = write(Rows.LINEITEM, p, Profile.BALANCED, 6 << 20, 0, seed);
        try (FileReader file =
            FileReader.open(STORE.input(dir.resolve("t.placed").toString()), new IoCounters())) {
          long last = file.rowGroups().get(lengths.size() - 1).rows();
          double part = (double) (file.rows() - last) / file.rows() / (lengths.size() - 1);
          double perGroup =
              file.layout().groups().stream()
                  .filter(g -> column.isEmpty() || g.columns().contains("price"))
                  .mapToLong(FileLayout.Group::storedBytes)
                  .filter(b -> b > file.rows() / 8)
                  .min()
                  .orElseThrow();
          assertEquals(wanted, perGroup * part, 0.05 * wanted, p + " seed " + seed);
        }
      }
    }
  }

  @Test
  void aFileHasTheLeastNumberOfRowGroups() throws IOException {
    Placement p = Placement.parse("row-group=64MiB min 8");
    assertEquals(8, write(Rows.DRIFT, p, Profile.FAST, 0, 50_001, 1).size());
    assertEquals(
        1,
        write(Rows.DRIFT, p.with(RowGroups.SETTING, "64MiB"), Profile.FAST, 0, 50_001, 1).size());
    List<Long> grown = write(Rows.WIDE_STRINGS, p, Profile.FAST, 20 << 20, 0, 1);
    long sum = grown.stream().mapToLong(Long::longValue).sum();
    assertTrue(grown.size() >= 8, grown.toString());
    assertTrue(grown.stream().allMatch(b -> b <= sum * 1.05 / 8), grown.toString());
  }

  /** Lengths of the row groups of a file with about this many bytes, or this many rows. */
  private List<Long> write(
      Rows table, Placement placement, Profile profile, long bytes, int rows, long seed)
      throws IOException {
    Random random = new Random(seed);
    String path = dir.resolve("t.placed").toString();
    WriteOptions options = WriteOptions.defaults().withProfile(profile).withPlacement(placement);
    try (FileWriter out = FileWriter.replace(STORE, path, table.schema, options)) {
      if (rows > 0) {
        out.expectRows(rows);
      }
      Batch batch = Batch.of(table.schema);
      long i = 0;
      while (rows > 0 ? i < rows : out.bytesWritten() < bytes) {
        batch.clear();
        long end = rows > 0 ? Math.min(rows, i + BATCH_ROWS) : i + BATCH_ROWS;
        while (i < end) {
          batch.appendRow(table.row(i++, random));
        }
        out.write(batch);
      }
      FileSummary s = out.finish();
      assertEquals(i, s.rows());
      return s.rowGroups().stream().map(RowGroupSummary::length).toList();
    }
  }
}
