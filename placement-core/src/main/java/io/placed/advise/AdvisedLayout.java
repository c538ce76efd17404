package io.placed.advise;

import io.placed.placement.Placement;
import java.util.List;

/**
 * What is advised.
 *
 * @param current placement that the table has
 * @param best that it should have
 * @param now partitions and profile that the table has
 * @param then those that it should have
 * @param copies to write beside it
 * @param keepsTable whether only copies are written
 */
public record AdvisedLayout(
    Placement current,
    Placement best,
    Advice.Options now,
    Advice.Options then,
    List<Advice.Copy> copies,
    boolean keepsTable) {
  public AdvisedLayout {
    copies = List.copyOf(copies);
  }
}
