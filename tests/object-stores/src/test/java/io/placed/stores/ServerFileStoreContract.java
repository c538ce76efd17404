package io.placed.stores;

import io.placed.io.FileStore;
import io.placed.io.FileStoreContract;
import io.placed.io.hadoop.HadoopFileStores;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The contract of file stores on a server. */
@Timeout(900)
abstract class ServerFileStoreContract extends FileStoreContract {
  @TempDir static Path directory;

  private static StoreServer server;
  private static FileStore files;

  private final Store store;
  private final String root;

  ServerFileStoreContract(Store store) {
    this.store = store;
    this.root = store.root + UUID.randomUUID();
  }

  @BeforeEach
  void start() throws IOException {
    if (files == null) {
      server = store.start(directory);
      files = new HadoopFileStores(store.configuration(server.port())).forPath(store.root);
    }
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
    files = null;
  }

  @Override
  protected FileStore store() {
    return files;
  }

  @Override
  protected String root() {
    return root;
  }
}
