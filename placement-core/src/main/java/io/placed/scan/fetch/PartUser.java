package io.placed.scan.fetch;

import io.placed.format.v1.ChunkEntry;
import java.io.IOException;
import java.util.List;

/** A reader that needs parts of the file for every page of a scan. */
public interface PartUser {
  /**
   * Adds the parts that a page needs.
   *
   * @param first whether this is the first page of the row group in the scan, which also needs
   *     shared parts
   */
  void addParts(int rowGroup, int page, boolean first, List<PageFetcher.Wanted> parts);

  /** The chunk of its pages. */
  ChunkEntry chunk(int rowGroup);

  /** Memory of the elements of a page beyond the limit by their encoded size. */
  default long elementExcess(int rowGroup, int page) {
    return 0;
  }

  /** Called after the parts of a step were fetched, before any of its pages is decoded. */
  void beginStep(int rowGroup) throws IOException;
}
