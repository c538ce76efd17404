package io.placed.picture.map;

import io.placed.picture.map.Picture.Shape;
import io.placed.picture.map.Picture.State;
import io.placed.scan.FileMap;
import io.placed.scan.FileReader;
import io.placed.schema.Schema;
import io.placed.text.Amounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/** Divides a file and its siblings into shapes, as finely as a maximum number of them allows. */
final class FileShapes {
  /** The granularity. */
  enum Level {
    PAGES,
    /** One column of one row group. */
    CHUNKS,
    /** Small chunks are merged with their neighbours in the same row group. */
    BANDS,
    /** Also across row groups. */
    LONG_BANDS
  }

  private final FileMap map;
  private final Level level;
  private final long bandBytes;
  private final ShapeText texts;
  private final Schema schema;
  private final IntUnaryOperator looks;

  /** The bytes that the query needs, by file; null without a query. */
  private final List<ByteSet> needed;

  private final Set<String> used;

  /** Column groups that the query reads, and the columns in them. */
  private final Set<Integer> readGroups = new HashSet<>();

  private final Set<Integer> readColumns = new HashSet<>();

  /**
   * @param most maximum number of shapes of data
   * @param looks from the number of a column group to its position in the legend
   * @param needed by file, null without a query
   * @param used columns of the query
   * @param encodings maximum number of pages that are read for their encodings
   */
  FileShapes(
      FileReader reader,
      FileMap chunks,
      int most,
      IntUnaryOperator looks,
      List<ByteSet> needed,
      Set<String> used,
      int encodings)
      throws IOException {
    long pages = chunks.extents().stream().mapToLong(e -> e.data() ? e.pages() + 1 : 0).sum();
    long runs = chunks.extents().stream().filter(FileMap.Extent::data).count();
    long data = chunks.extents().stream().mapToLong(e -> e.data() ? e.length() : 0).sum();
    this.level =
        pages <= most
            ? Level.PAGES
            : runs <= most
                ? Level.CHUNKS
                : reader.rowGroups().size() <= most / 2 ? Level.BANDS : Level.LONG_BANDS;
    this.bandBytes = Math.max(1, data / most);
    this.map = level == Level.PAGES ? reader.map(true) : chunks;
    this.texts = new ShapeText(reader, map, encodings);
    this.schema = reader.schema();
    this.looks = looks;
    this.needed = needed;
    this.used = used;
    if (needed != null) {
      findRead();
    }
  }

  Level level() {
    return level;
  }

  /** Chunks smaller than this are merged. */
  long bandBytes() {
    return bandBytes;
  }

  ShapeText texts() {
    return texts;
  }

  /** By file, by offset. */
  Map<Integer, List<Shape>> shapes() throws IOException {
    Map<Integer, List<Shape>> out = new HashMap<>();
    List<FileMap.Extent> band = new ArrayList<>();
    long bytes = 0;
    for (FileMap.Extent e : map.extents()) {
      boolean joins = e.data() && level.compareTo(Level.BANDS) >= 0 && e.length() < bandBytes;
      if (!band.isEmpty() && !(joins && continues(band, e) && bytes + e.length() <= bandBytes)) {
        add(out, band);
        band.clear();
        bytes = 0;
      }
      if (joins) {
        band.add(e);
        bytes += e.length();
      } else {
        add(out, List.of(e));
      }
    }
    if (!band.isEmpty()) {
      add(out, band);
    }
    return out;
  }

  private boolean continues(List<FileMap.Extent> band, FileMap.Extent e) {
    FileMap.Extent last = band.get(band.size() - 1);
    return last.file() == e.file()
        && last.end() == e.offset()
        && last.block() == e.block()
        && (level == Level.LONG_BANDS || last.rowGroup() == e.rowGroup());
  }

  private void add(Map<Integer, List<Shape>> out, List<FileMap.Extent> extents) throws IOException {
    FileMap.Extent first = extents.get(0);
    FileMap.Extent last = extents.get(extents.size() - 1);
    String text;
    int look;
    if (!first.data()) {
      text = ShapeText.about(first);
      look = Shape.ABOUT;
    } else {
      boolean oneGroup = extents.stream().allMatch(e -> e.group() == first.group());
      text = extents.size() > 1 ? texts.several(extents) : texts.chunk(first, level == Level.PAGES);
      look = oneGroup ? looks.applyAsInt(first.group()) : Shape.SEVERAL;
    }
    long length = last.end() - first.offset();
    State state = first.data() ? state(extents) : State.PLAIN;
    if (state == State.NEEDED) {
      long bytes = needed.get(first.file()).within(first.offset(), last.end());
      text += "\n→ needed" + (bytes < length ? ": " + Amounts.bytes(bytes) + " of it" : "");
    } else if (state == State.PRUNED) {
      text += "\n→ skipped by statistics";
    } else if (state == State.UNUSED) {
      text += otherCopy(extents) ? "\n→ another copy is read" : "\n→ not used by the query";
    }
    out.computeIfAbsent(first.file(), f -> new ArrayList<>())
        .add(new Shape(first.offset(), length, look, state, text));
  }

  private State state(List<FileMap.Extent> extents) {
    if (needed == null) {
      return State.PLAIN;
    }
    FileMap.Extent first = extents.get(0);
    long end = extents.get(extents.size() - 1).end();
    if (needed.get(first.file()).within(first.offset(), end) > 0) {
      return State.NEEDED;
    }
    boolean uses = extents.stream().anyMatch(this::uses);
    return uses && !otherCopy(extents) ? State.PRUNED : State.UNUSED;
  }

  private List<Integer> columns(FileMap.Extent e) {
    return e.column() < 0 ? map.groups().get(e.group()) : List.of(e.column());
  }

  private boolean uses(FileMap.Extent e) {
    return columns(e).stream().anyMatch(c -> used.contains(schema.field(c).name()));
  }

  /** Whether the query reads another copy of these columns, in another column group. */
  private boolean otherCopy(List<FileMap.Extent> extents) {
    return extents.stream()
        .filter(this::uses)
        .anyMatch(
            e ->
                !readGroups.contains(e.group())
                    && columns(e).stream().anyMatch(readColumns::contains));
  }

  private void findRead() {
    for (FileMap.Extent e : map.extents()) {
      if (e.data() && needed.get(e.file()).within(e.offset(), e.end()) > 0) {
        readGroups.add(e.group());
        readColumns.addAll(columns(e));
      }
    }
  }
}
