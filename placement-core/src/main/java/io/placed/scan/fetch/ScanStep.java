package io.placed.scan.fetch;

import java.util.List;

/**
 * Pages of one row group that are fetched together and then decoded one after the other.
 *
 * @param firstRow row number in the file of the row group's first row
 * @param allPages number of pages of the row group, or of the part of it that is read, if this is
 *     its first step, else 0
 * @param columnBytes stored bytes of the used columns in the same pages, needed or not, if this is
 *     the first step of the row group, else 0
 * @param firstPart whether the scan reads the first pages of the row group: of several scans that
 *     divide a row group, one counts it
 * @param ruledOut whether the row group is skipped by statistics
 * @param chosenPages number of pages of the row group that are not skipped, if this is its first
 *     step, else 0
 * @param pages numbers of the step's pages, ascending; empty = nothing of the row group is read
 * @param parts parts that the pages need
 * @param bytes stored bytes of the parts
 * @param elementExcess maximum over pages of the bytes that list elements of all columns take
 *     beyond the limit by their encoded size
 * @param pruned whether pages between those of the row group's steps are skipped
 * @param sparse whether parts of the row group between those of its steps are skipped
 */
public record ScanStep(
    int rowGroup,
    long firstRow,
    int allPages,
    long columnBytes,
    boolean firstPart,
    boolean ruledOut,
    int chosenPages,
    int[] pages,
    List<PageFetcher.Wanted> parts,
    long bytes,
    long elementExcess,
    boolean pruned,
    boolean sparse) {

  public boolean beginsRowGroup() {
    return allPages > 0;
  }

  public boolean isEmpty() {
    return pages.length == 0;
  }
}
