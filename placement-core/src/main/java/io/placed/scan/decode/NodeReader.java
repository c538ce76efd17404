package io.placed.scan.decode;

import io.placed.encoding.PageDecoder;
import io.placed.encoding.SharedPart;
import io.placed.encoding.spi.Scratch;
import io.placed.error.MalformedDataException;
import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.ElementMemory;
import io.placed.format.v1.Node;
import io.placed.format.v1.PartKind;
import io.placed.format.v1.RowGroupEntry;
import io.placed.scan.fetch.CachedParts;
import io.placed.scan.fetch.PageFetcher;
import io.placed.scan.fetch.PartUser;
import io.placed.scan.fetch.ScanMemory;
import io.placed.scan.footer.StoredColumn;
import io.placed.schema.Field;
import io.placed.schema.Type;
import io.placed.vector.Heap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;

/** Reads the pages of one node: collects their parts, and decodes the current one. */
public final class NodeReader extends ScanMemory.Holder implements PartUser {
  private static final byte[] NOTHING = {};

  /** A shared part with a higher ratio of memory to stored bytes may be released and rebuilt. */
  private static final int UNPACKED = 8;

  private final StoredColumn column;
  private final Node node;
  private final List<RowGroupEntry> rowGroups;
  private final PageFetcher fetcher;
  private byte[] scratch = NOTHING;
  private Scratch decoderScratch = new Scratch();
  private SharedPart shared;
  private int sharedRowGroup = -1;

  /** Stored bytes to rebuild the shared part from; null if it is never released. */
  private PageFetcher.Stored sharedSource;

  private PageDecoder decoder;
  private int decoderRowGroup = -1;
  private int decoderPage = -1;

  public NodeReader(
      StoredColumn column, Node node, List<RowGroupEntry> rowGroups, PageFetcher fetcher) {
    this.column = column;
    this.node = node;
    this.rowGroups = rowGroups;
    this.fetcher = fetcher;
  }

  public Type type() {
    return node.field().type();
  }

  @Override
  public long elementExcess(int rowGroup, int page) {
    if (!node.repeated()) {
      return 0;
    }
    ChunkEntry chunk = chunk(rowGroup);
    long bytes = (long) chunk.values(page) * ElementMemory.bits(type()) / 8;
    return ElementMemory.excess(bytes, chunk.page(page).rawLength());
  }

  /** Requires a page to have as many values as its parent has elements. */
  void requireValues(int rowGroup, int page, int count) throws IOException {
    if (node.repeated() && values(rowGroup, page) != count) {
      throw malformed(
          rowGroup,
          page,
          new MalformedDataException(
              "the page has "
                  + values(rowGroup, page)
                  + " values, but the lists above it "
                  + count
                  + " elements"));
    }
  }

  /** Requires the children of this list or map to have as many values as it has elements. */
  public void requireElements(int rowGroup, int page, long elements) throws IOException {
    int child = node.number() + 1;
    for (Field field : type().children()) {
      int values = column.chunk(rowGroup, child).values(page);
      if (values != elements) {
        throw malformed(
            rowGroup,
            page,
            new MalformedDataException(
                "the lists have "
                    + elements
                    + " elements, but the page below "
                    + values
                    + " values"));
      }
      child += Node.count(field);
    }
  }

  /** Number of values of a page; for a node below a list the number of elements. */
  public int values(int rowGroup, int page) {
    return node.repeated()
        ? chunk(rowGroup).values(page)
        : rowGroups.get(rowGroup).rowsOfPage(page);
  }

  @Override
  public void addParts(int rowGroup, int page, boolean first, List<PageFetcher.Wanted> parts) {
    ChunkEntry chunk = chunk(rowGroup);
    if (first && chunk.dictionary() != null) {
      add(place(PartKind.DICTIONARY, rowGroup, sharedPart(rowGroup)), SharedPart.class, parts);
    }
    PageFetcher.Wanted part = new PageFetcher.Wanted(chunk.file(), chunk.page(page));
    add(place(PartKind.PAGE, rowGroup, part), PageDecoder.class, parts);
  }

  private void add(CachedParts.Place place, Class<?> kind, List<PageFetcher.Wanted> parts) {
    if (fetcher.cached().get(place, kind) == null) {
      parts.add(place.part());
    }
  }

  private CachedParts.Place place(PartKind kind, int rowGroup, PageFetcher.Wanted part) {
    return new CachedParts.Place(kind, rowGroup, ordinal(), node.number(), part);
  }

  /** Decodes the shared part while it is in memory: later steps do not fetch it again. */
  @Override
  public void beginStep(int rowGroup) throws IOException {
    decoderPage = -1;
    if (sharedRowGroup == rowGroup) {
      return;
    }
    sharedRowGroup = -1;
    shared = null;
    sharedSource = null;
    PageFetcher.Wanted part = sharedPart(rowGroup);
    shared =
        part == null
            ? null
            : fetcher.cached().get(place(PartKind.DICTIONARY, rowGroup, part), SharedPart.class);
    if (part != null && shared == null) {
      openShared(rowGroup, part);
    }
    sharedRowGroup = rowGroup;
  }

