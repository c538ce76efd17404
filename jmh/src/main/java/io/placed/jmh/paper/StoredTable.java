package io.placed.jmh.paper;

import io.placed.compression.Compression;
import io.placed.encoding.Profile;
import io.placed.io.CountingInput;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.scan.BatchReader;
import io.placed.scan.FileMap;
import io.placed.scan.FileReader;
import io.placed.scan.ReadPlan;
import io.placed.scan.ReadRequest;
import io.placed.schema.Schema;
import io.placed.write.FileWriter;
import io.placed.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** One table of the paper in one layout, and the ways to read it. */
final class StoredTable {
  /** The paper's pages have 64 KiB; these 80 KiB of strings. */
  private static final int PAGE_ROWS = 2048;

  private static final LocalFileStore STORE = new LocalFileStore();

  private final Path path;
  private final PaperTable table;
  private final FileMap map;
  private final int rowGroups;

  /** What a reading asked for. */
  record Reading(long needed, long read, long requests, long seeks) {}

  private StoredTable(Path path, PaperTable table) throws IOException {
    this.path = path;
    this.table = table;
    try (FileReader reader = open(new IoCounters())) {
      this.map = reader.map(true);
      this.rowGroups = reader.rowGroups().size();
    }
  }

  /**
   * Writes the table, without compression, as the paper does (§4.4).
   *
   * @throws IllegalArgumentException if the library does not write this layout
   */
  static StoredTable write(Path directory, PaperTable table, Setting.Layout layout)
      throws IOException {
    Path path = directory.resolve(layout.fileName());
    WriteOptions options =
        WriteOptions.defaults()
            .withPlacement(Placement.parse(layout.placement()))
            .withProfile(Profile.FAST)
            .withCompression(Compression.NONE)
            .withPageRows(PAGE_ROWS);
    try (FileWriter out = FileWriter.replace(STORE, path.toString(), table.schema(), options)) {
      table.write(out);
      out.finish();
    }
    return new StoredTable(path, table);
  }

  /** The table file and its siblings. */
  List<Path> files() {
    List<Path> out = new ArrayList<>();
    for (int f = 0; f < map.files().size(); f++) {
      out.add(file(f));
    }
    return out;
  }

  private Path file(int number) {
    return number == 0 ? path : path.resolveSibling(map.files().get(number).name());
  }

  /** In bytes, with the siblings. */
  long length() {
    return map.files().stream().mapToLong(FileMap.MappedFile::length).sum();
  }

  int rowGroups() {
    return rowGroups;
  }

  void delete() throws IOException {
    for (Path file : files()) {
      Files.deleteIfExists(file);
    }
  }

  private FileReader open(IoCounters counters) throws IOException {
    return FileReader.open(STORE.input(path.toString()), counters);
  }

  /** Reads as the setting says; the files are opened now. */
  Reading read(Setting setting) throws IOException {
    return setting.access() == Setting.Access.PLANNED
        ? planned(setting.columns())
        : buffered(setting);
  }

  private Reading planned(List<Integer> columns) throws IOException {
    Schema wanted = table.schema().select(columns.stream().map(PaperTable::column).toList());
    ReadRequest request = ReadRequest.all().withColumns(wanted);
    IoCounters counters = new IoCounters();
    ReadPlan plan;
    long rows = 0;
    try (FileReader file = open(counters)) {
      plan = file.plan(request);
      try (BatchReader reader = file.read(request)) {
        while (reader.next()) {
          rows += reader.batch().rows();
        }
      }
    }
    if (rows != table.rows()) {
      throw new IllegalStateException(path + " has " + rows + " rows, not " + table.rows());
    }
    BufferedStream.Head head = new BufferedStream.Head();
    plan.requests().forEach(r -> head.moves(r.file(), r.offset(), r.end()));
    return new Reading(plan.bytesNeeded(), counters.bytesRead(), counters.requests(), head.seeks());
  }

  /**
   * Reads pages through one stream per file with one buffer each, in the order that the access
   * method gives.
   */
  private Reading buffered(Setting setting) throws IOException {
    List<FileMap.Extent> pages = new ArrayList<>();
    for (FileMap.Extent e : map.extents()) {
      boolean wanted =
          e.data()
              && (e.column() >= 0
                  ? setting.columns().contains(e.column())
                  : map.groups().get(e.group()).stream().anyMatch(setting.columns()::contains));
      if (wanted) {
        pages.add(e);
      }
    }
    Comparator<FileMap.Extent> order = Comparator.comparingInt(FileMap.Extent::rowGroup);
    order =
        setting.access() == Setting.Access.COLUMN_WISE
            ? order.thenComparingInt(FileMap.Extent::group)
            : order.thenComparingInt(FileMap.Extent::firstPage);
    pages.sort(
        order.thenComparingInt(FileMap.Extent::group).thenComparingLong(FileMap.Extent::offset));
    IoCounters counters = new IoCounters();
    BufferedStream[] streams = new BufferedStream[map.files().size()];
    BufferedStream.Head head = new BufferedStream.Head();
    long needed = 0;
    try {
      for (FileMap.Extent e : pages) {
        if (streams[e.file()] == null) {
          Path file = file(e.file());
          long length = map.files().get(e.file()).length();
          InputFile input = STORE.input(file.toString(), length);
          streams[e.file()] =
              new BufferedStream(
                  new CountingInput(input.open(), counters), length, setting.ioKiB() * 1024, head);
        }
        streams[e.file()].read(e.offset(), e.length());
        needed += e.length();
      }
    } finally {
      for (BufferedStream s : streams) {
        if (s != null) {
          s.close();
        }
      }
    }
    return new Reading(needed, counters.bytesRead(), counters.requests(), head.seeks());
  }
}
