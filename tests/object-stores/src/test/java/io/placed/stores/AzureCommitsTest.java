package io.placed.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/**
 * Tables on Azurite, through ABFS. In a flat namespace ABFS repeats a copy whose answer was lost,
 * finds its own copy in the place of the target, and reports that the rename failed.
 */
class AzureCommitsTest extends CommitsContract {
  private static final int APPENDS = 40;

  AzureCommitsTest() {
    super(Store.AZURE, 0, 6);
  }

  /** An append that fails has added nothing, one that succeeds all of its rows, once. */
  @Test
  void connectionsBreakBeforeAndAfterTheEffect() throws IOException {
    Configuration through = Store.AZURE.configuration(proxy.port());
    Appender.append(through, table, 0, 0);
    List<Integer> answered = new ArrayList<>(List.of(0));
    List<String> failures = new ArrayList<>();
    proxy.breaks(0.05);
    for (int c = 1; c <= APPENDS; c++) {
      try {
        Appender.append(through, table, 0, c);
        answered.add(c);
      } catch (IOException e) {
        String message = String.valueOf(e.getMessage());
        failures.add(c + ": " + message);
        // A commit that says so has added all or nothing.
        String first = Arrays.toString(new Object[] {0, c, 0});
        if (message.contains(" is unknown") && rows().contains(first)) {
          answered.add(c);
        }
      }
    }
    proxy.breaks(0);
    List<String> expected = new ArrayList<>();
    for (int c : answered) {
      for (int r = 0; r < Appender.ROWS; r++) {
        expected.add(Arrays.toString(new Object[] {0, c, r}));
      }
    }
    expected.sort(null);
    assertEquals(expected, rows(), failures + ", seed " + seed);
    assertTrue(answered.size() > APPENDS - APPENDS / 8, failures + ", seed " + seed);
    assertTrue(proxy.unsent() > 5, proxy.unsent() + " requests were not sent, seed " + seed);
    assertTrue(proxy.unanswered() > 5, proxy.unanswered() + " lost answers, seed " + seed);
  }
}
