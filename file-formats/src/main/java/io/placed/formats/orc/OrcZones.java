package io.placed.formats.orc;

import io.placed.formats.container.Container;
import io.placed.formats.zones.FileZones;
import io.placed.formats.zones.RowIntervals;
import io.placed.formats.zones.Zone;
import io.placed.io.ByteRange;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcProto;
import org.apache.orc.Reader;
import org.apache.orc.TypeDescription;
import org.apache.orc.impl.ColumnStatisticsImpl;
import org.apache.orc.impl.OrcIndex;
import org.apache.orc.impl.RecordReaderImpl;
import org.apache.orc.impl.RecordReaderUtils;
import org.apache.orc.impl.StreamName;

/** Stripes, and row groups of the row index. Ranges are those that ORC's stripe planner reads. */
final class OrcZones implements FileZones {
  private record Key(int stripe, String column, boolean pages) {}

  private final Reader reader;
  private final TypeDescription schema;
  private final Schema types;

  /** Of no column: for footers and indexes of stripes. */
  private final RecordReaderImpl rows;

  private final Map<Integer, OrcProto.StripeFooter> footers = new HashMap<>();
  private final Map<Key, OrcProto.RowIndex[]> indexes = new HashMap<>();
  private final Map<Key, List<Zone>> zones = new HashMap<>();

  /**
   * @param reader closed with this
   */
  OrcZones(Reader reader) throws IOException {
    this.reader = reader;
    this.schema = reader.getSchema();
    this.types = OrcFormat.schema(schema);
    boolean[] none = new boolean[schema.getMaximumId() + 1];
    none[0] = true;
    this.rows = (RecordReaderImpl) reader.rows(reader.options().include(none));
  }

  @Override
  public int groups() {
    return reader.getStripes().size();
  }

  @Override
  public long rows(int stripe) {
    return reader.getStripes().get(stripe).getNumberOfRows();
  }

  @Override
  public String compression() {
    return switch (reader.getCompressionKind()) {
      case NONE -> "none";
      case ZLIB -> "zlib";
      case SNAPPY -> "snappy";
      case LZ4 -> "lz4";
      default -> "zstd";
    };
  }

  @Override
  public String placement() {
    if (!reader.hasMetadataValue(Container.METADATA_KEY)) {
      return null;
    }
    ByteBuffer value = reader.getMetadataValue(Container.METADATA_KEY).duplicate();
    return StandardCharsets.UTF_8.decode(value).toString();
  }

  @Override
  public Map<Integer, Field> fields() {
    Map<Integer, Field> out = new HashMap<>();
    for (int c = 0; c < types.size(); c++) {
      String id = schema.getChildren().get(c).getAttributeValue("iceberg.id");
      if (id != null) {
        out.put(Integer.valueOf(id), types.field(c));
      }
    }
    return out;
  }

  private TypeDescription column(String name) {
    return schema.getChildren().get(schema.getFieldNames().indexOf(name));
  }

  private OrcProto.StripeFooter footer(int stripe) throws IOException {
    OrcProto.StripeFooter known = footers.get(stripe);
    if (known == null) {
      known = rows.readStripeFooter(reader.getStripes().get(stripe));
      footers.put(stripe, known);
    }
    return known;
  }

  /** A stream with values of a column. */
  private record Stream(OrcProto.Stream of, long offset, OrcProto.ColumnEncoding encoding) {
    boolean isDictionary() {
      return RecordReaderUtils.isDictionary(of.getKind(), encoding);
    }
  }

  private List<Stream> streams(int stripe, String column) throws IOException {
    TypeDescription type = column(column);
    OrcProto.StripeFooter footer = footer(stripe);
    List<Stream> out = new ArrayList<>();
    long offset = reader.getStripes().get(stripe).getOffset();
    for (OrcProto.Stream s : footer.getStreamsList()) {
      int id = s.getColumn();
      if (id >= type.getId()
          && id <= type.getMaximumId()
          && StreamName.getArea(s.getKind()) == StreamName.Area.DATA) {
        out.add(new Stream(s, offset, footer.getColumns(id)));
      }
      offset += s.getLength();
    }
    return out;
  }

  @Override
  public long bytes(int stripe, String column) throws IOException {
    return streams(stripe, column).stream().mapToLong(s -> s.of.getLength()).sum();
  }

  @Override
  public long dictionaryBytes(int stripe, String column) throws IOException {
    return streams(stripe, column).stream()
        .filter(Stream::isDictionary)
        .mapToLong(s -> s.of.getLength())
        .sum();
  }

