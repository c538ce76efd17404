package io.placed.scan.fetch;

import java.util.List;

/**
 * Pages of one row group that are fetched together and then decoded one after the other.
 *
 * @param firstRow of the row group, counted from the start of the file
 * @param allPages of the row group if this is its first step, else 0
 * @param ruledOut whether statistics rule out the row group as a whole
 * @param chosenPages those of the row group that statistics do not rule out, likewise
 * @param pages numbers of the step's pages, ascending; none = none of the row group is read
 * @param parts what the pages need
 * @param elementExcess most memory that elements of lists take in one page of all columns beyond
 *     what their encoded size allows, in bytes
 * @param pruned whether pages between those of the row group's steps are not read
 * @param sparse whether parts of the row group between those of its steps are not read
 */
public record ScanStep(
    int rowGroup,
    long firstRow,
    int allPages,
    boolean ruledOut,
    int chosenPages,
    int[] pages,
    List<PageFetcher.Wanted> parts,
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
