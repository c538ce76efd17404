package io.placed.dependencies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShippedLibrariesTest {

  private static final JsonObject TREE =
      JsonParser.parseString(
              """
              {"groupId": "io.placed", "artifactId": "placed-dependencies", "version": "1", "children": [
                {"groupId": "io.placed", "artifactId": "placed-cli", "version": "1", "children": [
                  {"groupId": "org.apache.spark", "artifactId": "spark-sql_2.13", "version": "4.2.0", "children": [
                    {"groupId": "org.apache.spark", "artifactId": "spark-core_2.13", "version": "4.2.0", "children": [
                      {"groupId": "io.netty", "artifactId": "netty-all", "version": "4.2.13.Final"}]}]},
                  {"groupId": "com.google.code.gson", "artifactId": "gson", "version": "2.15.0"}]}]}
              """)
          .getAsJsonObject();

  @Test
  void eachLibrarySaysWhatBringsIt() {
    assertEquals(
        List.of(
            "Maven com.google.code.gson:gson 2.15.0",
            "Maven org.apache.spark:spark-sql_2.13 4.2.0",
            "Maven org.eclipse.jetty:jetty-http 12.1.8 in org.apache.spark:spark-core_2.13",
            "Maven io.netty:netty-all 4.2.13.Final with org.apache.spark:spark-sql_2.13",
            "Maven org.apache.spark:spark-core_2.13 4.2.0 with org.apache.spark:spark-sql_2.13",
            "PyPI numpy 1.24",
            "PyPI pyspark 4.2"),
        of(
                List.of(
                    "# seen",
                    "org.apache.spark:spark-core_2.13 4.2.0 has org.eclipse.jetty:jetty-http"
                        + " 12.1.8"),
                List.of("# needed", "numpy>=1.24", "pyspark>=4.2,<4.3"))
            .map(Library::toString)
            .toList());
  }

  @Test
  void copiesOfAnotherVersionAreLookedForAgain() {
    assertThrows(
        IllegalStateException.class,
        () ->
            of(
                List.of(
                    "org.apache.spark:spark-core_2.13 4.1.0 has org.eclipse.jetty:jetty-http"
                        + " 12.1.8"),
                List.of()));
  }

  @Test
  void requirementsHaveAnOldestVersion() {
    assertThrows(IllegalStateException.class, () -> of(List.of(), List.of("numpy")));
  }

  @Test
  void copiesInJarsOfTheClassPathAreFound() throws IOException {
    SortedSet<Library> shipped = ShippedLibraries.ofThisCheckout();
    assertTrue(
        shipped.stream()
            .anyMatch(
                library ->
                    library.name().equals("org.eclipse.jetty:jetty-http")
                        && library.origin().equals("in org.apache.hadoop:hadoop-client-runtime")),
        shipped::toString);
  }

  private static Stream<Library> of(List<String> copies, List<String> requirements) {
    return ShippedLibraries.of(TREE, copies, requirements).stream();
  }
}
