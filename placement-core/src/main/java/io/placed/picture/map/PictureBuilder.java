package io.placed.picture.map;

import io.placed.io.FileBlocks;
import io.placed.io.IoCounters;
import io.placed.picture.map.Picture.Bar;
import io.placed.picture.map.Picture.Lane;
import io.placed.picture.map.Picture.LegendEntry;
import io.placed.picture.map.Picture.Shape;
import io.placed.picture.map.Picture.State;
import io.placed.predicate.Predicate;
import io.placed.scan.FileMap;
import io.placed.scan.FileReader;
import io.placed.scan.plan.ReadPlan;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.text.Amounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Gathers what a map of a table shows. */
final class PictureBuilder {
  /** Maximum number of files with a lane of their own; the others share one. */
  static final int MAX_LANES = 100;

  /** Maximum number of shapes, of bars of one kind, and of files in the shared lane. */
  static final int MAX_SHAPES = 6_000;

  private static final int MAX_BARS = 3_000;
  private static final int MAX_REST = 1_000;
  private static final int MAX_ENCODINGS = 600;
  private static final int MAX_LEGEND_NAMES = 6;

  private final DataSet dataSet;
  private final Snapshot snapshot;
  private final MapQuery query;
  private final Map<List<String>, Integer> groups = new LinkedHashMap<>();
  private final List<Long> groupBytes = new ArrayList<>();
  private final List<Lane> lanes = new ArrayList<>();
  private final Set<String> placements = new LinkedHashSet<>();
  private final EnumMap<FileShapes.Level, Long> levels = new EnumMap<>(FileShapes.Level.class);
  private final List<DataFile> rest = new ArrayList<>();
  private long hiddenLanes;
  private long hiddenBytes;
  private long bytes;
  private long files;
  private long widestBand;
  private int encodings = MAX_ENCODINGS;
  private boolean withoutEncoding;
  private boolean storedBlocks;
  private boolean joinedBars;

  private PictureBuilder(DataSet dataSet, Snapshot snapshot, MapQuery query) {
    this.dataSet = dataSet;
    this.snapshot = snapshot;
    this.query = query;
  }

  /**
   * @param columns of the query, null for all
   * @param where of the query, null for all rows; without both there is no query
   * @throws IllegalArgumentException if a column does not exist or the predicate does not fit
   */
  static Picture of(DataSet dataSet, Snapshot snapshot, List<String> columns, Predicate where)
      throws IOException {
    MapQuery query =
        columns == null && where == null
            ? null
            : new MapQuery(dataSet.directory(), snapshot, columns, where);
    PictureBuilder b = new PictureBuilder(dataSet, snapshot, query);
    for (DataFile f : snapshot.files()) {
      b.add(f);
    }
    return b.build();
  }

  private void add(DataFile file) throws IOException {
    boolean shown = lanes.size() < MAX_LANES;
    if (!shown) {
      rest.add(file);
      bytes += file.totalLength();
      files += 1 + file.siblings().size();
      if (query == null || !query.reads(file)) {
        if (query != null) {
          query.skip();
        }
        return;
      }
    }
    try (FileReader reader = FileReader.open(dataSet.input(file), new IoCounters())) {
      ReadPlan plan = query == null ? null : query.plan(file, reader);
      if (query != null) {
        query.footer(reader.ioCounters().bytesRead(), reader.ioCounters().requests());
      }
      if (shown) {
        show(file, reader, plan);
      }
    }
  }

