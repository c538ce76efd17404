package io.placed.spark.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkVersionTest {
  @ParameterizedTest
  @ValueSource(strings = {"4.2.0", "4.2.1-SNAPSHOT", "4.2.0.7-amzn-1", "4.2"})
  void aReleaseIsKnownByItsFirstTwoNumbers(String version) {
    assertNotNull(SparkVersion.implementation(version));
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.4.1", "4.20.0", "14.2.0", "5", ""})
  void anotherReleaseIsRefusedByItsNumber(String version) {
    Exception e =
        assertThrows(
            IllegalStateException.class, () -> SparkVersion.implementation(version), version);
    assertEquals("this jar of placed is for Spark 4.2; found Spark " + version, e.getMessage());
  }

  @Test
  void theRunningReleaseIsChosenOnce() {
    assertSame(Catalyst.get(), Catalyst.get());
  }
}
