package io.placed.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.scan.BatchReader;
import io.placed.scan.FileMap;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The functions and restrictions of Table 2 of Huai et al. (VLDB 2013), verified for written files:
 * in which logical subset LS(x, y) and which physical block PB(p, q) is value (i, j)? The answer is
 * taken from the footers, and proved by reading the value after every other block was overwritten
 * with zeros. Here x, y, p and q count from 0.
 */
class TableTwoTest {
  private static final LocalFileStore STORE = new LocalFileStore();
  private static final int ROWS = 30_000;
  private static final int SAMPLES = 5;
  private static final Schema SCHEMA =
      Schema.parse(
          "a: int64 not null, b: binary not null, c: binary not null, d: int32 not null,"
              + " e: double not null");

  @TempDir Path dir;
  private final long seed = new Random().nextLong();
  private Batch rows;
  private Path path;
  private FileMap map;
  private List<Long> rowGroupBytes;
  private long[] firstRow;

  /** Block of each logical subset, by (x, y). */
  private final Map<List<Integer>, Integer> blockOf = new HashMap<>();

  /** Writes the table, with rows of similar size and incompressible values. */
  private void write(String placement) throws IOException {
    Random random = new Random(seed);
    rows = Batch.of(SCHEMA);
    for (int i = 0; i < ROWS; i++) {
      byte[] b = new byte[48];
      byte[] c = new byte[16];
      random.nextBytes(b);
      random.nextBytes(c);
      rows.appendRow(random.nextLong(), b, c, random.nextInt(), random.nextGaussian());
    }
    path = Files.createDirectories(dir.resolve("t")).resolve("t.placed");
    WriteOptions options =
        WriteOptions.defaults().withPlacement(Placement.parse(placement)).withPageRows(1024);
    try (FileWriter out = FileWriter.create(STORE, path.toString(), SCHEMA, options)) {
      out.write(rows);
      out.finish();
    }
    try (FileReader file = open(path)) {
      map = file.map(false);
      firstRow = new long[file.rowGroups().size() + 1];
      rowGroupBytes = new ArrayList<>();
      for (int x = 0; x < file.rowGroups().size(); x++) {
        firstRow[x + 1] = firstRow[x] + file.rowGroups().get(x).rows();
        rowGroupBytes.add(0L);
      }
      for (FileMap.Extent e : map.extents()) {
        if (e.data()) {
          rowGroupBytes.set(e.rowGroup(), rowGroupBytes.get(e.rowGroup()) + e.length());
          Integer before = blockOf.put(List.of(e.rowGroup(), e.group()), e.block());
          assertTrue(before == null || before == e.block(), "a subset lies in one block");
        }
      }
      assertEquals(ROWS, firstRow[firstRow.length - 1]);
    }
    for (int s = 0; s < SAMPLES; s++) {
      prove(random.nextInt(ROWS), random.nextInt(SCHEMA.size()));
    }
  }

  private static FileReader open(Path path) throws IOException {
    return FileReader.open(STORE.input(path.toString()), new IoCounters());
  }

  private int rowGroups() {
    return rowGroupBytes.size();
  }

  /** f_TP, first part. */
  private int x(long i) {
    int x = 0;
    while (firstRow[x + 1] <= i) {
      x++;
    }
    return x;
  }

