package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.StoredPart;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnOrder;
import io.placed.placement.Placement;
import io.placed.placement.RowGroups;
import io.placed.placement.partition.ColumnGrouping;
import io.placed.scan.footer.FileFooter;
import io.placed.scan.footer.StoredColumn;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bytes of a row group are ordered by column groups, their columns, and the stride. */
class ColumnOrderTest {
  private static final LocalFileStore STORE = new LocalFileStore();
  private static final Schema ABCD =
      Schema.parse("a: int64 not null, b: string, c: list<int32>, d: double");

  @TempDir Path dir;

  /** A page: column (the first one if row-major), row group, first row, offset. */
  private record Part(int column, int rowGroup, int page, long offset, long length) {}

  private FileReader write(Schema schema, Batch rows, String placement) throws IOException {
    String path = dir.resolve("t.placed").toString();
    WriteOptions options =
        WriteOptions.defaults().withPageRows(1024).withPlacement(Placement.parse(placement));
    try (FileWriter out = FileWriter.replace(STORE, path, schema, options)) {
      out.write(rows);
      out.finish();
    }
    return FileReader.open(STORE.input(path), new IoCounters());
  }

  /** All pages by offset; row-major groups once. */
  private static List<Part> parts(FileReader file) throws IOException {
    FileFooter footer = file.footer();
    List<StoredColumn> columns = footer.columns();
    footer.loadIndexes(columns);
    List<Part> parts = new ArrayList<>();
    for (StoredColumn c : columns) {
      if (footer.rowMajor() && c.record().positionInGroup() > 0) {
        continue;
      }
      for (int g = 0; g < file.rowGroups().size(); g++) {
        for (int n = 0; n < (footer.rowMajor() ? 1 : c.nodes().size()); n++) {
          ChunkEntry chunk = c.chunk(g, n);
          int column = c.record().ordinal();
          StoredPart d = chunk.dictionary();
          if (d != null) {
            parts.add(new Part(column, g, -1, d.offset(), d.length()));
          }
          for (int p = 0; p < chunk.pages(); p++) {
            StoredPart page = chunk.page(p);
            parts.add(new Part(column, g, p, page.offset(), page.length()));
          }
        }
      }
    }
    parts.sort((x, y) -> Long.compare(x.offset(), y.offset()));
    return parts;
  }

  /** Columns of the pages of the first row group, with repetitions removed. */
  private static List<Integer> columns(FileReader file) throws IOException {
    List<Integer> out = new ArrayList<>();
    for (Part p : parts(file)) {
      if (p.rowGroup() == 0 && (out.isEmpty() || out.get(out.size() - 1) != p.column())) {
        out.add(p.column());
      }
    }
    return out;
  }

  @Test
  void chunksLieInTheOrderThatThePlacementSays() throws IOException {
    Batch rows = new RandomTables(1).rows(ABCD, 5000);
    for (String[] c :
        new String[][] {
          {"none", "[0, 1, 2, 3]"},
          {"none order (c, a)", "[2, 0, 1, 3]"},
          {"none order (D, c, b, a)", "[3, 2, 1, 0]"},
          {"(d, b)", "[0, 3, 1, 2]"},
          {"(d, b) order (c, b)", "[2, 3, 1, 0]"},
          {"all order (b)", "[1, 0, 2, 3]"},
          {"(d, b) stride 1 order (c)", "[2, 0, 3]"},
          {"(d, b) stride 3072 order (b)", "[3, 1, 3, 1, 0, 2]"},
        }) {
      String placement = "row-group=4000 rows; column-groups=" + c[0];
      try (FileReader file = write(ABCD, rows, placement)) {
        // Dictionaries are before the pages of all columns of a group.
        List<Integer> found = columns(file);
        if (c[0].contains("3072")) {
          assertTrue(found.subList(found.size() - 6, found.size()).toString().equals(c[1]), c[0]);
        } else {
          assertEquals(c[1], found.toString(), c[0]);
        }
        assertEquals(ABCD, file.schema(), "readers see the schema's order");
        assertEquals(RandomTables.texts(rows), RoundTripTest.read(file, ReadRequest.all()), c[0]);
      }
    }
  }

