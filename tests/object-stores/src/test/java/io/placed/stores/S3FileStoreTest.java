package io.placed.stores;

import io.placed.io.FileStore;
import io.placed.io.FileStoreContract;
import io.placed.io.hadoop.HadoopFileStores;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The contract of file stores on an S3 server, through S3A. */
@Timeout(300)
class S3FileStoreTest extends FileStoreContract {
  @TempDir static Path directory;

  private static S3Server server;
  private static FileStore store;

  private final String root = "s3a://" + S3Server.BUCKET + "/" + UUID.randomUUID();

  @BeforeAll
  static void start() throws IOException {
    server = S3Server.start(directory);
    store =
        new HadoopFileStores(S3Server.configuration(server.port()))
            .forPath("s3a://" + S3Server.BUCKET + "/");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  protected FileStore store() {
    return store;
  }

  @Override
  protected String root() {
    return root;
  }
}