  private void openShared(int rowGroup, PageFetcher.Wanted part) throws IOException {
    PageFetcher.Stored stored =
        fetcher.stored(PartKind.DICTIONARY, part, rowGroup, ordinal(), node.number());
    shared = readShared(rowGroup, part, stored);
    int length = part.part().payloadLength();
    if (fetcher.cached().takes(shared.memoryBytes())) {
      fetcher
          .cached()
          .keep(place(PartKind.DICTIONARY, rowGroup, part), shared, shared.memoryBytes());
    } else if (shared.memoryBytes() / UNPACKED > length) {
      int from = stored.offset();
      sharedSource =
          new PageFetcher.Stored(Arrays.copyOfRange(stored.bytes(), from, from + length), 0);
      hold();
    }
  }

  /** Null if the pages have no shared part. */
  private PageFetcher.Wanted sharedPart(int rowGroup) {
    ChunkEntry chunk = chunk(rowGroup);
    return chunk.dictionary() == null
        ? null
        : new PageFetcher.Wanted(chunk.file(), chunk.dictionary());
  }

  private SharedPart readShared(int rowGroup, PageFetcher.Wanted part, PageFetcher.Stored stored)
      throws IOException {
    PartKind kind = PartKind.DICTIONARY;
    PageFetcher.Body b =
        fetcher.decompress(kind, part, rowGroup, ordinal(), node.number(), stored, NOTHING);
    try {
      return SharedPart.read(type(), b.bytes(), b.offset(), b.length());
    } catch (RuntimeException e) {
      throw fetcher.malformed(kind, part, rowGroup, ordinal(), node.number(), e);
    }
  }

  private void hold() {
    long bytes = scratch.length;
    bytes += decoder == null ? 0 : decoder.memoryBytes();
    bytes += sharedSource == null || shared == null ? 0 : shared.memoryBytes();
    fetcher.memory().hold(this, bytes);
  }

  @Override
  public void release() {
    scratch = NOTHING;
    decoderScratch = new Scratch();
    decoder = null;
    decoderPage = -1;
    if (sharedSource != null) {
      shared = null;
    }
  }

  /** The decoder of a page of the current step. */
  public PageDecoder page(int rowGroup, int page) throws IOException {
    if (decoderPage == page && decoderRowGroup == rowGroup) {
      return decoder;
    }
    ChunkEntry chunk = chunk(rowGroup);
    PageFetcher.Wanted part = new PageFetcher.Wanted(chunk.file(), chunk.page(page));
    CachedParts.Place place = place(PartKind.PAGE, rowGroup, part);
    PageDecoder kept = fetcher.cached().get(place, PageDecoder.class);
    if (kept != null) {
      decoder = kept;
      decoderRowGroup = rowGroup;
      decoderPage = page;
      return decoder;
    }
    try {
      ElementMemory.check(elementExcess(rowGroup, page));
      if (node.repeated()) {
        long bits = (long) chunk.values(page) * ElementMemory.bits(type());
        Heap.requireArray(bits / 8, "the elements of a page");
      }
    } catch (MalformedDataException | UncheckedIOException e) {
      throw malformed(rowGroup, page, e);
    }
    if (shared == null && sharedSource != null) {
      shared = readShared(rowGroup, sharedPart(rowGroup), sharedSource);
    }
    boolean keep = fetcher.cached().takes(part.part().rawLength());
    PageFetcher.Body b =
        fetcher.body(
            PartKind.PAGE, part, rowGroup, ordinal(), node.number(), keep ? NOTHING : scratch);
    if (keep) {
      decoder = open(rowGroup, page, b.own(), null);
      long bytes = b.length() + decoder.memoryBytes();
      if (fetcher.cached().takes(bytes)) {
        fetcher.cached().keep(place, decoder, bytes);
      } else {
        hold();
      }
    } else {
      if (part.part().codec() != 0) {
        scratch = b.bytes();
      }
      decoder = open(rowGroup, page, b, decoderScratch);
      hold();
    }
    decoderRowGroup = rowGroup;
    decoderPage = page;
    return decoder;
  }

  /**
   * @param arrays null if the decoder is used longer than this page
   */
  private PageDecoder open(int rowGroup, int page, PageFetcher.Body b, Scratch arrays)
      throws IOException {
    try {
      return PageDecoder.open(
          type(),
          b.bytes(),
          b.offset(),
          b.length(),
          values(rowGroup, page),
          shared,
          column.record().derivation(),
          arrays);
    } catch (RuntimeException e) {
      throw malformed(rowGroup, page, e);
    }
  }

  /** The error for a page with invalid values. */
  public IOException malformed(int rowGroup, int page, RuntimeException e) {
    ChunkEntry chunk = chunk(rowGroup);
    return fetcher.malformed(
        PartKind.PAGE,
        new PageFetcher.Wanted(chunk.file(), chunk.page(page)),
        rowGroup,
        ordinal(),
        node.number(),
        e);
  }

  private int ordinal() {
    return column.record().ordinal();
  }

  @Override
  public ChunkEntry chunk(int rowGroup) {
    return column.chunk(rowGroup, node.number());
  }
}
