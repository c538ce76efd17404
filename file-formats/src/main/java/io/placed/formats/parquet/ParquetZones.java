package io.placed.formats.parquet;

import io.placed.formats.FormatException;
import io.placed.formats.container.Container;
import io.placed.formats.zones.FileZones;
import io.placed.formats.zones.RowIntervals;
import io.placed.formats.zones.Zone;
import io.placed.io.ByteRange;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.schema.PrimitiveType;

/** Row groups, and pages where the file has a column index. */
final class ParquetZones implements FileZones {
  private record Key(int group, String column, boolean pages) {}

  private final String path;
  private final ParquetFileReader reader;
  private final List<BlockMetaData> groups;
  private final Schema schema;
  private final FileCalendar calendar;
  private final Map<Key, List<Zone>> pages = new HashMap<>();
  private final Map<ColumnChunkMetaData, OffsetIndex> offsets = new HashMap<>();

  /**
   * @param reader closed with this
   */
  ParquetZones(String path, ParquetFileReader reader) {
    this.path = path;
    this.reader = reader;
    this.groups = reader.getRowGroups();
    this.schema = ParquetSchemas.schema(reader.getFileMetaData().getSchema());
    this.calendar = FileCalendar.of(reader.getFileMetaData().getKeyValueMetaData());
  }

  @Override
  public int groups() {
    return groups.size();
  }

  @Override
  public long rows(int group) {
    return groups.get(group).getRowCount();
  }

  @Override
  public String compression() {
    if (groups.isEmpty() || groups.get(0).getColumns().isEmpty()) {
      return "zstd";
    }
    return switch (groups.get(0).getColumns().get(0).getCodec()) {
      case UNCOMPRESSED -> "none";
      case SNAPPY -> "snappy";
      case GZIP -> "gzip";
      case LZ4_RAW -> "lz4";
      default -> "zstd";
    };
  }

  @Override
  public String placement() {
    return reader.getFileMetaData().getKeyValueMetaData().get(Container.METADATA_KEY);
  }

  @Override
  public Map<Integer, Field> fields() {
    Map<Integer, Field> out = new HashMap<>();
    reader
        .getFileMetaData()
        .getSchema()
        .getFields()
        .forEach(
            f -> {
              if (f.getId() != null) {
                out.put(f.getId().intValue(), schema.require(f.getName()));
              }
            });
    return out;
  }

  private List<ColumnChunkMetaData> chunks(int group, String column) {
    List<ColumnChunkMetaData> out = new ArrayList<>();
    for (ColumnChunkMetaData c : groups.get(group).getColumns()) {
      if (c.getPath().toArray()[0].equals(column)) {
        out.add(c);
      }
    }
    return out;
  }

  @Override
  public long bytes(int group, String column) {
    return chunks(group, column).stream().mapToLong(ColumnChunkMetaData::getTotalSize).sum();
  }

  @Override
  public long dictionaryBytes(int group, String column) throws IOException {
    long sum = 0;
    for (ColumnChunkMetaData c : chunks(group, column)) {
      sum += firstPage(c, offsets(c)) - c.getStartingPos();
    }
    return sum;
  }

  private static long firstPage(ColumnChunkMetaData chunk, OffsetIndex index) {
    long first =
        index != null && index.getPageCount() > 0
            ? index.getOffset(0)
            : chunk.getFirstDataPageOffset();
    return Math.max(first, chunk.getStartingPos());
  }

  @Override
  public List<Zone> zones(int group, String column, boolean byPage) throws IOException {
    Key key = new Key(group, column, byPage);
    List<Zone> known = pages.get(key);
    if (known == null) {
      known = read(group, column, byPage);
      pages.put(key, known);
    }
    return known;
  }

  private List<Zone> read(int group, String column, boolean byPage) throws IOException {
    long rows = rows(group);
    List<ColumnChunkMetaData> chunks = chunks(group, column);
    if (chunks.size() != 1 || chunks.get(0).getPath().size() != 1) {
      return List.of(new Zone(0, rows, null));
    }
    ColumnChunkMetaData chunk = chunks.get(0);
    Type type = schema.require(column).type();
    ColumnIndex index = byPage ? index(chunk) : null;
    OffsetIndex at = index == null ? null : offsets(chunk);
    if (at == null) {
      PrimitiveType stored = chunk.getPrimitiveType();
      return List.of(
          new Zone(0, rows, ParquetBounds.of(type, stored, calendar, rows, chunk.getStatistics())));
    }
    List<Zone> out = new ArrayList<>();
    List<Long> nulls = index.getNullCounts();
    for (int p = 0; p < at.getPageCount(); p++) {
      long from = at.getFirstRowIndex(p);
      long to = at.getLastRowIndex(p, rows) + 1;
      boolean allNull = index.getNullPages().get(p);
      long none = allNull ? to - from : nulls == null || nulls.isEmpty() ? 0 : nulls.get(p);
      out.add(
          new Zone(
              from,
              to,
              ParquetBounds.of(
                  type,
                  chunk.getPrimitiveType(),
                  calendar,
                  to - from,
                  none,
                  allNull ? null : index.getMinValues().get(p),
                  allNull ? null : index.getMaxValues().get(p))));
    }
    return out;
  }

  private ColumnIndex index(ColumnChunkMetaData chunk) throws IOException {
    try {
      return reader.readColumnIndex(chunk);
    } catch (RuntimeException e) {
      throw new FormatException(path + ": the column index is damaged: " + e.getMessage(), e);
    }
  }

  /** Null if the file has none. */
  private OffsetIndex offsets(ColumnChunkMetaData chunk) throws IOException {
    if (!offsets.containsKey(chunk)) {
      try {
        offsets.put(chunk, reader.readOffsetIndex(chunk));
      } catch (RuntimeException e) {
        throw new FormatException(path + ": the offset index is damaged: " + e.getMessage(), e);
      }
    }
    return offsets.get(chunk);
  }

  @Override
  public void ranges(int group, String column, RowIntervals wanted, List<ByteRange> out)
      throws IOException {
    long rows = rows(group);
    for (ColumnChunkMetaData c : chunks(group, column)) {
      OffsetIndex at = wanted.count() == rows ? null : offsets(c);
      if (at == null) {
        add(out, c.getStartingPos(), c.getStartingPos() + c.getTotalSize());
        continue;
      }
      add(out, c.getStartingPos(), firstPage(c, at));
      for (int p = 0; p < at.getPageCount(); p++) {
        if (wanted.overlaps(at.getFirstRowIndex(p), at.getLastRowIndex(p, rows) + 1)) {
          add(out, at.getOffset(p), at.getOffset(p) + at.getCompressedPageSize(p));
        }
      }
    }
  }

  private static void add(List<ByteRange> out, long from, long to) {
    for (long at = from; at < to; at += 1 << 30) {
      out.add(new ByteRange(at, (int) Math.min(1 << 30, to - at)));
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