  private void show(DataFile file, FileReader reader, ReadPlan plan) throws IOException {
    placements.add(reader.placement().toString());
    FileMap map = reader.map(false);
    List<ByteSet> needed = query == null ? null : ranges(map, plan, false);
    List<ByteSet> requests = query == null ? null : ranges(map, plan, true);
    Map<Integer, Integer> looks = looks(map, reader.schema());
    int share = Math.max(1, Math.min(MAX_LANES, snapshot.files().size()));
    FileShapes shapes =
        new FileShapes(
            reader,
            map,
            Math.max(20, MAX_SHAPES / share),
            looks::get,
            needed,
            query == null ? Set.of() : query.used(file),
            encodings);
    Map<Integer, List<Shape>> drawn = shapes.shapes();
    encodings = shapes.texts().encodingsLeft();
    withoutEncoding |= shapes.texts().withoutEncoding();
    levels.merge(shapes.level(), 1L, Long::sum);
    if (shapes.level().compareTo(FileShapes.Level.BANDS) >= 0) {
      widestBand = Math.max(widestBand, shapes.bandBytes());
    }
    int bars = Math.max(20, MAX_BARS / share);
    for (int f = 0; f < map.files().size(); f++) {
      FileMap.MappedFile m = map.files().get(f);
      bytes += m.length();
      files++;
      if (lanes.size() >= MAX_LANES) {
        hiddenLanes++;
        hiddenBytes += m.length();
        continue;
      }
      FileBlocks stored = dataSet.blocks(file, f, m.name());
      storedBlocks |= stored.known();
      if (needed != null) {
        joinedBars |= needed.get(f).ranges() > bars || requests.get(f).ranges() > bars;
      }
      lanes.add(
          new Lane(
              f == 0 ? file.path() : m.name(),
              f == 0 ? rows(file) : "sibling " + f,
              m.length(),
              0,
              drawn.getOrDefault(f, List.of()),
              LaneBars.rowGroups(map, f, reader, bars),
              LaneBars.physical(map, f),
              LaneBars.stored(stored),
              needed == null ? List.of() : needed.get(f).bars(bars, "needed"),
              requests == null ? List.of() : requests.get(f).bars(bars, "read")));
    }
  }

  private static String rows(DataFile file) {
    long deleted = file.rows() - file.liveRows();
    return Amounts.count(file.rows(), "row")
        + (deleted == 0 ? "" : ", " + Amounts.count(deleted) + " of them deleted");
  }

  private Map<Integer, Integer> looks(FileMap map, Schema schema) {
    Map<Integer, Integer> looks = new HashMap<>();
    map.groups()
        .forEach(
            (number, columns) -> {
              List<String> names =
                  columns.stream()
                      .map(c -> c < schema.size() ? schema.field(c).name() : "?")
                      .toList();
              Integer look = groups.get(names);
              if (look == null) {
                look = groups.size();
                groups.put(names, look);
                groupBytes.add(0L);
              }
              looks.put(number, look);
            });
    for (FileMap.Extent e : map.extents()) {
      if (e.data()) {
        groupBytes.set(looks.get(e.group()), groupBytes.get(looks.get(e.group())) + e.length());
      }
    }
    return looks;
  }

  private static List<ByteSet> ranges(FileMap map, ReadPlan plan, boolean requests) {
    List<List<long[]>> byFile = new ArrayList<>();
    map.files().forEach(f -> byFile.add(new ArrayList<>()));
    if (plan != null && requests) {
      plan.requests().forEach(r -> byFile.get(r.file()).add(new long[] {r.offset(), r.end()}));
    } else if (plan != null) {
      plan.parts().forEach(p -> byFile.get(p.file()).add(new long[] {p.offset(), p.end()}));
    }
    return byFile.stream().map(ByteSet::of).toList();
  }

  private Picture build() {
    long scale = lanes.stream().mapToLong(Lane::length).max().orElse(1);
    List<Lane> all = new ArrayList<>();
    for (Lane l : lanes) {
      all.add(scaled(l, scale));
    }
    if (!rest.isEmpty()) {
      all.add(restLane());
    }
    List<String> facts = new ArrayList<>();
    facts.add(
        "%s, %s, %s in %s"
            .formatted(
                Amounts.count(snapshot.rows(), "row"),
                Amounts.count(snapshot.schema().size(), "column"),
                Amounts.bytes(bytes),
                Amounts.count(files, "file")));
    facts.addAll(placements);
    return new Picture(
        dataSet.path(),
        facts,
        Math.max(1, scale),
        all,
        legend(),
        query == null ? List.of() : query.lines(bytes),
        notes());
  }

  private static Lane scaled(Lane l, long scale) {
    return new Lane(
        l.label(),
        l.detail(),
        l.length(),
        Math.max(1, scale),
        l.shapes(),
        l.rowGroups(),
        l.physical(),
        l.stored(),
        l.needed(),
        l.requests());
  }