  /**
   * For any stride, groups and order, rows are preserved and the pages are where the settings put
   * them.
   */
  @Test
  void randomStridesGroupsAndOrders() throws IOException {
    long seed = new Random().nextLong();
    Random r = new Random(seed);
    for (int round = 0; round < 60; round++) {
      int n = 1 + r.nextInt(7);
      List<Field> fields = new ArrayList<>();
      List<String> names = new ArrayList<>();
      for (int c = 0; c < n; c++) {
        Type type =
            List.of(Type.INT32, Type.STRING, Type.DOUBLE, Type.list(Type.INT64)).get(r.nextInt(4));
        fields.add(Field.of("c" + c, type));
        names.add("c" + c);
      }
      Schema schema = Schema.of(fields);
      ColumnGroups groups = groups(r, names);
      String placement = "row-group=" + (1 + r.nextInt(9000)) + " rows; column-groups=" + groups;
      String what = "seed " + seed + ", round " + round + ": " + placement;
      Batch rows = new RandomTables(r.nextLong()).rows(schema, r.nextInt(12_000));
      try (FileReader file = write(schema, rows, placement)) {
        assertEquals(RandomTables.texts(rows), RoundTripTest.read(file, ReadRequest.all()), what);
        checkLayout(file, schema, groups, what);
      }
      String path = dir.resolve("t.placed").toString();
      assertEquals(List.of(), FileVerifier.verify(STORE.input(path), new IoCounters()), what);
    }
  }

  private static ColumnGroups groups(Random r, List<String> names) {
    Collections.shuffle(names, r);
    int stride =
        switch (r.nextInt(4)) {
          case 0 -> 1;
          case 1 -> ColumnGroups.ROW_GROUP;
          default -> 1024 * (1 + r.nextInt(r.nextBoolean() ? 4 : 1024));
        };
    List<List<String>> listed = new ArrayList<>();
    for (int at = 0; at < names.size(); ) {
      int k = Math.min(names.size() - at, 1 + r.nextInt(3));
      listed.add(List.copyOf(names.subList(at, at + k)));
      at += k;
    }
    ColumnGroups groups =
        switch (r.nextInt(3)) {
          case 0 -> new ColumnGroups(ColumnGroups.Kind.NONE, List.of(), stride);
          case 1 -> ColumnGroups.all(stride);
          default -> ColumnGroups.of(listed.subList(0, 1 + r.nextInt(listed.size())), stride);
        };
    Collections.shuffle(names, r);
    return groups.withOrder(new ColumnOrder.Listed(names.subList(0, r.nextInt(names.size() + 1))));
  }

  private static void checkLayout(FileReader file, Schema schema, ColumnGroups groups, String what)
      throws IOException {
    int[] groupOf = new int[schema.size()];
    int[] place = new int[schema.size()];
    List<int[]> resolved = ColumnGrouping.resolve(groups, schema);
    for (int g = 0; g < resolved.size(); g++) {
      for (int k = 0; k < resolved.get(g).length; k++) {
        groupOf[resolved.get(g)[k]] = g;
        place[resolved.get(g)[k]] = k;
      }
    }
    boolean interleaved = groups.stride() > 1;
    Part before = null;
    for (Part p : parts(file)) {
      if (before != null) {
        assertTrue(before.offset() + before.length() <= p.offset(), what);
        int order = Integer.compare(before.rowGroup(), p.rowGroup());
        order = order != 0 ? order : Integer.compare(groupOf[before.column()], groupOf[p.column()]);
        int pages = Integer.compare(before.page(), p.page());
        int columns = Integer.compare(place[before.column()], place[p.column()]);
        order = order != 0 ? order : interleaved ? pages : columns;
        order = order != 0 ? order : interleaved ? columns : 0;
        // Nodes of a nested column are adjacent, each with all of its pages or one.
        assertTrue(order <= 0, what + ": " + before + " before " + p);
      }
      before = p;
    }
    if (interleaved) {
      file.rowGroups().forEach(g -> assertEquals(groups.stride(), g.pageRows(), what));
    }
    RowGroups.OfRows rows = (RowGroups.OfRows) file.placement().rowGroups();
    for (int g = 0; g + 1 < file.rowGroups().size(); g++) {
      assertEquals(rows.rows(), file.rowGroups().get(g).rows(), what);
    }
  }
}
