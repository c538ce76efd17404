package io.placed.hive;

import java.util.Set;
import org.apache.hadoop.hive.ql.io.AbstractStorageFormatDescriptor;

/** Registers {@code STORED AS PLACED}. Hive loads it as a service at startup. */
public final class PlacedStorageFormatDescriptor extends AbstractStorageFormatDescriptor {
  @Override
  public Set<String> getNames() {
    return Set.of("PLACED");
  }

  @Override
  public String getInputFormat() {
    return PlacedInputFormat.class.getName();
  }

  @Override
  public String getOutputFormat() {
    return PlacedOutputFormat.class.getName();
  }

  @Override
  public String getSerde() {
    return PlacedSerDe.class.getName();
  }
}
