package io.placed.spark.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SparkVersionTest {
  @ParameterizedTest
  @ValueSource(strings = {"4.2.0", "4.2.1-SNAPSHOT", "4.2.0.7-amzn-1", "4.2"})
  void aReleaseIsKnownByItsFirstTwoNumbers(String version) {
    assertNotNull(SparkVersion.implementation(version, "2.13.18"));
  }

  @ParameterizedTest
  @CsvSource({
    "3.4.1, 2.13.18",
    "4.20.0, 2.13.18",
    "14.2.0, 2.13.18",
    "5, 2.13.18",
    "'', 2.13.18",
    "4.2.0, 2.12.18",
    "4.2.0, 3.3.1"
  })
  void anotherReleaseIsRefusedByItsNumbers(String spark, String scala) {
    Exception e =
        assertThrows(
            IllegalStateException.class, () -> SparkVersion.implementation(spark, scala), spark);
    assertEquals(
        "this jar of placed is for Spark 4.2 with Scala 2.13; found Spark "
            + spark
            + " with Scala "
            + scala
            + "; the jar that fits is named placed-spark-SPARK_SCALA",
        e.getMessage());
  }

  @Test
  void theRunningReleaseIsChosenOnce() {
    assertSame(Catalyst.get(), Catalyst.get());
  }
}
