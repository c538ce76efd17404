package io.placed.scan;

import io.placed.bytes.ByteWriter;
import io.placed.bytes.LittleEndian;
import io.placed.compression.BlockCompressor;
import io.placed.compression.Codec;
import io.placed.compression.Compression;
import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.ColumnIndex;
import io.placed.format.v1.ColumnRecord;
import io.placed.format.v1.FileMetadata;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.PartChecksum;
import io.placed.format.v1.PartKind;
import io.placed.format.v1.PartPointer;
import io.placed.format.v1.Root;
import io.placed.format.v1.RowGroupEntry;
import io.placed.format.v1.StoredPart;
import io.placed.format.v1.Tail;
import io.placed.io.IoCounters;
import io.placed.scan.fetch.PageFetcher;
import io.placed.scan.footer.StoredColumn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Takes a file apart and reassembles it with changed parts, and with correct offsets, lengths and
 * checksums.
 */
public final class RebuiltFile {
  /** Receives every part before it is written. */
  public interface Change {
    /**
     * @param what kind of the part, and "stored" for the compressed form of a page
     * @param rowGroup or -1
     * @param owner column (group of columns if row-major), bucket, or -1
     * @param node or -1
     * @return the bytes to write
     */
    byte[] apply(String what, int rowGroup, int owner, int node, byte[] bytes);

    /** Number of values of a page in the index. */
    default int values(int owner, int node, int values) {
      return values;
    }

    /** Whether statistics are kept. */
    default boolean statistics() {
      return true;
    }

    /** Whether to compress pages that were not compressed. */
    default boolean compresses() {
      return false;
    }

    default Root root(Root root) {
      return root;
    }
  }

  private record Chunk(byte[] dictionary, int dictionaryCodec, List<byte[]> pages, int[] codecs) {}

  private final FileReader file;
  private final Root root;
  private final List<StoredColumn> columns;
  private final boolean rowMajor;
  private final List<List<List<Chunk>>> chunks = new ArrayList<>();

  private ByteArrayOutputStream out;
  private PartChecksum checksum;
  private Change change;