  /** The shared lane: files without a lane of their own. */
  private Lane restLane() {
    int together = (rest.size() + MAX_REST - 1) / MAX_REST;
    List<Shape> shapes = new ArrayList<>();
    long at = 0;
    for (int i = 0; i < rest.size(); i += together) {
      List<DataFile> some = rest.subList(i, Math.min(rest.size(), i + together));
      long length = some.stream().mapToLong(DataFile::totalLength).sum();
      long rows = some.stream().mapToLong(DataFile::rows).sum();
      long rowGroups = some.stream().mapToLong(f -> f.rowGroups().size()).sum();
      boolean read = query != null && some.stream().anyMatch(query::reads);
      String names =
          some.size() == 1
              ? some.get(0).path()
              : some.get(0).path() + " to " + some.get(some.size() - 1).path();
      String text =
          "%s%n%s, %s, %s"
              .formatted(
                  names,
                  Amounts.bytes(length),
                  Amounts.count(rows, "row"),
                  Amounts.count(rowGroups, "row group"));
      State state = query == null ? State.PLAIN : read ? State.NEEDED : State.PRUNED;
      shapes.add(new Shape(at, length, Shape.FILE, state, text));
      at += length;
    }
    String label = "… " + Amounts.count(rest.size(), "more file");
    String detail = Amounts.bytes(at) + ", own scale";
    List<Bar> none = List.of();
    return new Lane(label, detail, at, Math.max(1, at), shapes, none, none, none, none, none);
  }

  private List<LegendEntry> legend() {
    List<LegendEntry> out = new ArrayList<>();
    for (Map.Entry<List<String>, Integer> g : groups.entrySet()) {
      List<String> names = g.getKey();
      int more = names.size() - MAX_LEGEND_NAMES;
      String text =
          String.join(", ", names.subList(0, Math.min(names.size(), MAX_LEGEND_NAMES)))
              + (more > 0 ? " and " + Amounts.count(more) + " more" : "");
      out.add(new LegendEntry(text, groupBytes.get(g.getValue())));
    }
    return Collections.unmodifiableList(out);
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (levels.containsKey(FileShapes.Level.PAGES) && levels.size() == 1) {
      notes.add("Every page is drawn.");
    } else {
      count(FileShapes.Level.PAGES, "page by page", notes);
      count(FileShapes.Level.CHUNKS, "column by column of each row group", notes);
      count(FileShapes.Level.BANDS, bands("of the same row group"), notes);
      count(FileShapes.Level.LONG_BANDS, bands("also of other row groups"), notes);
    }
    if (!rest.isEmpty()) {
      notes.add(
          "%s without a lane of their own share the last lane; if there are more than %s, several are drawn as one."
              .formatted(Amounts.count(rest.size(), "table file"), Amounts.count(MAX_REST)));
    }
    if (hiddenLanes > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%s of the last file drawn (%s) have no lane: the limit is %d.",
              Amounts.count(hiddenLanes, "sibling"),
              Amounts.bytes(hiddenBytes),
              MAX_LANES));
    }
    if (withoutEncoding) {
      notes.add(
          "Encodings are shown for the first %s shapes only."
              .formatted(Amounts.count(MAX_ENCODINGS)));
    }
    notes.add(
        storedBlocks
            ? "Above each lane: row groups. Below: physical blocks, then blocks of the file system."
            : "Above each lane: row groups. Below: physical blocks; the file system reports none.");
    if (joinedBars) {
      notes.add(
          "If there are more than %s needed or read ranges, adjacent ones are merged."
              .formatted(Amounts.count(MAX_BARS)));
    }
    return notes;
  }

  private void count(FileShapes.Level level, String how, List<String> notes) {
    if (levels.containsKey(level)) {
      notes.add(Amounts.count(levels.get(level), "table file") + " drawn " + how + ".");
    }
  }

  private String bands(String where) {
    return "in bands: chunks smaller than "
        + Amounts.bytes(widestBand)
        + " are merged with their neighbours "
        + where;
  }
}
