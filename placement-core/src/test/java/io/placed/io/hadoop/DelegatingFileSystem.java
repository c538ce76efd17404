package io.placed.io.hadoop;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;

/** {@link ObjectFileSystem} for a {@link org.apache.hadoop.fs.FileContext}, with the scheme oss. */
public final class DelegatingFileSystem extends DelegateToFileSystem {
  public DelegatingFileSystem(URI uri, Configuration configuration)
      throws IOException, URISyntaxException {
    super(uri, initialized(uri, configuration), configuration, "oss", false);
  }

  private static ObjectFileSystem initialized(URI uri, Configuration configuration)
      throws IOException {
    ObjectFileSystem fileSystem = new ObjectFileSystem();
    fileSystem.initialize(uri, configuration);
    return fileSystem;
  }
}
