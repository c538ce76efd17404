package io.placed.stores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/**
 * Azurite, Azure's own emulator of blobs. It has a flat namespace: ABFS renames by copying under
 * the condition that the target does not exist, and deleting.
 */
final class AzureServer {
  private static final String ACCOUNT = "devstoreaccount1";

  /** The key that Azurite is documented to have. */
  private static final String KEY =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

  private static final String HOST = ACCOUNT + ".dfs.core.windows.net";

  static final String ROOT = "abfs://container@" + HOST + "/";

  private AzureServer() {}

  static StoreServer start(Path directory) throws IOException {
    int port = StoreServer.freePort();
    ProcessBuilder command =
        new ProcessBuilder(
            System.getProperty("placed.stores.azurite"),
            "--blobHost",
            "127.0.0.1",
            "--blobPort",
            "" + port,
            "--location",
            Files.createDirectories(directory.resolve("azurite")).toString(),
            "--silent",
            "--disableTelemetry",
            "--skipApiVersionCheck");
    return StoreServer.start(command, port, line -> line.contains("successfully listen"));
  }

  /**
   * The settings of ABFS for a server of this kind.
   *
   * @param port of the server, or of a proxy before it
   */
  static Configuration configuration(int port) {
    Configuration c = new Configuration();
    // Puts the account into the path, as the emulator has it.
    c.set("fs.azure.abfs.endpoint", "127.0.0.1:" + port);
    c.set("fs.azure.always.use.https", "false");
    // That of Apache asks for a factory of TLS sockets although none is used.
    c.set("fs.azure.networking.library", "JDK_HTTP_URL_CONNECTION");
    c.set("fs.azure.account.hns.enabled", "false");
    c.set("fs.azure.fns.account.service.type", "BLOB");
    c.set("fs.azure.account.auth.type", "SharedKey");
    c.set("fs.azure.account.key." + HOST, KEY);
    c.set("fs.azure.createRemoteFileSystemDuringInitialization", "true");
    // Pages of listings and parts of uploads are small, so that tests see several.
    c.set("fs.azure.list.max.results", "7");
    c.set("fs.azure.write.request.size", "1048576");
    c.set("fs.azure.io.retry.min.backoff.interval", "20");
    c.set("fs.azure.io.retry.backoff.interval", "20");
    c.set("fs.azure.io.retry.max.backoff.interval", "200");
    c.setBoolean("fs.abfs.impl.disable.cache", true);
    return c;
  }
}