  /** f_TP, second part. */
  private int y(int j) {
    return map.groups().entrySet().stream()
        .filter(g -> g.getValue().contains(j))
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  /** f_DP; the number of the block over all files. */
  private int block(int x, int y) {
    return blockOf.get(List.of(x, y));
  }

  /** Value (i, j) is read only from the block that f_DP(f_TP(i, j)) determines. */
  private void prove(int i, int j) throws IOException {
    int x = x(i);
    int block = block(x, y(j));
    Path copy = Files.createDirectories(dir.resolve("proof"));
    for (int f = 0; f < map.files().size(); f++) {
      Path from = f == 0 ? path : path.resolveSibling(map.files().get(f).name());
      Path to = copy.resolve(from.getFileName());
      Files.copy(from, to, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      try (RandomAccessFile out = new RandomAccessFile(to.toFile(), "rw")) {
        for (FileMap.Extent e : map.extents()) {
          if (e.file() == f && e.data() && e.block() != block) {
            out.seek(e.offset());
            out.write(new byte[(int) e.length()]);
          }
        }
      }
    }
    Schema column = SCHEMA.select(List.of(SCHEMA.field(j).name()));
    ReadRequest request = ReadRequest.all().withColumns(column).withRowGroups(x, x + 1);
    List<Object> values = new ArrayList<>();
    try (FileReader file = open(copy.resolve(path.getFileName()));
        BatchReader in = file.read(request)) {
      while (in.next()) {
        for (int r = 0; r < in.batch().rows(); r++) {
          values.add(in.batch().row(r)[0]);
        }
      }
    }
    assertTrue(
        java.util.Objects.deepEquals(rows.row(i)[j], values.get((int) (i - firstRow[x]))),
        "seed " + seed + ": value (" + i + ", " + j + ") lies in block " + block);
  }

  /** S_RG is constant: within 5 % of the requested size, or of what fits a block. */
  private void requireEqualSizes(long wanted) {
    for (int x = 0; x + 1 < rowGroups(); x++) {
      double size = rowGroupBytes.get(x);
      assertTrue(
          size <= wanted * 1.05 && size >= wanted * 0.97 * 0.95,
          "seed " + seed + ": row group " + x + " has " + size + " of " + wanted + " bytes");
    }
  }

  private long subsetBytes(int x, int y) {
    return map.extents().stream()
        .filter(e -> e.rowGroup() == x && e.group() == y)
        .mapToLong(FileMap.Extent::length)
        .sum();
  }

  /** Every column is a column group. */
  private void requireSingleColumns() {
    for (int j = 0; j < SCHEMA.size(); j++) {
      assertEquals(List.of(j), map.groups().get(y(j)));
      assertEquals(j, y(j));
    }
  }

  /** (x, 1): one row group per block, and S_RG = S_PB. */
  private void requireOneRowGroupPerBlock(long blockBytes) {
    Set<Integer> seen = new HashSet<>();
    for (int x = 0; x < rowGroups(); x++) {
      int block = block(x, 0);
      assertEquals(x, block);
      assertTrue(seen.add(block));
      for (int y = 0; y < map.groups().size(); y++) {
        assertEquals(block, block(x, y));
      }
      assertTrue(map.blocks().get(block).length() <= blockBytes);
    }
    requireEqualSizes(blockBytes);
  }

  /** Many row groups per block, in order: a new block starts if the next row group does not fit. */
  private void requireManyRowGroupsPerBlock(long blockBytes) {
    for (int x = 0; x < rowGroups(); x++) {
      int block = block(x, 0);
      for (int y = 0; y < map.groups().size(); y++) {
        assertEquals(block, block(x, y));
      }
      FileMap.Block b = map.blocks().get(block);
      assertTrue(b.length() <= blockBytes, "seed " + seed);
      if (x > 0) {
        assertTrue(block == block(x - 1, 0) || block == block(x - 1, 0) + 1);
        FileMap.Block before = map.blocks().get(block(x - 1, 0));
        assertTrue(
            block == block(x - 1, 0) || before.length() + rowGroupBytes.get(x) > blockBytes,
            "seed " + seed + ": row group " + x + " would have fit");
      }
    }
  }

  @Test
  void cf() throws IOException {
    write("cf; row-group=256KiB");
    requireSingleColumns();
    requireEqualSizes(256 << 10);
    // (x, y): one subset per block, which is a file.
    Set<Integer> seen = new HashSet<>();
    for (int x = 0; x < rowGroups(); x++) {
      for (int y = 0; y < SCHEMA.size(); y++) {
        FileMap.Block b = map.blocks().get(block(x, y));
        assertTrue(seen.add(block(x, y)));
        assertEquals(1 + x * SCHEMA.size() + y, b.file());
        assertEquals(0, b.offset());
        assertEquals(map.files().get(b.file()).length(), b.length());
      }
    }
    assertEquals(1 + rowGroups() * SCHEMA.size(), map.files().size());
  }

  @Test
  void cfile() throws IOException {
    long blockBytes = 150 << 10;
    write("cfile; reorder=none; row-group=1024 rows; packing=column-group-runs(block=150KiB)");
    requireSingleColumns();
    for (int i = 0; i < ROWS; i += 131) {
      assertEquals(i / 1024, x(i), "equal row counts");
    }
    // (⌈Σ S(LS(k, y)) / S_PB⌉, y): the blocks of a column have consecutive row groups.
    for (int y = 0; y < SCHEMA.size(); y++) {
      for (int x = 0; x < rowGroups(); x++) {
        FileMap.Block b = map.blocks().get(block(x, y));
        assertEquals(1 + y, b.file());
        assertTrue(b.length() <= blockBytes);
        if (x > 0) {
          int before = block(x - 1, y);
          assertTrue(block(x, y) == before || block(x, y) == before + 1);
          assertTrue(
              block(x, y) == before
                  || map.blocks().get(before).length() + subsetBytes(x, y) > blockBytes);
        }
      }
    }
    assertTrue(block(rowGroups() - 1, 1) > block(0, 1), "more than one block");
    assertEquals(block(rowGroups() - 1, 3), block(0, 3), "many row groups of a narrow column");
  }

  @Test
  void rcfile() throws IOException {
    long rowGroup = 256 << 10;
    long block = 1 << 20;
    write("rcfile; row-group=256KiB; packing=many-row-groups(block=1MiB)");
    requireSingleColumns();
    requireEqualSizes(rowGroup);
    assertTrue(rowGroup <= block, "S_RG is at most S_PB");
    requireManyRowGroupsPerBlock(block);
    // (⌈S_RG · x / S_PB⌉, 1), with x counted from 1.
    for (int x = 1; x < rowGroups(); x++) {
      assertEquals((rowGroup * x + block - 1) / block, block(x - 1, 0) + 1, "seed " + seed);
    }
  }

  @Test
  void slcStore() throws IOException {
    write("slc-store; row-group=256KiB; column-groups=(a,c),(e,b)");
    // f_CG
    assertEquals(Map.of(0, List.of(0, 2), 1, List.of(4, 1), 2, List.of(3)), map.groups());
    requireOneRowGroupPerBlock(256 << 10);
  }

  @Test
  void trevni() throws IOException {
    write("trevni; row-group=256KiB");
    requireSingleColumns();
    requireOneRowGroupPerBlock(256 << 10);
  }

  @Test
  void tdl() throws IOException {
    write("tdl; row-group=256KiB; column-groups=(a,b,c)");
    assertEquals(Map.of(0, List.of(0, 1, 2), 1, List.of(3), 2, List.of(4)), map.groups());
    requireOneRowGroupPerBlock(256 << 10);
  }

  @Test
  void tdlWithCopies() throws IOException {
    write("tdl; row-group=256KiB; packing=copies(one-row-group; (a,b,c); all stride 1)");
    assertEquals(5 + 3 + 1, map.groups().size());
    for (int x = 0; x < rowGroups(); x++) {
      // Each copy has (x, 1), in a file of its own.
      for (int y = 0; y < 9; y++) {
        FileMap.Block b = map.blocks().get(block(x, y));
        assertEquals(y < 5 ? 0 : y < 8 ? 1 : 2, b.file());
        assertEquals(block(x, y < 5 ? 0 : y < 8 ? 5 : 8), block(x, y));
        assertTrue(x == 0 || block(x, y) == block(x - 1, y) + 1);
      }
    }
  }

  @Test
  void orcAndTheDefault() throws IOException {
    write("orc; row-group=256KiB; packing=many-row-groups(block=1MiB)");
    requireSingleColumns();
    requireEqualSizes(256 << 10);
    requireManyRowGroupsPerBlock(1 << 20);
  }

  @Test
  void parquet() throws IOException {
    write("parquet; row-group=256KiB; packing=many-row-groups(block=256KiB)");
    requireSingleColumns();
    requireOneRowGroupPerBlock(256 << 10);
  }

  @Test
  void arrow() throws IOException {
    write("arrow; row-group=2048 rows; packing=many-row-groups(block=512KiB)");
    requireSingleColumns();
    for (int i = 0; i < ROWS; i += 131) {
      assertEquals(i / 2048, x(i));
    }
    requireManyRowGroupsPerBlock(512 << 10);
  }

  @Test
  void albis() throws IOException {
    write("albis; row-group=2048 rows; packing=many-row-groups(block=512KiB)");
    assertEquals(Map.of(0, List.of(0, 1, 2, 3, 4)), map.groups());
    for (int i = 0; i < ROWS; i += 131) {
      assertEquals(i / 2048, x(i));
    }
    assertTrue(map.extents().stream().filter(FileMap.Extent::data).allMatch(e -> e.column() < 0));
    requireManyRowGroupsPerBlock(512 << 10);
  }
}
