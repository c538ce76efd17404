package io.placed.advise;

import io.placed.advise.order.CandidatePartitioning;
import io.placed.encoding.Profile;
import io.placed.placement.ColumnGroups;
import io.placed.placement.Packing;
import io.placed.placement.Placement;
import io.placed.placement.RowGroups;

/**
 * A layout that a table may get.
 *
 * @param rows their order and partitions
 * @param placement has the same order
 * @param profile by which encodings and codecs are chosen
 */
record Design(Finalist rows, Placement placement, Profile profile) {
  static Design of(Finalist rows, Placement like, Profile profile) {
    Placement p =
        new Placement(rows.reordering(), like.rowGroups(), like.columnGroups(), like.packing());
    return new Design(rows, p, profile);
  }

  CandidatePartitioning partitioning() {
    return rows.partitioning();
  }

  Design with(Finalist other) {
    return of(other, placement, profile);
  }

  Design with(RowGroups rowGroups, Packing packing) {
    return new Design(
        rows,
        new Placement(placement.reorder(), rowGroups, placement.columnGroups(), packing),
        profile);
  }

  Design with(ColumnGroups groups) {
    return new Design(rows, placement.withColumnGroups(groups), profile);
  }

  Design with(Profile other) {
    return new Design(rows, placement, other);
  }
}
