package io.placed.scan;

import io.placed.encoding.PageDecoder;
import io.placed.encoding.SharedDictionary;
import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.Node;
import io.placed.format.v1.PartKind;
import io.placed.format.v1.RowGroupEntry;
import io.placed.schema.Type;
import java.io.IOException;
import java.util.List;

/** The pages of one node: which parts they need, and a decoder for the current one. */
final class NodeReader implements PartUser {
  private final StoredColumn column;
  private final Node node;
  private final List<RowGroupEntry> rowGroups;
  private final PageFetcher fetcher;
  private byte[] scratch = new byte[0];
  private SharedDictionary dictionary;
  private int dictionaryRowGroup = -1;
  private PageDecoder decoder;
  private int decoderRowGroup = -1;
  private int decoderPage = -1;

  NodeReader(StoredColumn column, Node node, List<RowGroupEntry> rowGroups, PageFetcher fetcher) {
    this.column = column;
    this.node = node;
    this.rowGroups = rowGroups;
    this.fetcher = fetcher;
  }

  Type type() {
    return node.field().type();
  }

  /** Number of values of a page, elements where the node lies below a list. */
  int values(int rowGroup, int page) {
    return node.repeated()
        ? chunk(rowGroup).values(page)
        : rowGroups.get(rowGroup).rowsOfPage(page);
  }

  @Override
  public void addParts(int rowGroup, int page, boolean first, List<PageFetcher.Wanted> parts) {
    ChunkEntry chunk = chunk(rowGroup);
    if (first && chunk.dictionary() != null) {
      parts.add(new PageFetcher.Wanted(chunk.file(), chunk.dictionary()));
    }
    parts.add(new PageFetcher.Wanted(chunk.file(), chunk.page(page)));
  }

  /** Reads the dictionary while it is in memory: later steps do not fetch it again. */
  @Override
  public void beginStep(int rowGroup) throws IOException {
    decoderPage = -1;
    if (dictionaryRowGroup == rowGroup) {
      return;
    }
    dictionaryRowGroup = rowGroup;
    dictionary = null;
    ChunkEntry chunk = chunk(rowGroup);
    if (chunk.dictionary() != null) {
      PageFetcher.Wanted part = new PageFetcher.Wanted(chunk.file(), chunk.dictionary());
      PageFetcher.Body b =
          fetcher.body(PartKind.DICTIONARY, part, rowGroup, ordinal(), node.number(), new byte[0]);
      try {
        dictionary = SharedDictionary.read(type(), b.bytes(), b.offset(), b.length());
      } catch (RuntimeException e) {
        throw fetcher.malformed(PartKind.DICTIONARY, part, rowGroup, ordinal(), node.number(), e);
      }
    }
  }

  /** The decoder of a page of the current step. */
  PageDecoder page(int rowGroup, int page) throws IOException {
    if (decoderPage == page && decoderRowGroup == rowGroup) {
      return decoder;
    }
    ChunkEntry chunk = chunk(rowGroup);
    PageFetcher.Wanted part = new PageFetcher.Wanted(chunk.file(), chunk.page(page));
    PageFetcher.Body b =
        fetcher.body(PartKind.PAGE, part, rowGroup, ordinal(), node.number(), scratch);
    if (part.part().codec() != 0) {
      scratch = b.bytes();
    }
    try {
      decoder =
          PageDecoder.open(
              type(), b.bytes(), b.offset(), b.length(), values(rowGroup, page), dictionary);
    } catch (RuntimeException e) {
      throw malformed(rowGroup, page, e);
    }
    decoderRowGroup = rowGroup;
    decoderPage = page;
    return decoder;
  }

  /** The error for a page whose values break the grammar. */
  IOException malformed(int rowGroup, int page, RuntimeException e) {
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

  private ChunkEntry chunk(int rowGroup) {
    return column.chunk(rowGroup, node.number(), false);
  }
}
