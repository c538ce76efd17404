package io.placed.stores;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** The object stores that the tests have a server of. */
enum Store {
  S3("s3a://" + S3Server.BUCKET + "/") {
    @Override
    StoreServer start(Path directory) throws IOException {
      return S3Server.start(directory);
    }

    @Override
    Configuration configuration(int port) {
      return S3Server.configuration(port);
    }
  },

  AZURE(AzureServer.ROOT) {
    @Override
    StoreServer start(Path directory) throws IOException {
      return AzureServer.start(directory);
    }

    @Override
    Configuration configuration(int port) {
      return AzureServer.configuration(port);
    }
  };

  /** The URI that paths begin with. */
  final String root;

  Store(String root) {
    this.root = root;
  }

  /**
   * @param directory for what the server keeps
   */
  abstract StoreServer start(Path directory) throws IOException;

  /**
   * The settings of the connector for a server of this kind.
   *
   * @param port of the server, or of a proxy before it
   */
  abstract Configuration configuration(int port);
}
