package io.placed.scan.fetch;

import io.placed.format.v1.ChunkEntry;
import java.io.IOException;
import java.util.List;

/** Something that needs parts of the file for every page of a scan. */
public interface PartUser {
  /**
   * Adds what a page needs.
   *
   * @param first whether this is the first page of the row group that the scan reads, so that what
   *     all pages share is needed too
   */
  void addParts(int rowGroup, int page, boolean first, List<PageFetcher.Wanted> parts);

  /** The chunk that its pages are of. */
  ChunkEntry chunk(int rowGroup);

  /** Memory that the elements of a page take beyond what their encoded size allows. */
  default long elementExcess(int rowGroup, int page) {
    return 0;
  }

  /** Called when the parts of a step were fetched, before any of its pages is decoded. */
  void beginStep(int rowGroup) throws IOException;
}
