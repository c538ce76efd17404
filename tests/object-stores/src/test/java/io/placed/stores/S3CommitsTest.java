package io.placed.stores;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Tables on S3Proxy, through S3A. */
class S3CommitsTest extends CommitsContract {
  S3CommitsTest() {
    super(Store.S3, 1);
  }

  /** Half of the broken requests have had their effect: a commit that is repeated is one commit. */
  @Test
  void connectionsBreakBeforeAndAfterTheEffect() throws Exception {
    proxy.breaks(0.1);
    appendTogether();
    assertTrue(proxy.unsent() > 10, proxy.unsent() + " requests were not sent, seed " + seed);
    assertTrue(proxy.unanswered() > 10, proxy.unanswered() + " lost answers, seed " + seed);
  }
}
