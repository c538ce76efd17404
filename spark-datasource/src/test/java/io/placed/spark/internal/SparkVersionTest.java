package io.placed.spark.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
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

  private static String refusal(String spark, String scala) {
    Exception e =
        assertThrows(
            IllegalStateException.class, () -> SparkVersion.implementation(spark, scala), spark);
    String found =
        "this jar of placed is for Spark 4.2 with Scala 2.13; found Spark "
            + spark
            + " with Scala "
            + scala
            + "; ";
    assertEquals(found, e.getMessage().substring(0, found.length()));
    return e.getMessage().substring(found.length());
  }

  @ParameterizedTest
  @CsvSource({
    "3.5.9, 2.12.18, placed-spark-3.5_2.12",
    "3.5.0-amzn-1, 2.13.8, placed-spark-3.5_2.13",
    "4.0.1, 2.13.16, placed-spark-4.0_2.13",
    "4.1.0, 2.13.17, placed-spark-4.1_2.13"
  })
  void anotherReleaseIsToldItsJar(String spark, String scala, String jar) {
    assertEquals("the jar that fits is " + jar, refusal(spark, scala));
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
  void aReleaseWithoutAJarIsToldWhichThereAre(String spark, String scala) {
    assertEquals(
        "no jar fits; there are placed-spark-3.5_2.12, placed-spark-3.5_2.13,"
            + " placed-spark-4.0_2.13, placed-spark-4.1_2.13, placed-spark-4.2_2.13",
        refusal(spark, scala));
  }

  /** Each module is in a folder of its name, but for the newest. */
  @Test
  void theListOfJarsIsThatOfTheModules() throws IOException {
    Set<String> modules = new TreeSet<>(Set.of("4.2_2.13"));
    try (Stream<Path> folders = Files.list(Path.of("versions"))) {
      folders
          .filter(f -> Files.exists(f.resolve("pom.xml")))
          .forEach(f -> modules.add(f.getFileName().toString()));
    }
    assertEquals(List.copyOf(modules), SparkVersion.JARS);
  }

  @Test
  void theRunningReleaseIsChosenOnce() {
    assertSame(Catalyst.get(), Catalyst.get());
  }
}