  @Override
  public List<Zone> zones(int stripe, String column, boolean pages) throws IOException {
    Key key = new Key(stripe, column, pages);
    List<Zone> known = zones.get(key);
    if (known == null) {
      known = read(stripe, column, pages);
      zones.put(key, known);
    }
    return known;
  }

  private List<Zone> read(int stripe, String name, boolean pages) throws IOException {
    TypeDescription column = column(name);
    Type type = types.require(name).type();
    long all = rows(stripe);
    OrcProto.RowIndex index = pages ? index(stripe, name)[column.getId()] : null;
    int stride = reader.getRowIndexStride();
    if (index == null || stride <= 0) {
      var statistics = reader.getStripeStatistics();
      return List.of(
          new Zone(
              0,
              all,
              stripe < statistics.size()
                  ? OrcBounds.of(
                      type, all, statistics.get(stripe).getColumnStatistics()[column.getId()])
                  : null));
    }
    List<Zone> out = new ArrayList<>();
    for (int g = 0; g < index.getEntryCount(); g++) {
      long from = (long) g * stride;
      long to = Math.min(all, from + stride);
      org.apache.orc.ColumnStatistics s =
          ColumnStatisticsImpl.deserialize(
              column,
              index.getEntry(g).getStatistics(),
              reader.writerUsedProlepticGregorian(),
              true);
      out.add(new Zone(from, to, OrcBounds.of(type, to - from, s)));
    }
    return out;
  }

  /** The row indexes of a column and its children, by id; elements may be null. */
  private OrcProto.RowIndex[] index(int stripe, String name) throws IOException {
    Key key = new Key(stripe, name, true);
    OrcProto.RowIndex[] known = indexes.get(key);
    if (known == null) {
      TypeDescription column = column(name);
      boolean[] wanted = new boolean[schema.getMaximumId() + 1];
      wanted[0] = true;
      Arrays.fill(wanted, column.getId(), column.getMaximumId() + 1, true);
      OrcIndex index = rows.readRowIndex(stripe, wanted, wanted);
      known = index.getRowGroupIndex().clone();
      indexes.put(key, known);
    }
    return known;
  }

  @Override
  public void ranges(int stripe, String column, RowIntervals wanted, List<ByteRange> out)
      throws IOException {
    int stride = reader.getRowIndexStride();
    boolean whole = stride <= 0 || wanted.count() == rows(stripe);
    OrcProto.RowIndex[] index = whole ? null : index(stripe, column);
    List<Stream> all = streams(stripe, column);
    for (Stream s : all) {
      OrcProto.RowIndex entries = whole ? null : index[s.of.getColumn()];
      if (entries == null || entries.getEntryCount() == 0 || s.isDictionary()) {
        add(out, s.offset, s.offset + s.of.getLength());
      } else {
        boolean nulls =
            all.stream()
                .anyMatch(
                    t ->
                        t.of.getColumn() == s.of.getColumn()
                            && t.of.getKind() == OrcProto.Stream.Kind.PRESENT);
        groups(s, entries, nulls, wanted, stride, out);
      }
    }
  }

  private void groups(
      Stream s,
      OrcProto.RowIndex index,
      boolean nulls,
      RowIntervals wanted,
      int stride,
      List<ByteRange> out) {
    boolean compressed = reader.getCompressionKind() != CompressionKind.NONE;
    int position =
        RecordReaderUtils.getIndexPosition(
            s.encoding.getKind(),
            schema.findSubtype(s.of.getColumn()).getCategory(),
            s.of.getKind(),
            compressed,
            nulls);
    int n = index.getEntryCount();
    long length = s.of.getLength();
    long read = 0;
    for (int g = 0; g < n; g++) {
      if (!wanted.overlaps((long) g * stride, (long) (g + 1) * stride)) {
        continue;
      }
      int end = g;
      while (end + 1 < n && wanted.overlaps((long) (end + 1) * stride, (long) (end + 2) * stride)) {
        end++;
      }
      boolean last = end == n - 1;
      long start = index.getEntry(g).getPositions(position);
      long next = last ? length : index.getEntry(end + 1).getPositions(position);
      long to =
          RecordReaderUtils.estimateRgEndOffset(
              compressed, reader.getCompressionSize(), last, next, length);
      // What is read for the groups before is not read again.
      add(out, s.offset + Math.max(start, read), s.offset + to);
      read = Math.max(read, to);
      g = end;
    }
  }

  private static void add(List<ByteRange> out, long from, long to) {
    for (long at = from; at < to; at += 1 << 30) {
      out.add(new ByteRange(at, (int) Math.min(1 << 30, to - at)));
    }
  }

  @Override
  public void close() throws IOException {
    rows.close();
    reader.close();
  }
}
