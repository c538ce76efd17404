package io.placed.campaign;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs test classes one after the other until one fails, in a process of its own. */
final class CampaignRun {
  static final String FOUND = "FOUND";
  static final String SURVIVED = "SURVIVED";

  private CampaignRun() {}

  /**
   * @param args directory of the test classes, then simple names of classes
   */
  public static void main(String[] args) throws IOException {
    long begun = System.nanoTime();
    for (int i = 1; i < args.length; i++) {
      LauncherDiscoveryRequest request =
          LauncherDiscoveryRequestBuilder.request()
              .selectors(selectClass(className(Path.of(args[0]), args[i])))
              .build();
      SummaryGeneratingListener listener = new SummaryGeneratingListener();
      Launcher launcher = LauncherFactory.create();
      launcher.execute(request, listener);
      TestExecutionSummary summary = listener.getSummary();
      if (summary.getTestsFoundCount() == 0) {
        throw new IllegalArgumentException(args[i] + ": has no tests");
      }
      if (summary.getTotalFailureCount() > 0) {
        TestExecutionSummary.Failure failure = summary.getFailures().get(0);
        String message = String.valueOf(failure.getException());
        System.out.printf(
            "%s\t%s.%s\t%.1f\t%s%n",
            FOUND,
            args[i],
            failure.getTestIdentifier().getLegacyReportingName().replaceAll("[({].*", ""),
            (System.nanoTime() - begun) / 1e9,
            message.lines().findFirst().orElse(""));
        System.exit(0);
      }
    }
    System.out.printf("%s\t\t%.1f\t%n", SURVIVED, (System.nanoTime() - begun) / 1e9);
    System.exit(0);
  }

  private static String className(Path classes, String simple) throws IOException {
    try (Stream<Path> all = Files.walk(classes)) {
      Path found =
          all.filter(f -> f.getFileName().toString().equals(simple + ".class"))
              .findFirst()
              .orElseThrow(() -> new IllegalArgumentException("there is no test " + simple));
      String path = classes.relativize(found).toString();
      return path.substring(0, path.length() - ".class".length()).replace('/', '.');
    }
  }
}
