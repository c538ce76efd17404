package io.placed.cli;

import picocli.CommandLine.IVersionProvider;

/** The version from the jar's manifest. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = PlacedCommand.class.getPackage().getImplementationVersion();
    return new String[] {"placed " + (version == null ? "(not packaged)" : version)};
  }
}