  public RebuiltFile(byte[] bytes) throws IOException {
    file = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters());
    root = file.footer().root();
    columns = file.footer().columns();
    file.footer().loadIndexes(columns);
    rowMajor = file.footer().rowMajor();
    for (int g = 0; g < root.rowGroups().size(); g++) {
      List<List<Chunk>> owners = new ArrayList<>();
      for (int o = 0; o < owners(); o++) {
        List<Chunk> nodes = new ArrayList<>();
        for (int n = 0; n < nodes(o); n++) {
          nodes.add(load(g, o, n));
        }
        owners.add(nodes);
      }
      chunks.add(owners);
    }
  }

  private int owners() {
    return rowMajor ? root.groups() : columns.size();
  }

  private int nodes(int owner) {
    return rowMajor ? 1 : columns.get(owner).nodes().size();
  }

  private StoredColumn column(int owner) {
    return rowMajor
        ? columns.stream().filter(c -> c.record().group() == owner).findFirst().orElseThrow()
        : columns.get(owner);
  }

  private Chunk load(int g, int owner, int n) throws IOException {
    ChunkEntry entry = column(owner).chunk(g, n);
    PageFetcher fetcher = new PageFetcher(file.files(), new IoCounters());
    int node = rowMajor ? FormatV1.NONE : n;
    StoredPart d = entry.dictionary();
    byte[] dictionary =
        d == null ? null : body(fetcher, PartKind.DICTIONARY, entry.file(), d, g, owner, node);
    List<byte[]> pages = new ArrayList<>();
    int[] codecs = new int[entry.pages()];
    for (int p = 0; p < codecs.length; p++) {
      StoredPart page = entry.page(p);
      pages.add(body(fetcher, PartKind.PAGE, entry.file(), page, g, owner, node));
      codecs[p] = page.codec();
    }
    return new Chunk(dictionary, d == null ? 0 : d.codec(), pages, codecs);
  }

  private static byte[] body(
      PageFetcher fetcher, PartKind kind, int in, StoredPart part, int g, int owner, int node)
      throws IOException {
    PageFetcher.Wanted wanted = new PageFetcher.Wanted(in, part);
    fetcher.fetch(List.of(wanted));
    PageFetcher.Body b = fetcher.body(kind, wanted, g, owner, node, new byte[0]);
    return Arrays.copyOfRange(b.bytes(), b.offset(), b.offset() + b.length());
  }

  public byte[] write(Change how) throws IOException {
    change = how;
    out = new ByteArrayOutputStream();
    checksum = new PartChecksum(file.fileId());
    byte[] header = Tail.header(file.fileId(), FormatV1.ROLE_TABLE);
    fixed("header", PartKind.HEADER, header, 28);
    ByteWriter[] indexes = new ByteWriter[owners()];
    Arrays.setAll(indexes, o -> new ByteWriter());
    List<RowGroupEntry> rowGroups = new ArrayList<>();
    for (int g = 0; g < chunks.size(); g++) {
      long start = out.size();
      for (int o = 0; o < indexes.length; o++) {
        List<ChunkEntry> entries = new ArrayList<>();
        for (int n = 0; n < nodes(o); n++) {
          entries.add(writeChunk(g, o, n));
        }
        ByteWriter index = new ByteWriter();
        ColumnIndex.writeRowGroup(index, entries);
        byte[] b = change.apply("index", g, o, -1, index.toBytes());
        indexes[o].bytes(b, 0, b.length);
      }
      RowGroupEntry was = root.rowGroups().get(g);
      rowGroups.add(new RowGroupEntry(was.rows(), was.pageRows(), start, out.size() - start));
    }
    writeFooter(indexes, rowGroups);
    return out.toByteArray();
  }

  private ChunkEntry writeChunk(int g, int o, int n) throws IOException {
    Chunk chunk = chunks.get(g).get(o).get(n);
    ChunkEntry was = column(o).chunk(g, n);
    int node = rowMajor ? FormatV1.NONE : n;
    StoredPart dictionary = null;
    if (chunk.dictionary() != null) {
      dictionary =
          data(PartKind.DICTIONARY, g, o, node, chunk.dictionary(), chunk.dictionaryCodec());
    }
    int pages = chunk.pages().size();
    long[] offsets = new long[pages];
    int[] lengths = new int[pages];
    long[] raw = new long[pages];
    boolean repeated = !rowMajor && columns.get(o).nodes().get(n).repeated();
    int[] values = repeated ? new int[pages] : null;
    for (int p = 0; p < pages; p++) {
      StoredPart page = data(PartKind.PAGE, g, o, node, chunk.pages().get(p), chunk.codecs()[p]);
      offsets[p] = page.offset();
      lengths[p] = page.length();
      raw[p] = (long) page.rawLength() << 2 | page.codec();
      if (repeated) {
        values[p] = change.values(o, n, was.values(p));
      }
    }
    return new ChunkEntry(0, dictionary, offsets, lengths, raw, values);
  }

  private StoredPart data(PartKind kind, int g, int o, int node, byte[] body, int codecBefore)
      throws IOException {
    int codec = change.compresses() ? Codec.ZSTD.id() : codecBefore;
    byte[] raw = change.apply(kind.text(), g, o, node, body);
    byte[] stored = raw;
    int used = 0;
    if (codec != 0) {
      try (BlockCompressor c =
          Compression.parse(Codec.values()[codec].text().replace("none", "lz4")).compressor()) {
        byte[] packed = new byte[c.maxCompressedLength(raw.length)];
        int length = c.compress(raw, 0, raw.length, packed, 0);
        if (length != BlockCompressor.NOT_WORTH_IT) {
          stored = change.apply("stored", g, o, node, Arrays.copyOf(packed, length));
          used = codec;
        }
      }
    }
    PartPointer at = part(kind, g, o, node, stored);
    return new StoredPart(at.offset(), at.length(), raw.length, used);
  }

  private void writeFooter(ByteWriter[] indexes, List<RowGroupEntry> rowGroups) throws IOException {
    PartPointer[] statistics = new PartPointer[columns.size()];
    PartPointer[] pageStatistics = new PartPointer[columns.size()];
    for (int c = 0; c < statistics.length; c++) {
      ColumnRecord r = columns.get(c).record();
      statistics[c] = copy(PartKind.STATISTICS, r.statistics(), c);
      pageStatistics[c] = copy(PartKind.PAGE_STATISTICS, r.pageStatistics(), c);
    }
    PartPointer[] indexParts = new PartPointer[indexes.length];
    for (int o = 0; o < indexes.length; o++) {
      boolean inline = !rowMajor && indexes[o].size() <= FormatV1.MAX_INLINE_INDEX_BYTES;
      indexParts[o] =
          inline ? PartPointer.NONE : part(PartKind.COLUMN_INDEX, -1, o, -1, indexes[o].toBytes());
    }
    long bucketsOffset = out.size();
    int[] lengths = new int[root.bucketLengths().length];
    for (int b = 0; b < lengths.length; b++) {
      List<ColumnRecord> records = new ArrayList<>();
      for (StoredColumn c : columns) {
        ColumnRecord r = c.record();
        if (Root.bucketOf(r.field().name(), lengths.length) == b) {
          int o = rowMajor ? r.group() : r.ordinal();
          boolean inline = indexParts[o].length() == 0;
          records.add(
              new ColumnRecord(
                  r.ordinal(),
                  r.group(),
                  r.positionInGroup(),
                  r.field(),
                  inline ? indexes[o].toBytes() : null,
                  indexParts[o],
                  statistics[r.ordinal()],
                  pageStatistics[r.ordinal()],
                  r.derivation(),
                  List.of()));
        }
      }
      byte[] bytes = change.apply("bucket", -1, b, -1, ColumnRecord.writeBucket(records));
      lengths[b] = part(PartKind.BUCKET, -1, b, -1, bytes).length();
    }
    byte[] metadata = FileMetadata.toBytes(file.metadata());
    PartPointer metadataPart =
        part(PartKind.METADATA, -1, -1, -1, change.apply("metadata", -1, -1, -1, metadata));
    Root fitted =
        new Root(
            root.rows(),
            root.columns(),
            root.nodes(),
            root.createdBy(),
            root.placement(),
            metadataPart,
            root.siblings(),
            rowGroups,
            root.blocks(),
            root.groups(),
            root.stride(),
            root.layout(),
            root.copies(),
            bucketsOffset,
            lengths);
    byte[] rootBytes = change.apply("root", -1, -1, -1, change.root(fitted).toBytes());
    PartPointer r = part(PartKind.ROOT, -1, -1, -1, rootBytes);
    long length = out.size() + FormatV1.TAIL_BYTES;
    Tail tail = new Tail(r.offset(), r.length(), length, file.fileId(), FormatV1.ROLE_TABLE);
    fixed("tail", PartKind.TAIL, tail.toBytes(), 40);
  }

  private PartPointer copy(PartKind kind, PartPointer from, int column) throws IOException {
    if (from.length() == 0 || !change.statistics()) {
      return PartPointer.NONE;
    }
    byte[] bytes =
        file.footer()
            .parts()
            .read(kind, from, -1, column, -1, (b, at, n) -> Arrays.copyOfRange(b, at, at + n));
    return part(kind, -1, column, -1, change.apply(kind.text(), -1, column, -1, bytes));
  }

  private PartPointer part(PartKind kind, int g, int owner, int node, byte[] bytes) {
    int offset = out.size();
    byte[] crc = new byte[4];
    LittleEndian.putInt(crc, 0, checksum.of(kind, offset, g, owner, node, bytes, 0, bytes.length));
    out.writeBytes(bytes);
    out.writeBytes(crc);
    return new PartPointer(offset, bytes.length + 4);
  }

  /** Header or tail, whose checksum is at {@code crcAt}. */
  private void fixed(String what, PartKind kind, byte[] bytes, int crcAt) {
    byte[] head = Arrays.copyOf(bytes, crcAt);
    byte[] changed = Arrays.copyOf(change.apply(what, -1, -1, -1, head), crcAt);
    System.arraycopy(changed, 0, bytes, 0, crcAt);
    int crc = checksum.of(kind, out.size(), -1, -1, -1, bytes, 0, crcAt);
    LittleEndian.putInt(bytes, crcAt, crc);
    out.writeBytes(bytes);
  }
}
