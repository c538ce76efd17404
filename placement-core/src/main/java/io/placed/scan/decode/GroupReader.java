package io.placed.scan.decode;

import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.PartKind;
import io.placed.format.v1.RowGroupEntry;
import io.placed.format.v1.RowMajorReader;
import io.placed.scan.fetch.PageFetcher;
import io.placed.scan.fetch.PartUser;
import io.placed.scan.fetch.ScanMemory;
import io.placed.scan.footer.StoredColumn;
import io.placed.vector.Column;
import java.io.IOException;
import java.util.List;

/** The row-major pages of one column group, shared by all of its columns. */
public final class GroupReader extends ScanMemory.Holder implements PartUser {
  private final StoredColumn anyMember;
  private final List<RowGroupEntry> rowGroups;
  private final PageFetcher fetcher;
  private byte[] scratch = new byte[0];
  private RowMajorReader reader;
  private int readerPage = -1;

  public GroupReader(StoredColumn anyMember, List<RowGroupEntry> rowGroups, PageFetcher fetcher) {
    this.anyMember = anyMember;
    this.rowGroups = rowGroups;
    this.fetcher = fetcher;
  }

  @Override
  public void addParts(int rowGroup, int page, boolean first, List<PageFetcher.Wanted> parts) {
    parts.add(wanted(rowGroup, page));
  }

  @Override
  public ChunkEntry chunk(int rowGroup) {
    return anyMember.chunk(rowGroup, 0);
  }

  @Override
  public void beginStep(int rowGroup) {
    readerPage = -1;
  }

  @Override
  public void release() {
    scratch = new byte[0];
    reader = null;
    readerPage = -1;
  }

  public void decode(int rowGroup, int page, int position, int from, int count, Column target)
      throws IOException {
    if (readerPage != page) {
      PageFetcher.Wanted part = wanted(rowGroup, page);
      PageFetcher.Body b =
          fetcher.body(PartKind.PAGE, part, rowGroup, group(), FormatV1.NONE, scratch);
      if (part.part().codec() != 0) {
        scratch = b.bytes();
      }
      try {
        int rows = rowGroups.get(rowGroup).rowsOfPage(page);
        reader = RowMajorReader.open(b.bytes(), b.offset(), b.length(), rows);
      } catch (RuntimeException e) {
        throw malformed(rowGroup, page, e);
      }
      readerPage = page;
      fetcher.memory().hold(this, scratch.length);
    }
    try {
      reader.decode(position, from, count, target);
    } catch (RuntimeException e) {
      throw malformed(rowGroup, page, e);
    }
  }

  private IOException malformed(int rowGroup, int page, RuntimeException e) {
    return fetcher.malformed(
        PartKind.PAGE, wanted(rowGroup, page), rowGroup, group(), FormatV1.NONE, e);
  }

  private int group() {
    return anyMember.group();
  }

  private PageFetcher.Wanted wanted(int rowGroup, int page) {
    ChunkEntry chunk = chunk(rowGroup);
    return new PageFetcher.Wanted(chunk.file(), chunk.page(page));
  }
}
