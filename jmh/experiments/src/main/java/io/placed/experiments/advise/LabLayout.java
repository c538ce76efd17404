package io.placed.experiments.advise;

import io.placed.advise.Advice;
import io.placed.encoding.Profile;
import io.placed.placement.Placement;

/** A layout that is written: a placement, partitions and a profile. */
record LabLayout(Placement placement, Advice.Options options) {
  static LabLayout of(Placement placement) {
    return new LabLayout(placement, new Advice.Options("", Profile.BALANCED));
  }

  /** What an adviser found best, whether it advises to write it or not. */
  static LabLayout advised(Advice advice) {
    return new LabLayout(advice.best(), advice.then());
  }

  LabLayout with(Profile profile) {
    return new LabLayout(placement, new Advice.Options(options.partitioning(), profile));
  }

  boolean isPartitioned() {
    return !options.partitioning().isEmpty();
  }

  @Override
  public String toString() {
    return placement
        + "; profile="
        + options.profile().text()
        + (isPartitioned() ? "; partitions=" + options.partitioning() : "");
  }
}
