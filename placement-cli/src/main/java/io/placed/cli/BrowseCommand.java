package io.placed.cli;

import io.placed.cli.browse.BrowseServer;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed browse}. */
@Command(
    name = "browse",
    header = "Look into a table with a web browser: snapshots, files, row groups, pages.",
    description = {
      "Serves web pages to this machine only, at an address with a secret that is printed, until it"
          + " is interrupted. Nothing can be changed there, and nothing is loaded from elsewhere.",
    },
    footerHeading = "%nExamples:%n",
    footer = {"  placed browse warehouse/flights", "  placed browse flights.placed --port 8080"})
final class BrowseCommand extends BaseCommand {
  private static final int MAX_PORT = 65_535;

  @Parameters(paramLabel = "PATH", description = "A Placed file or data set.")
  private String path;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port of 127.0.0.1 to listen on. Default: any that is free.")
  private int port;

  @Override
  public Integer call() throws Exception {
    if (port < 0 || port > MAX_PORT) {
      throw usage("--port must be from 1 to " + MAX_PORT + ", found " + port);
    }
    try (BrowseServer server = BrowseServer.start(environment, path, port)) {
      out().println(server.url());
      // Until the process is interrupted.
      new CountDownLatch(1).await();
    }
    return 0;
  }
}
